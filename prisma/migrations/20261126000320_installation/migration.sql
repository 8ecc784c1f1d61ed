-- What this database knows of its own installation (docs/adr/0080, 0081): one row, of no conta, seen by the gatekeeper's functions alone.
-- store_id: identity of its blob folder. key_canary: a known text, sealed. mark, marked_at: a counter that the blob folder keeps too; a folder
-- that is ahead proves a rollback. known_until, restored_at: blobs written between them may be missing from the database and are never deleted.
-- rollback_seen_at: a rollback after which nobody has begun a new epoch of the feed. orphans, orphans_at: why the cleanup of blobs is stopped.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  store_id uuid,
  key_canary bytea,
  mark bigint NOT NULL DEFAULT 0,
  marked_at timestamptz(3),
  known_until timestamptz(3),
  restored_at timestamptz(3),
  rollback_seen_at timestamptz(3),
  orphans bigint,
  orphans_at timestamptz(3)
);
ALTER TABLE installation ENABLE ROW LEVEL SECURITY;
ALTER TABLE installation FORCE ROW LEVEL SECURITY;
CREATE POLICY portaria ON installation TO malote_portaria USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON installation TO malote_portaria;
