-- Passkeys (docs/adr/0055-passkeys.md): the public key of each credential, and the counter that it last showed.
CREATE TABLE passkey (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  nome text NOT NULL,
  credencial bytea NOT NULL,
  chave_publica bytea NOT NULL,
  contador bigint NOT NULL,
  transportes text[] NOT NULL,
  sincronizada boolean NOT NULL,
  criada_em timestamptz(3) NOT NULL,
  usada_em timestamptz(3),
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX passkey_credencial_key ON passkey (conta_id, credencial);
CREATE INDEX passkey_usuario_idx ON passkey (conta_id, usuario_id);

-- Of no conta: challenges that wait for their answer, by their SHA-256. Each is answered once.
CREATE TABLE passkey_desafio (
  desafio_hash bytea PRIMARY KEY,
  uso text NOT NULL CHECK (uso IN ('entrar', 'provar', 'registrar')),
  usuario_id uuid,
  expira_em timestamptz(3) NOT NULL
);
CREATE INDEX passkey_desafio_expira_idx ON passkey_desafio (expira_em);
CREATE INDEX passkey_desafio_usuario_idx ON passkey_desafio (usuario_id) WHERE usuario_id IS NOT NULL;

ALTER TABLE passkey ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkey FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON passkey TO malote_app
  USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid))
  WITH CHECK (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
CREATE POLICY restrito ON passkey AS RESTRICTIVE TO malote_restrito
  USING (usuario_id = (SELECT nullif(current_setting('app.usuario', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO malote_app;
CREATE POLICY portaria ON passkey TO malote_portaria USING (true) WITH CHECK (true);
GRANT SELECT ON passkey TO malote_portaria;

ALTER TABLE passkey_desafio ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkey_desafio FORCE ROW LEVEL SECURITY;
CREATE POLICY portaria ON passkey_desafio TO malote_portaria USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON passkey_desafio TO malote_portaria;
