"""Uses `notebrain mcp`, or MCP over HTTP, through the official Python client and prints what came back.

Run by another Python that has the package `mcp`, of either line: FOLDER MODE PYTHON, or ADDRESS MODE TOKEN. MODE is
`legacy`, or for mcp>=2 also `auto`.
"""

import asyncio
import json
import os
import sys
from contextlib import AsyncExitStack
from importlib.metadata import version
from typing import Any

from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

NEWER = not version("mcp").startswith("1.")


def connection(place: str, given: str) -> Any:
    """Return what connects to a vault's folder by a Python, or to an address with a token."""
    if place.startswith("http"):
        from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

        client = create_mcp_http_client(headers={"Authorization": f"Bearer {given}"})
        return streamable_http_client(place, http_client=client)
    env = {**os.environ, "NOTEBRAIN_DATA_DIR": place}
    return stdio_client(
        StdioServerParameters(command=given, args=["-m", "notebrain", "mcp"], env=env)
    )


async def main(place: str, mode: str, given: str) -> None:
    seen: dict[str, Any] = {"package": version("mcp")}
    async with AsyncExitStack() as stack:
        if NEWER:
            from mcp import Client

            client: Any = await stack.enter_async_context(
                Client(connection(place, given), mode=mode)
            )
            seen["version"] = client.protocol_version
            seen["server"] = client.server_info.name
        else:
            streams = await stack.enter_async_context(connection(place, given))
            client = await stack.enter_async_context(ClientSession(*streams[:2]))
            begun = await client.initialize()
            seen["version"], seen["server"] = begun.protocolVersion, begun.serverInfo.name
        await use(client, seen)
        if mode == "auto" and not place.startswith("http"):
            await listen(client, seen)
    sys.stdout.write(json.dumps(seen))


async def use(client: Any, seen: dict[str, Any]) -> None:
    """Use every tool, resource and prompt once."""
    seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
    progress: list[float] = []

    async def heard(done: float, _total: float | None, _message: str | None) -> None:
        progress.append(done)

    async def call(name: str, **arguments: Any) -> dict[str, Any]:
        result = await client.call_tool(name, arguments, progress_callback=heard)
        failed = getattr(result, "isError", None) or getattr(result, "is_error", None)
        text = result.content[0].text
        head = text.split("\n")[0 if failed else 2]
        return {"failed": bool(failed), **json.loads(head)}

    made = await call("capture", text="# Key\n\nThe key is with Ana.", tags=["home"])
    note = made["note_id"]
    seen["recall"] = await call("recall", query="key")
    seen["context"] = await call("context", question="where is the key")
    seen["append"] = await call("append", note=note, version=1, text="More")
    seen["stale"] = await call("append", note=note, version=1, text="More")
    seen["update"] = await call("update", note=note, version=2, old="Ana", text="Bo")
    seen["show"] = await call("show", note=note)
    seen["links"] = await call("links", note=note)
    seen["history"] = await call("history", note=note)
    seen["forget"] = await call("forget", note=note, version=3)
    seen["restore"] = await call("restore", note=note, version=3)
    seen["list"] = await call("list", limit=1)
    seen["status"] = await call("status")
    seen["wrong"] = await call("show", note=7)
    seen["progress"] = progress
    await refused(client.call_tool("rm", {}), "unknown", seen)
    listed = (await client.list_resources()).resources
    templates = (await client.list_resource_templates()).resource_templates if NEWER else []
    if not NEWER:
        templates = (await client.list_resource_templates()).resourceTemplates
    seen["templates"] = len(templates)
    uris = [str(one.uri) for one in listed]
    uris += [f"note://{note}", f"note://{note}/history", "notes://tag/home"]
    uris.append("notes://workspace/Personal")
    seen["resources"] = {uri: len((await read(client, uri)).contents[0].text) for uri in uris}
    await refused(read(client, "note://nothing"), "no_resource", seen)
    prompts = (await client.list_prompts()).prompts
    seen["prompts"] = [prompt.name for prompt in prompts]
    given = {prompts[0].arguments[0].name: "the key"}
    asked = await client.get_prompt(prompts[0].name, given)
    seen["prompt"] = asked.messages[0].content.text
    task = asyncio.ensure_future(client.call_tool("recall", {"query": "key"}))
    await asyncio.sleep(0)
    task.cancel()
    seen["after_cancel"] = (await call("show", note=note))["version"]


async def read(client: Any, uri: str) -> Any:
    if NEWER:
        return await client.read_resource(uri)
    from pydantic import AnyUrl

    return await client.read_resource(AnyUrl(uri))


async def refused(asked: Any, name: str, seen: dict[str, Any]) -> None:
    """Note with which error a request was refused."""
    try:
        await asked
    except Exception as error:  # noqa: BLE001 - each line of the package has its own
        seen[name] = getattr(getattr(error, "error", error), "code", repr(error))


async def listen(client: Any, seen: dict[str, Any]) -> None:
    """Hear of a change through a stream of the newer generation."""
    async with client.listen(resource_subscriptions=["notes://recent"]) as stream:
        await client.call_tool("capture", {"text": "heard"})
        async for event in stream:
            seen["heard"] = event.uri
            break


asyncio.run(main(*sys.argv[1:]))
