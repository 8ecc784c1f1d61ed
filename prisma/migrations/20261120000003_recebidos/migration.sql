-- The sweeper of blobs asks who names one: a documento does, where what came is not what was kept.
CREATE INDEX documento_recebido_idx ON documento (conta_id, recebido_sha256) WHERE recebido_sha256 IS NOT NULL;
