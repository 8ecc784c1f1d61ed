-- Where a document was published last: the feed gives each once, and one that came back from quarantine where it came back.
CREATE INDEX feed_nota_idx ON feed (conta_id, nota_id, sequencia) WHERE tipo = 'nota';

-- What a POST with an Idempotency-Key was answered, written by the transaction that did what it asked: a key is there with its answer, or
-- not at all. portador: the token or session that sent it; dono: whose it is.
CREATE TABLE idempotencia (
  conta_id uuid NOT NULL REFERENCES conta (id),
  portador_id uuid NOT NULL,
  chave text NOT NULL,
  dono_id uuid NOT NULL,
  pedido bytea NOT NULL,
  status smallint NOT NULL,
  corpo bytea NOT NULL,
  local text,
  criada_em timestamptz(3) NOT NULL,
  expira_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, portador_id, chave)
);
CREATE INDEX idempotencia_expira_idx ON idempotencia (expira_em);
ALTER TABLE idempotencia ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotencia FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON idempotencia TO malote_app
  USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid))
  WITH CHECK (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
CREATE POLICY restrito ON idempotencia AS RESTRICTIVE TO malote_restrito
  USING (dono_id = (SELECT nullif(current_setting('app.usuario', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotencia TO malote_app;

-- The sweeper of all contas.
GRANT SELECT, UPDATE, DELETE ON idempotencia TO malote_portaria;
CREATE POLICY portaria ON idempotencia TO malote_portaria USING (true) WITH CHECK (true);
