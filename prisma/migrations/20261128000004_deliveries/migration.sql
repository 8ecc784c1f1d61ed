-- What leaves a conta: the feed, webhooks, e-mails, and files that users request or upload.

-- What a conta published, without gaps. Only publica() writes it. empresa_id and documento_id: what the
-- SEFAZ-shaped feed delivers under this number, fixed at the publication (docs/adr/0043).
CREATE TABLE feed (
  conta_id uuid NOT NULL,
  sequencia bigint NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('nota', 'troca', 'evento', 'status', 'marca', 'quarentena')),
  nota_id uuid NOT NULL,
  evento_id uuid,
  criado_em timestamptz(3) NOT NULL,
  empresa_id uuid,
  documento_id uuid,
  PRIMARY KEY (conta_id, sequencia)
) WITH (autovacuum_analyze_scale_factor = 0.01);
-- The last publication of a document: a reader gets each document once, and again after its quarentena.
CREATE INDEX feed_nota_idx ON feed (conta_id, nota_id, sequencia) WHERE tipo = 'nota';
CREATE INDEX feed_empresa_idx ON feed (conta_id, empresa_id, sequencia) WHERE documento_id IS NOT NULL;
CREATE INDEX feed_documento_idx ON feed (conta_id, documento_id) WHERE documento_id IS NOT NULL;

-- Each restore of the database begins an epoch (docs/adr/0075-feed-epochs.md). Numbers after last_sequence
-- and up to first_sequence were given to readers before it, and are not used again.
CREATE TABLE feed_epoch (
  conta_id uuid NOT NULL REFERENCES conta (id),
  last_sequence bigint NOT NULL,
  first_sequence bigint NOT NULL,
  began_at timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, first_sequence),
  CHECK (last_sequence <= first_sequence)
);

-- ── webhooks (docs/adr/0042-webhooks.md) ───────────────────────────────────────────────────────────────────

CREATE TABLE webhook (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  url text NOT NULL,
  descricao text NOT NULL,
  tipos text[] NOT NULL DEFAULT '{}'
    CHECK (tipos <@ ARRAY['nota', 'evento', 'status', 'divergencia', 'marca', 'caixa', 'prazo']),
  -- Receives only the documents of the empresas in webhook_empresa.
  restrito boolean NOT NULL DEFAULT false,
  -- The signing secret, and the one before, valid until anterior_ate.
  segredo_selado bytea NOT NULL,
  anterior_selado bytea,
  anterior_ate timestamptz(3),
  ativo boolean NOT NULL DEFAULT true,
  -- Why it is inactive.
  motivo text CHECK (motivo IN ('pessoa', 'falhas', 'recusado')),
  desativado_em timestamptz(3),
  -- Up to this number of the conta's feed every delivery is planned.
  sequencia bigint NOT NULL,
  -- Failed attempts in a row, and the pause that they cause.
  falhas_seguidas integer NOT NULL DEFAULT 0,
  pausado_ate timestamptz(3),
  ultima_entrega_em timestamptz(3),
  criado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id)
);
CREATE INDEX webhook_falha_idx ON webhook (conta_id, id) WHERE ativo AND falhas_seguidas > 0;

CREATE TABLE webhook_empresa (
  conta_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  PRIMARY KEY (conta_id, webhook_id, empresa_id),
  FOREIGN KEY (conta_id, webhook_id) REFERENCES webhook (conta_id, id) ON DELETE CASCADE,
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id) ON DELETE CASCADE
);

-- One delivery; its id is the webhook-id of every attempt.
CREATE TABLE webhook_entrega (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  tipo text NOT NULL,
  -- Its number in the conta's feed; null: not about a document.
  sequencia bigint,
  nota_id uuid,
  -- The exact body.
  corpo text NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'entregue', 'falhou')),
  -- All attempts; those since the last request for it, and the first of these.
  tentativas integer NOT NULL DEFAULT 0,
  ciclo integer NOT NULL DEFAULT 0,
  primeira_em timestamptz(3),
  ultima_em timestamptz(3),
  proxima_em timestamptz(3),
  -- The last attempt: status, duration, error code and answer.
  status integer,
  ms integer,
  erro text,
  resposta text,
  criado_em timestamptz(3) NOT NULL,
  -- Deliveries about one caixa are sent one after another.
  caixa_id uuid,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, webhook_id) REFERENCES webhook (conta_id, id) ON DELETE CASCADE
);
-- A row of the feed is delivered once to a webhook.
CREATE UNIQUE INDEX webhook_entrega_feed_key ON webhook_entrega (conta_id, webhook_id, sequencia, tipo);
CREATE INDEX webhook_entrega_lista_idx ON webhook_entrega (conta_id, webhook_id, criado_em DESC, id DESC);
CREATE INDEX webhook_entrega_pendente_idx ON webhook_entrega (conta_id, webhook_id, proxima_em)
  WHERE estado = 'pendente';
CREATE INDEX webhook_entrega_nota_idx ON webhook_entrega (conta_id, webhook_id, nota_id, sequencia)
  WHERE nota_id IS NOT NULL;
CREATE INDEX webhook_entrega_caixa_idx ON webhook_entrega (conta_id, webhook_id, caixa_id)
  WHERE estado = 'pendente' AND caixa_id IS NOT NULL;
-- Metrics of all contas.
CREATE INDEX webhook_entrega_espera_idx ON webhook_entrega (criado_em) WHERE estado = 'pendente';

-- ── e-mails and files ──────────────────────────────────────────────────────────────────────────────────────

-- An outgoing e-mail, planned in the transaction of its fact. One for each occasion and address.
CREATE TABLE envio (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  modelo text NOT NULL,
  ocasiao text NOT NULL,
  para text NOT NULL,
  dados jsonb NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'enviado', 'falhou')),
  falha text,
  criado_em timestamptz(3) NOT NULL,
  enviado_em timestamptz(3),
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX envio_ocasiao_key ON envio (conta_id, ocasiao, para);
CREATE INDEX envio_criado_idx ON envio (conta_id, criado_em DESC);
CREATE INDEX envio_pendente_idx ON envio (conta_id) WHERE estado = 'pendente';
-- Metrics of all contas.
CREATE INDEX envio_espera_idx ON envio (criado_em) WHERE estado = 'pendente';

-- An uploaded file. Its row of email has the same id.
CREATE TABLE importacao (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  nome_arquivo text NOT NULL,
  tamanho bigint NOT NULL,
  -- The uploaded bytes, in the blob store.
  sha256 text NOT NULL,
  usuario_id uuid,
  usuario text,
  criado_em timestamptz(3) NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'em-andamento', 'concluido', 'falhou')),
  -- Files in it, if known without opening them all.
  total integer,
  -- Their outcomes, by anexo.
  documentos integer NOT NULL DEFAULT 0,
  eventos integer NOT NULL DEFAULT 0,
  duplicados integer NOT NULL DEFAULT 0,
  outros integer NOT NULL DEFAULT 0,
  erros integer NOT NULL DEFAULT 0,
  terminado_em timestamptz(3),
  -- A key of FALHA_ARQUIVO in the contract.
  falha text,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, id) REFERENCES email (conta_id, id)
);
CREATE INDEX importacao_criado_idx ON importacao (conta_id, criado_em DESC, id DESC);

-- A file that a user requests and a job makes: an exportação, or a ZIP of the repositório.
CREATE TABLE arquivo_pedido (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('exportacao', 'repositorio')),
  formato text NOT NULL CHECK (formato IN ('CSV', 'PDF', 'XLSX', 'ZIP')),
  -- The request, as the job reads it.
  pedido jsonb NOT NULL,
  usuario_id uuid,
  usuario text,
  criado_em timestamptz(3) NOT NULL,
  estado text NOT NULL DEFAULT 'pendente'
    CHECK (estado IN ('pendente', 'em-andamento', 'concluido', 'falhou', 'expirado')),
  -- Documents in it, and how many are done.
  total integer,
  feitos integer NOT NULL DEFAULT 0,
  nome text,
  tamanho bigint,
  sha256 text,
  terminado_em timestamptz(3),
  -- When the file is deleted.
  expira_em timestamptz(3),
  falha text,
  PRIMARY KEY (conta_id, id)
);
CREATE INDEX arquivo_pedido_criado_idx ON arquivo_pedido (conta_id, tipo, criado_em DESC, id DESC);
CREATE INDEX arquivo_pedido_expira_idx ON arquivo_pedido (expira_em) WHERE estado = 'concluido';
