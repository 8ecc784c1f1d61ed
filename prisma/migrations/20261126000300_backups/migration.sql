-- Runs of the backup commands, and requests of product users for one (docs/adr/0076-backup.md). They belong to the operator, to no conta.
CREATE TABLE backup_execucao (
  id uuid PRIMARY KEY,
  tipo text NOT NULL CHECK (tipo IN ('criar', 'conferir', 'restaurar')),
  -- A folder or s3://bucket/prefix; never credentials.
  destino text NOT NULL,
  comecou timestamptz(3) NOT NULL,
  terminou timestamptz(3),
  resultado text CHECK (resultado IN ('ok', 'falhou')),
  mensagem text,
  -- Of the whole backup; and those that this run stored.
  bytes bigint,
  bytes_novos bigint,
  documentos bigint,
  CHECK ((terminou IS NULL) = (resultado IS NULL))
);
CREATE INDEX backup_execucao_comecou_idx ON backup_execucao (comecou DESC, id DESC);

CREATE TABLE backup_pedido (
  id uuid PRIMARY KEY,
  pedido_em timestamptz(3) NOT NULL,
  pedido_por text NOT NULL,
  atendido_em timestamptz(3)
);
CREATE INDEX backup_pedido_aberto_idx ON backup_pedido (pedido_em) WHERE atendido_em IS NULL;

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['backup_execucao', 'backup_pedido'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_portaria', t);
  END LOOP;
END $$;
