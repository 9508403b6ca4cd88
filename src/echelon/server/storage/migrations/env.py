"""Run by Alembic: migrates the connection that `migrate.upgrade` hands over."""

from __future__ import annotations

from alembic import context

from echelon.server.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a table in place
)
with context.begin_transaction():
    context.run_migrations()
