-- Addresses of the conta's programs that are told of what happens, and each telling (docs/adr/0042-webhooks.md).
CREATE TABLE webhook (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  url text NOT NULL,
  descricao text NOT NULL,
  -- What it is told of.
  tipos text[] NOT NULL DEFAULT '{}'
    CHECK (tipos <@ ARRAY['nota', 'evento', 'status', 'divergencia', 'marca', 'caixa']),
  -- Is told of the documents of the companies in webhook_empresa and of no others.
  restrito boolean NOT NULL DEFAULT false,
  -- What signs, and what signed before and still does until then.
  segredo_selado bytea NOT NULL,
  anterior_selado bytea,
  anterior_ate timestamptz(3),
  ativo boolean NOT NULL DEFAULT true,
  -- Why and since when it is off.
  motivo text CHECK (motivo IN ('pessoa', 'falhas', 'recusado')),
  desativado_em timestamptz(3),
  -- Up to this number of the conta's feed everything was planned.
  sequencia bigint NOT NULL,
  -- Tries in a row that failed, and until when it is left alone for that; the last that went well.
  falhas_seguidas integer NOT NULL DEFAULT 0,
  pausado_ate timestamptz(3),
  ultima_entrega_em timestamptz(3),
  criado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id)
);

CREATE TABLE webhook_empresa (
  conta_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  PRIMARY KEY (conta_id, webhook_id, empresa_id),
  FOREIGN KEY (conta_id, webhook_id) REFERENCES webhook (conta_id, id) ON DELETE CASCADE,
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id) ON DELETE CASCADE
);

-- One telling: its id is the webhook-id of every try.
CREATE TABLE webhook_entrega (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  tipo text NOT NULL,
  -- Its place in the conta's feed; null: it tells of no document.
  sequencia bigint,
  nota_id uuid,
  -- What is sent, to the byte.
  corpo text NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'entregue', 'falhou')),
  -- Tries in all; those since it was last asked for, and when the first of these was.
  tentativas integer NOT NULL DEFAULT 0,
  ciclo integer NOT NULL DEFAULT 0,
  primeira_em timestamptz(3),
  ultima_em timestamptz(3),
  proxima_em timestamptz(3),
  -- Of the last try: what was answered, after how long, and what went wrong by its code.
  status integer,
  ms integer,
  erro text,
  resposta text,
  criado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, webhook_id) REFERENCES webhook (conta_id, id) ON DELETE CASCADE
);
-- Nothing of the feed is told twice to one webhook.
CREATE UNIQUE INDEX webhook_entrega_feed_key ON webhook_entrega (conta_id, webhook_id, sequencia, tipo);
CREATE INDEX webhook_entrega_lista_idx ON webhook_entrega (conta_id, webhook_id, criado_em DESC, id DESC);
CREATE INDEX webhook_entrega_pendente_idx ON webhook_entrega (conta_id, webhook_id, proxima_em) WHERE estado = 'pendente';
CREATE INDEX webhook_entrega_nota_idx ON webhook_entrega (conta_id, webhook_id, nota_id, sequencia) WHERE nota_id IS NOT NULL;

ALTER TABLE tarefa DROP CONSTRAINT tarefa_tipo_check;
ALTER TABLE tarefa ADD CONSTRAINT tarefa_tipo_check
  CHECK (tipo IN ('poll', 'ingest', 'validate', 'envio', 'distribuicao', 'manifesto', 'empresa', 'importacao', 'exportacao', 'repositorio', 'webhook'));

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['webhook', 'webhook_empresa', 'webhook_entrega'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)) WITH CHECK (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_app', t);
    -- A webhook may tell of every company: who sees some of them has nothing to do with it.
    EXECUTE format('CREATE POLICY restrito ON %I AS RESTRICTIVE TO malote_restrito USING (false)', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['webhook', 'webhook_entrega'] LOOP
    EXECUTE format('CREATE POLICY portaria ON %I FOR SELECT TO malote_portaria USING (true)', t);
  END LOOP;
END $$;
GRANT SELECT (conta_id, id, ativo, sequencia, pausado_ate) ON webhook TO malote_portaria;
GRANT SELECT (conta_id, webhook_id, estado, proxima_em) ON webhook_entrega TO malote_portaria;
