-- Files that people send and files that they ask for.

-- An importação is an e-mail without an envelope: its row of `email` has the same id, and no mailbox.
ALTER TABLE email ADD COLUMN importado boolean NOT NULL DEFAULT false;
ALTER TABLE email DROP CONSTRAINT email_check;
ALTER TABLE email ADD CONSTRAINT email_check CHECK (sha256 IS NOT NULL OR importado OR estado <> 'em-leitura');

CREATE TABLE importacao (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  nome_arquivo text NOT NULL,
  tamanho bigint NOT NULL,
  -- The file as it came, in the blob store.
  sha256 text NOT NULL,
  usuario_id uuid,
  usuario text,
  criado_em timestamptz(3) NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'em-andamento', 'concluido', 'falhou')),
  -- Files in it, when that is known without opening them all.
  total integer,
  -- What became of them, by the ledger.
  documentos integer NOT NULL DEFAULT 0,
  eventos integer NOT NULL DEFAULT 0,
  duplicados integer NOT NULL DEFAULT 0,
  outros integer NOT NULL DEFAULT 0,
  erros integer NOT NULL DEFAULT 0,
  terminado_em timestamptz(3),
  -- Why it ended badly, as a key of FALHA_ARQUIVO in the contract.
  falha text,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, id) REFERENCES email (conta_id, id)
);
CREATE INDEX importacao_criado_idx ON importacao (conta_id, criado_em DESC, id DESC);
-- The errors of an importação by reason.
CREATE INDEX anexo_problema_idx ON anexo (conta_id, email_id, motivo, caminho) WHERE destino IN ('erro', 'quarentena');

-- A file that somebody asked for and a job makes: an export of the list, or a ZIP of the repository.
CREATE TABLE arquivo_pedido (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('exportacao', 'repositorio')),
  formato text NOT NULL CHECK (formato IN ('CSV', 'PDF', 'XLSX', 'ZIP')),
  -- What was asked for, as the job reads it.
  pedido jsonb NOT NULL,
  usuario_id uuid,
  usuario text,
  criado_em timestamptz(3) NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'em-andamento', 'concluido', 'falhou', 'expirado')),
  -- Documents in it, and how many of them are done.
  total integer,
  feitos integer NOT NULL DEFAULT 0,
  nome text,
  tamanho bigint,
  sha256 text,
  terminado_em timestamptz(3),
  -- The file is taken away then.
  expira_em timestamptz(3),
  falha text,
  PRIMARY KEY (conta_id, id)
);
CREATE INDEX arquivo_pedido_criado_idx ON arquivo_pedido (conta_id, tipo, criado_em DESC, id DESC);
CREATE INDEX arquivo_pedido_expira_idx ON arquivo_pedido (expira_em) WHERE estado = 'concluido';

-- The picture that stands on the papers of the company's own documents: PNG or JPEG, small.
ALTER TABLE empresa ADD COLUMN logo bytea;

ALTER TABLE tarefa DROP CONSTRAINT tarefa_tipo_check;
ALTER TABLE tarefa ADD CONSTRAINT tarefa_tipo_check
  CHECK (tipo IN ('poll', 'ingest', 'validate', 'envio', 'distribuicao', 'manifesto', 'empresa', 'importacao', 'exportacao', 'repositorio'));

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['importacao', 'arquivo_pedido'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)) WITH CHECK (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_app', t);
  END LOOP;
END $$;
