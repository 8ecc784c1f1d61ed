-- Days before the end of its recipient's term at which notice of a received NF-e was given last.
ALTER TABLE nota ADD COLUMN prazo_avisado smallint;
ALTER TABLE webhook DROP CONSTRAINT webhook_tipos_check;
ALTER TABLE webhook ADD CONSTRAINT webhook_tipos_check
  CHECK (tipos <@ ARRAY['nota', 'evento', 'status', 'divergencia', 'marca', 'caixa', 'prazo']);
