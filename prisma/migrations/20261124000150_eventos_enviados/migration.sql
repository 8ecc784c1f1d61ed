-- An evento that is no manifestação has no status: it has a number, and the fields that a person filled in.
ALTER TABLE manifestacao ADD COLUMN tp_evento text, ADD COLUMN dizeres jsonb, ALTER COLUMN status DROP NOT NULL;
-- Rows from before have a status and no number; they are not read again.
ALTER TABLE manifestacao ADD CONSTRAINT manifestacao_tipo_check CHECK ((status IS NULL) <> (tp_evento IS NULL)) NOT VALID;
-- One pending request of a kind at a time.
CREATE UNIQUE INDEX manifestacao_evento_pendente_key ON manifestacao (conta_id, chave, tp_evento)
  WHERE estado = 'pendente' AND tp_evento IS NOT NULL;
