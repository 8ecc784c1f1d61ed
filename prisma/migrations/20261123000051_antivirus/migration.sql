-- What the antivirus said of bytes that leave to people, by their digest: a signature's name, or null where it found nothing.
CREATE TABLE antivirus (
  conta_id uuid NOT NULL REFERENCES conta (id),
  sha256 text NOT NULL,
  assinatura text,
  visto_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, sha256)
);
ALTER TABLE antivirus ENABLE ROW LEVEL SECURITY;
ALTER TABLE antivirus FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON antivirus TO malote_app
  USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid))
  WITH CHECK (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON antivirus TO malote_app;
