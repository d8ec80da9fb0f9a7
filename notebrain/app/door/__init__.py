"""The functions that other programs may call, which know neither MCP nor HTTP."""
