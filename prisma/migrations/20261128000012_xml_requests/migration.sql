-- Requests of missing XMLs to suppliers (docs/adr/0104-missing-xmls-by-supplier.md).

-- Days after which a supplier is reminded; 0: never.
ALTER TABLE conta ADD COLUMN lembrete_xml_dias smallint NOT NULL DEFAULT 5;
ALTER TABLE conta ADD CONSTRAINT conta_lembrete_xml_dias_check CHECK (lembrete_xml_dias BETWEEN 0 AND 30);
GRANT UPDATE (lembrete_xml_dias) ON conta TO malote_app;

-- para: null = requested without Malote. lembrar_em: the next reminder; null = none.
CREATE TABLE pedido_xml (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  cnpj_emitente text NOT NULL,
  para text,
  usuario_id uuid,
  usuario text NOT NULL,
  pedido_em timestamptz(3) NOT NULL,
  lembretes smallint NOT NULL DEFAULT 0,
  lembrar_em timestamptz(3),
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id) ON DELETE CASCADE
);
CREATE INDEX pedido_xml_emitente_idx ON pedido_xml (conta_id, cnpj_emitente, pedido_em DESC);
CREATE INDEX pedido_xml_lembrar_idx ON pedido_xml (conta_id, lembrar_em) WHERE lembrar_em IS NOT NULL;

CREATE TABLE pedido_xml_documento (
  conta_id uuid NOT NULL,
  pedido_id uuid NOT NULL,
  chave text NOT NULL,
  empresa_id uuid NOT NULL,
  PRIMARY KEY (conta_id, pedido_id, chave),
  FOREIGN KEY (conta_id, pedido_id) REFERENCES pedido_xml (conta_id, id) ON DELETE CASCADE
);
CREATE INDEX pedido_xml_documento_chave_idx ON pedido_xml_documento (conta_id, chave, pedido_id DESC);

-- As 20261128000009_row_security: a conta sees its rows, a restricted user those of its empresas.
DO $$
DECLARE
  v_table text;
  c_conta CONSTANT text := 'conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)';
  c_empresa CONSTANT text :=
    'empresa_id = ANY ((SELECT nullif(current_setting(''app.empresas'', true), '''')::uuid[])::uuid[])';
BEGIN
  FOREACH v_table IN ARRAY ARRAY['pedido_xml', 'pedido_xml_documento'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (%s) WITH CHECK (%2$s)', v_table, c_conta);
    EXECUTE format('CREATE POLICY restrito ON %I AS RESTRICTIVE TO malote_restrito USING (%s)', v_table, c_empresa);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_app', v_table);
  END LOOP;
END $$;
