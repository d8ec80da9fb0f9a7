"""Migrate a vault's schema, forward only, with each step in its own transaction."""

from collections.abc import Callable, Sequence

from notebrain.storage.connection import APPLICATION_ID, Connection
from notebrain.storage.schema import (
    m001_initial,
    m002_lighter_import,
    m003_links,
    m004_import_tags,
    m005_sync,
    m006_remote_vectors,
    m007_cards,
    m008_shared_cards,
    m009_rulings,
    m010_sync_safety,
    m011_merge_texts,
    m012_fresh_numbers,
    m013_refusals,
    m014_account_reached,
    m015_thinned_history,
    m016_inventory,
    m017_vault_time,
    m018_computers,
    m019_local_revisions,
    m020_text_hash,
    m021_originals,
    m022_dated_ahead,
    m023_replacements,
    m024_text_tags,
    m025_attachments,
    m026_synced_files,
    m027_leaving_files,
    m028_file_texts,
    m029_blocks,
    m030_conversations,
    m031_procedures,
    m032_title_forms,
    m033_programs,
    m034_program_tokens,
    m035_conversation_trigger,
    m036_procedure_text,
)
from notebrain.storage.schema.version import check, schema_version

Migration = Callable[[Connection], None]

MIGRATIONS: Sequence[Migration] = (
    m001_initial.up,
    m002_lighter_import.up,
    m003_links.up,
    m004_import_tags.up,
    m005_sync.up,
    m006_remote_vectors.up,
    m007_cards.up,
    m008_shared_cards.up,
    m009_rulings.up,
    m010_sync_safety.up,
    m011_merge_texts.up,
    m012_fresh_numbers.up,
    m013_refusals.up,
    m014_account_reached.up,
    m015_thinned_history.up,
    m016_inventory.up,
    m017_vault_time.up,
    m018_computers.up,
    m019_local_revisions.up,
    m020_text_hash.up,
    m021_originals.up,
    m022_dated_ahead.up,
    m023_replacements.up,
    m024_text_tags.up,
    m025_attachments.up,
    m026_synced_files.up,
    m027_leaving_files.up,
    m028_file_texts.up,
    m029_blocks.up,
    m030_conversations.up,
    m031_procedures.up,
    m032_title_forms.up,
    m033_programs.up,
    m034_program_tokens.up,
    m035_conversation_trigger.up,
    m036_procedure_text.up,
)
"""All steps in order; step n takes a vault from schema n-1 to schema n. Released steps are never edited.

The last is `version.NEWEST`.
"""


def migrate(
    db: Connection, *, before: Callable[[], None], migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Run the missing steps, all or none; `before` makes one backup if this changes an existing vault."""
    newest = len(migrations)
    check(db, known=newest)
    if schema_version(db) in range(1, newest):
        before()
    db.execute("begin immediate")
    try:
        check(db, known=newest)  # another process may have been faster
        for migration in migrations[schema_version(db) :]:
            migration(db)
        db.execute(f"pragma application_id = {APPLICATION_ID}")
        db.execute(f"pragma user_version = {newest}")
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
