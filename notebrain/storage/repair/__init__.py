"""Read damaged vaults, and rescue or repair their texts."""
