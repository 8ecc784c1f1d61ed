-- Lotes (docs/adr/0105-lotes-run-on-the-server.md): one act on many documents, run by a task, with the
-- outcome of each document.
CREATE TABLE lote (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  -- The name of the lote in the registro; grows by one in each conta.
  numero integer NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('marca', 'manifestacao')),
  marca text CHECK (marca IN ('processadoErp', 'recebido', 'conferido')),
  valor boolean,
  status smallint CHECK (status BETWEEN 1 AND 4),
  justificativa text,
  usuario_id uuid NOT NULL,
  usuario text NOT NULL,
  pedido_em timestamptz(3) NOT NULL,
  estado text NOT NULL CHECK (estado IN ('pendente', 'em-andamento', 'concluido', 'parado', 'falhou')),
  -- The lote that this one undoes or repeats.
  origem_id uuid,
  origem_tipo text CHECK (origem_tipo IN ('desfaz', 'repete')),
  desfeito_em timestamptz(3),
  -- Documents in all, and by outcome: the rest is in the queue. Written with the outcomes, from lote_item.
  total integer NOT NULL,
  enviando integer NOT NULL DEFAULT 0,
  feitos integer NOT NULL DEFAULT 0,
  sem_mudanca integer NOT NULL DEFAULT 0,
  recusados integer NOT NULL DEFAULT 0,
  parados integer NOT NULL DEFAULT 0,
  iniciado_em timestamptz(3),
  terminado_em timestamptz(3),
  alterado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id),
  CHECK ((tipo = 'marca') = (marca IS NOT NULL AND valor IS NOT NULL)),
  CHECK ((tipo = 'manifestacao') = (status IS NOT NULL)),
  CHECK ((origem_id IS NULL) = (origem_tipo IS NULL))
);
CREATE UNIQUE INDEX lote_numero_key ON lote (conta_id, numero);
-- Open pages read the last change of each followed conta about once a second.
CREATE INDEX lote_alterado_idx ON lote (conta_id, alterado_em DESC);
CREATE INDEX lote_aberto_idx ON lote (conta_id, id) WHERE estado IN ('pendente', 'em-andamento');

-- feito_em: when the document got its outcome. antes_em, antes_por: of the mark that a lote cleared.
CREATE TABLE lote_item (
  conta_id uuid NOT NULL,
  lote_id uuid NOT NULL,
  nota_id uuid NOT NULL,
  ordem integer NOT NULL,
  situacao text NOT NULL DEFAULT 'na-fila'
    CHECK (situacao IN ('na-fila', 'enviando', 'feito', 'sem-mudanca', 'recusado', 'parado')),
  mensagem text,
  feito_em timestamptz(3),
  antes_em timestamptz(3),
  antes_por text,
  manifestacao_id uuid,
  PRIMARY KEY (conta_id, lote_id, nota_id),
  FOREIGN KEY (conta_id, lote_id) REFERENCES lote (conta_id, id) ON DELETE CASCADE
);
CREATE INDEX lote_item_situacao_idx ON lote_item (conta_id, lote_id, situacao, ordem);

-- The last number of each conta: a restricted user does not see the lotes of others.
CREATE TABLE lote_numero (
  conta_id uuid PRIMARY KEY REFERENCES conta (id),
  ultimo integer NOT NULL
);

ALTER TABLE tarefa DROP CONSTRAINT tarefa_tipo_check;
ALTER TABLE tarefa ADD CONSTRAINT tarefa_tipo_check CHECK (tipo IN ('poll', 'ingest', 'validate', 'envio',
  'distribuicao', 'manifesto', 'empresa', 'importacao', 'exportacao', 'repositorio', 'webhook', 'lote'));

-- As 20261128000009_row_security: a conta sees its rows, a restricted user the own lotes.
DO $$
DECLARE
  v_table text;
  c_conta CONSTANT text := 'conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)';
BEGIN
  FOREACH v_table IN ARRAY ARRAY['lote', 'lote_item', 'lote_numero'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (%s) WITH CHECK (%2$s)', v_table, c_conta);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_app', v_table);
  END LOOP;
END $$;
CREATE POLICY restrito ON lote AS RESTRICTIVE TO malote_restrito
  USING (usuario_id = (SELECT nullif(current_setting('app.usuario', true), '')::uuid));
CREATE POLICY restrito ON lote_item AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM lote l WHERE l.conta_id = lote_item.conta_id AND l.id = lote_item.lote_id));
