-- The memory of Malote (design: docs/adr/0009-tenants-documents-ledger.md).
-- Every tenant table starts its keys with conta_id and carries FORCE ROW LEVEL SECURITY.
-- malote_app:      what http and worker become (no login of its own, neither superuser nor BYPASSRLS).
-- malote_portaria: owner of the few SECURITY DEFINER functions that work before a conta is known (db/portaria.sql).
DO $$
DECLARE papel text;
BEGIN
  FOREACH papel IN ARRAY ARRAY['malote_app', 'malote_portaria'] LOOP
    CONTINUE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = papel);
    BEGIN EXECUTE format('CREATE ROLE %I NOLOGIN', papel); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
  END LOOP;
END $$;
-- A login that is no superuser must be a member to hand tables over and to become malote_app (setup/roles.ts sees to it again).
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'malote_portaria', 'SET') THEN GRANT malote_app, malote_portaria TO CURRENT_USER; END IF;
END $$;

-- ── conta, people, sessions ────────────────────────────────────────────────────────────────────────────────────
CREATE TABLE conta (
  id uuid PRIMARY KEY,
  identificador text NOT NULL,
  tipo_pessoa text NOT NULL CHECK (tipo_pessoa IN ('Física', 'Jurídica')),
  uf text NOT NULL,
  sandbox boolean NOT NULL DEFAULT false,
  criado_em timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX conta_identificador_key ON conta (identificador);

-- The row whose lock orders everything a conta publishes. Apart from conta, so that foreign keys never wait on it.
CREATE TABLE conta_sequencia (
  conta_id uuid PRIMARY KEY REFERENCES conta (id),
  sequencia bigint NOT NULL DEFAULT 0,
  -- The hour of the last publication; it only runs forward, whatever the clocks of the hosts say.
  publicada_em timestamptz(3)
);

CREATE TABLE usuario (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  nome text NOT NULL,
  nome_usuario text NOT NULL,
  nome_completo text NOT NULL,
  email text NOT NULL,
  senha_hash text,
  ativo boolean NOT NULL DEFAULT true,
  ativado boolean NOT NULL DEFAULT false,
  administrador boolean NOT NULL DEFAULT false,
  proprietario_conta boolean NOT NULL DEFAULT false,
  permissao_manifestacao boolean NOT NULL DEFAULT false,
  produto boolean NOT NULL DEFAULT false,
  color text,
  ultimo_acesso timestamptz(3),
  criado_em timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX usuario_conta_id_nome_usuario_key ON usuario (conta_id, nome_usuario);

CREATE TABLE sessao (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  arquivo_hash bytea NOT NULL,
  origem text,
  criada_em timestamptz(3) NOT NULL,
  usada_em timestamptz(3) NOT NULL,
  expira_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sessao_arquivo_hash_key ON sessao (arquivo_hash);
CREATE INDEX sessao_expira_em_idx ON sessao (expira_em);

-- A session has one token for each tab (Auth.retomar), all ended together.
CREATE TABLE sessao_token (
  conta_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  sessao_id uuid NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, token_hash),
  FOREIGN KEY (conta_id, sessao_id) REFERENCES sessao (conta_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sessao_token_hash_key ON sessao_token (token_hash);
CREATE INDEX sessao_token_conta_id_sessao_id_idx ON sessao_token (conta_id, sessao_id);

-- Uses of a limited thing (sign-in attempts, connection tests) in one window; not of a tenant: the limit comes before it.
CREATE TABLE limite_uso (
  chave text NOT NULL,
  janela timestamptz(3) NOT NULL,
  usos integer NOT NULL,
  PRIMARY KEY (chave, janela)
);

-- ── companies, certificates, mailboxes ─────────────────────────────────────────────────────────────────────────
CREATE TABLE empresa (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  nome text NOT NULL,
  cnpj text NOT NULL,
  uf text,
  ativar_auditor boolean NOT NULL DEFAULT false,
  ativar_manifestacao boolean NOT NULL DEFAULT false,
  criado_em timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX empresa_conta_id_cnpj_key ON empresa (conta_id, cnpj);

CREATE TABLE certificado (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  selado bytea NOT NULL,
  titular text NOT NULL,
  cnpj text,
  valido_de timestamptz(3) NOT NULL,
  valido_ate timestamptz(3) NOT NULL,
  criado_em timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
);
CREATE UNIQUE INDEX certificado_conta_id_empresa_id_key ON certificado (conta_id, empresa_id);

CREATE TABLE caixa_email (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('pop3', 'spop3')),
  servidor text NOT NULL,
  porta integer,
  usuario text NOT NULL,
  senha_selada bytea NOT NULL,
  descricao text NOT NULL,
  poll_ms integer NOT NULL,
  ultima_coleta timestamptz(3),
  ultimo_erro text,
  ultimo_erro_em timestamptz(3),
  apagada_em timestamptz(3),
  criado_em timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (conta_id, id)
);

-- Trigrams for names; conta_id beside them, and beside words, in one GIN index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- ── capture ledger ─────────────────────────────────────────────────────────────────────────────────────────────
CREATE TABLE email (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  caixa_id uuid,
  -- Null while the bytes are not here: a message that passes the limit stays on its server.
  sha256 text,
  message_id text,
  assunto text NOT NULL DEFAULT '',
  remetente text NOT NULL DEFAULT '',
  remetente_nome text,
  destinatario text NOT NULL DEFAULT '',
  data timestamptz(3) NOT NULL,
  recebida_em timestamptz(3) NOT NULL,
  tamanho integer NOT NULL,
  corpo_mensagem text,
  corpo_html text,
  estado text NOT NULL CHECK (estado IN ('em-leitura', 'lido', 'quarentena')),
  motivo text,
  partes integer NOT NULL DEFAULT 0,
  extraidos integer NOT NULL DEFAULT 0,
  problemas integer NOT NULL DEFAULT 0,
  CHECK (sha256 IS NOT NULL OR estado <> 'em-leitura'),
  busca tsvector GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, assunto || ' ' || remetente || ' ' || coalesce(remetente_nome, '') || ' ' || left(coalesce(corpo_mensagem, ''), 20000))
  ) STORED,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, caixa_id) REFERENCES caixa_email (conta_id, id)
);
CREATE UNIQUE INDEX email_conta_id_sha256_key ON email (conta_id, sha256);
CREATE INDEX email_conta_id_data_idx ON email (conta_id, data DESC, id DESC);
CREATE INDEX email_conta_id_message_id_idx ON email (conta_id, message_id);
CREATE INDEX email_busca_idx ON email USING gin (conta_id, busca);

-- What a mailbox's server calls a message that we met; the identity the next collection compares with. recusa: why it could not be
-- fetched: 'grande-demais' has its e-mail in quarentena and is asked for again when the limit grows, any other at the next visit.
CREATE TABLE caixa_mensagem (
  conta_id uuid NOT NULL,
  caixa_id uuid NOT NULL,
  uid text NOT NULL,
  email_id uuid,
  recusa text,
  vista_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, caixa_id, uid),
  FOREIGN KEY (conta_id, caixa_id) REFERENCES caixa_email (conta_id, id),
  FOREIGN KEY (conta_id, email_id) REFERENCES email (conta_id, id)
);

-- ── documents ──────────────────────────────────────────────────────────────────────────────────────────────────
-- Every distinct XML of a key, with its verdict. natureza: a nota, or an evento about one.
CREATE TABLE documento (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  sha256 text NOT NULL,
  sha1 text NOT NULL,
  natureza text NOT NULL CHECK (natureza IN ('nota', 'evento')),
  chave text NOT NULL,
  tipo_nota text NOT NULL,
  situacao text NOT NULL CHECK (situacao IN ('integra', 'reparada', 'suspeita', 'assinatura-invalida')),
  achados jsonb NOT NULL DEFAULT '[]',
  -- What a nota's signature says of its content; SEFAZ answers which one it authorized.
  dig_val text,
  certificado_titular text,
  tamanho integer NOT NULL,
  mes date NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX documento_conta_id_sha256_key ON documento (conta_id, sha256);
CREATE INDEX documento_conta_id_chave_idx ON documento (conta_id, chave);

-- The bytes, gzip, as received: the legal core (132 months). mes = first day of the month of capture (UTC).
CREATE TABLE documento_xml (
  conta_id uuid NOT NULL,
  mes date NOT NULL,
  documento_id uuid NOT NULL,
  xml_gzip bytea NOT NULL,
  PRIMARY KEY (conta_id, documento_id, mes)
) PARTITION BY RANGE (mes);
ALTER TABLE documento_xml ALTER COLUMN xml_gzip SET STORAGE EXTERNAL;
CREATE TABLE documento_xml_resto PARTITION OF documento_xml DEFAULT;

CREATE TABLE anexo (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  email_id uuid NOT NULL,
  caminho text NOT NULL,
  nome text,
  tipo text NOT NULL,
  tamanho integer NOT NULL,
  sha256 text NOT NULL,
  embutida boolean NOT NULL DEFAULT false,
  content_id text,
  destino text NOT NULL CHECK (destino IN ('nota', 'evento', 'duplicada', 'outro-dfe', 'nao-dfe', 'pacote', 'quarentena', 'erro')),
  motivo text,
  detalhe text,
  documento_id uuid,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, email_id) REFERENCES email (conta_id, id),
  FOREIGN KEY (conta_id, documento_id) REFERENCES documento (conta_id, id)
);
CREATE UNIQUE INDEX anexo_conta_id_email_id_caminho_key ON anexo (conta_id, email_id, caminho);
CREATE INDEX anexo_conta_id_documento_id_idx ON anexo (conta_id, documento_id) WHERE documento_id IS NOT NULL;
CREATE INDEX anexo_conta_id_sha256_idx ON anexo (conta_id, sha256);

-- One view of a document for the conta: E received, S issued. Flags, sequência and SEFAZ's word live here.
CREATE TABLE nota (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  chave text NOT NULL,
  papel text NOT NULL CHECK (papel IN ('E', 'S')),
  terceiros boolean NOT NULL DEFAULT false,
  empresa_id uuid,
  documento_id uuid NOT NULL,
  tipo_nota text NOT NULL CHECK (tipo_nota IN ('NFe', 'CTe', 'CTeOS', 'MDFe', 'NFCe')),
  numero_nota integer NOT NULL,
  serie_nota integer NOT NULL,
  data_emissao timestamptz(3) NOT NULL,
  dia_emissao date NOT NULL,
  valor_total numeric(15, 2) NOT NULL,
  nome_emitente text NOT NULL,
  emitente_ordem text COLLATE "C" NOT NULL,
  cnpj_emitente text NOT NULL,
  uf_emitente text,
  nome_destinatario text,
  destinatario_ordem text COLLATE "C" NOT NULL DEFAULT '',
  cnpj_destinatario text,
  uf_destinatario text,
  natureza_operacao text,
  finalidade text,
  situacao text NOT NULL CHECK (situacao IN ('integra', 'reparada', 'suspeita', 'assinatura-invalida')),
  quarentena boolean NOT NULL DEFAULT false,
  dig_val text,
  nfe_status text,
  nfe_protocolo text,
  nfe_protocolo_data timestamptz(3),
  sefaz_status text,
  sefaz_dig_val text,
  sefaz_motivo text,
  sefaz_pedida_em timestamptz(3),
  sefaz_consultada_em timestamptz(3),
  sefaz_falhou_em timestamptz(3),
  aguardando_certificado boolean NOT NULL DEFAULT false,
  -- 150 counts as 100, and for MDF-e 132 (encerrado) too; unknown on either side is never divergent.
  divergente boolean GENERATED ALWAYS AS (
    CASE WHEN sefaz_status IN ('150', '132') THEN '100' ELSE sefaz_status END
    <> CASE WHEN nfe_status IN ('150', '132') THEN '100' ELSE nfe_status END
  ) STORED,
  processado_erp boolean NOT NULL DEFAULT false,
  processado_em timestamptz(3),
  processado_por text,
  recebido boolean NOT NULL DEFAULT false,
  recebido_em timestamptz(3),
  recebido_por text,
  conferido boolean NOT NULL DEFAULT false,
  conferido_em timestamptz(3),
  conferido_por text,
  hash_sha1_canc text,
  criado_em timestamptz(3) NOT NULL,
  alterado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, documento_id) REFERENCES documento (conta_id, id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
);
CREATE UNIQUE INDEX nota_conta_id_chave_papel_key ON nota (conta_id, chave, papel);
CREATE INDEX nota_emissao_idx ON nota (conta_id, papel, data_emissao DESC, id DESC);
CREATE INDEX nota_aberta_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) WHERE NOT processado_erp;
CREATE INDEX nota_divergente_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) WHERE divergente;
CREATE INDEX nota_emitente_idx ON nota (conta_id, papel, emitente_ordem, id);
CREATE INDEX nota_destinatario_idx ON nota (conta_id, papel, destinatario_ordem, id);
CREATE INDEX nota_cnpj_emitente_idx ON nota (conta_id, papel, cnpj_emitente, data_emissao DESC, id DESC);
CREATE INDEX nota_cnpj_destinatario_idx ON nota (conta_id, papel, cnpj_destinatario, data_emissao DESC, id DESC);
CREATE INDEX nota_numero_idx ON nota (conta_id, papel, numero_nota);
CREATE INDEX nota_valor_idx ON nota (conta_id, papel, valor_total);
CREATE INDEX nota_alterado_idx ON nota (conta_id, alterado_em, id);
CREATE INDEX nota_documento_idx ON nota (conta_id, documento_id);

CREATE TABLE evento (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  chave text NOT NULL,
  tp_evento text NOT NULL,
  n_seq integer NOT NULL,
  desc_evento text NOT NULL,
  protocolo text,
  protocolo_data timestamptz(3),
  cstat text,
  origem text NOT NULL CHECK (origem IN ('email', 'sefaz')),
  situacao text CHECK (situacao IN ('integra', 'reparada', 'suspeita', 'assinatura-invalida')),
  documento_id uuid,
  criado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, documento_id) REFERENCES documento (conta_id, id)
);
CREATE UNIQUE INDEX evento_conta_id_chave_tp_evento_n_seq_key ON evento (conta_id, chave, tp_evento, n_seq);

-- Who appears in documents; names are searched here, then joined down the date index.
CREATE TABLE participante (
  conta_id uuid NOT NULL REFERENCES conta (id),
  documento text NOT NULL,
  nome text NOT NULL,
  nome_ordem text COLLATE "C" NOT NULL,
  -- The names it goes by, folded and whole, one to a line: what a search looks in.
  nome_busca text NOT NULL,
  visto_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, documento)
);
CREATE INDEX participante_nome_idx ON participante USING gin (conta_id, nome_busca gin_trgm_ops);

-- Every attempt to ask SEFAZ, answered or not; answers about the service live only here.
CREATE TABLE consulta (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  chave text NOT NULL,
  autorizador text,
  pedida_em timestamptz(3) NOT NULL,
  duracao_ms integer NOT NULL,
  cstat text,
  x_motivo text,
  falha text,
  PRIMARY KEY (conta_id, id)
);
CREATE INDEX consulta_conta_id_chave_pedida_em_idx ON consulta (conta_id, chave, pedida_em DESC);

-- ── what is published ──────────────────────────────────────────────────────────────────────────────────────────
-- Gap-free per conta; written by publica() alone.
CREATE TABLE feed (
  conta_id uuid NOT NULL,
  sequencia bigint NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('nota', 'troca', 'evento', 'status', 'marca', 'quarentena')),
  nota_id uuid NOT NULL,
  evento_id uuid,
  criado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, sequencia)
);

CREATE TABLE rollup_dia (
  conta_id uuid NOT NULL,
  dia date NOT NULL,
  papel text NOT NULL,
  tipo_nota text NOT NULL,
  empresa_id uuid NOT NULL,
  quantidade bigint NOT NULL,
  valor numeric(20, 2) NOT NULL,
  PRIMARY KEY (conta_id, dia, papel, tipo_nota, empresa_id)
);

CREATE TABLE rollup_uf (
  conta_id uuid NOT NULL,
  mes date NOT NULL,
  papel text NOT NULL,
  uf text NOT NULL,
  tipo_nota text NOT NULL,
  empresa_id uuid NOT NULL,
  quantidade bigint NOT NULL,
  valor numeric(20, 2) NOT NULL,
  PRIMARY KEY (conta_id, mes, papel, uf, tipo_nota, empresa_id)
);

-- ── work ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- The truth about work; BullMQ only carries it. alvo: caixa id (poll), email id (ingest), chave (validate).
-- tentativa: handovers so far, counted at the claim; it fences who comes late and is part of the queue's job id.
-- falhas: attempts that began and did not end well; ausencias: those that found the world outside, disk or database away; mortes: those that ended with their process, though they ran alone. executor: the process that holds it (db/presence.ts).
-- proxima_em: asked for again while it was running.
CREATE TABLE tarefa (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('poll', 'ingest', 'validate')),
  alvo text NOT NULL,
  cota text NOT NULL DEFAULT '',
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'entregue', 'feita', 'desistiu')),
  vence_em timestamptz(3) NOT NULL,
  proxima_em timestamptz(3),
  tentativa integer NOT NULL DEFAULT 0,
  falhas integer NOT NULL DEFAULT 0,
  ausencias integer NOT NULL DEFAULT 0,
  mortes integer NOT NULL DEFAULT 0,
  executor integer,
  arrendada_ate timestamptz(3),
  iniciada_em timestamptz(3),
  resultado text,
  criado_em timestamptz(3) NOT NULL,
  terminada_em timestamptz(3),
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX tarefa_aberta_key ON tarefa (conta_id, tipo, alvo) WHERE estado IN ('pendente', 'entregue');
CREATE INDEX tarefa_vencida_idx ON tarefa (tipo, vence_em) WHERE estado = 'pendente';
CREATE INDEX tarefa_vez_idx ON tarefa (tipo, conta_id, cota, vence_em) WHERE estado = 'pendente';
CREATE INDEX tarefa_entregue_idx ON tarefa (tipo, cota) WHERE estado = 'entregue';
CREATE INDEX tarefa_terminada_idx ON tarefa (terminada_em) WHERE terminada_em IS NOT NULL;

-- ── walls ──────────────────────────────────────────────────────────────────────────────────────────────────────
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY[
    'conta_sequencia', 'usuario', 'sessao', 'sessao_token', 'empresa', 'certificado', 'caixa_email', 'email', 'caixa_mensagem',
    'documento', 'documento_xml', 'documento_xml_resto', 'anexo', 'nota', 'evento', 'participante', 'consulta', 'feed', 'rollup_dia', 'rollup_uf', 'tarefa'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format(
      'CREATE POLICY da_conta ON %I TO malote_app USING (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)) WITH CHECK (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))',
      t);
  END LOOP;
END $$;
ALTER TABLE conta ENABLE ROW LEVEL SECURITY;
ALTER TABLE conta FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON conta TO malote_app USING (id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
ALTER TABLE limite_uso ENABLE ROW LEVEL SECURITY;
ALTER TABLE limite_uso FORCE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO malote_app, malote_portaria;
-- portaria_particoes makes the months of documento_xml: who makes partitions owns the table.
GRANT CREATE ON SCHEMA public TO malote_portaria;
ALTER TABLE documento_xml OWNER TO malote_portaria;
ALTER TABLE documento_xml_resto OWNER TO malote_portaria;
GRANT SELECT ON conta, conta_sequencia, feed, rollup_dia, rollup_uf TO malote_app;
GRANT SELECT, INSERT, UPDATE ON usuario, empresa, certificado, caixa_email, email, documento, nota, evento, participante, tarefa TO malote_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessao, sessao_token, caixa_mensagem, anexo TO malote_app;
GRANT SELECT, INSERT ON documento_xml, consulta TO malote_app;
GRANT DELETE ON certificado, tarefa TO malote_app;

-- What the gatekeeper's functions touch, and no more.
GRANT SELECT ON usuario, sessao_token, email, participante TO malote_portaria;
GRANT SELECT, INSERT ON conta TO malote_portaria;
GRANT SELECT, INSERT, UPDATE ON conta_sequencia TO malote_portaria;
GRANT SELECT, UPDATE, DELETE ON tarefa TO malote_portaria;
GRANT SELECT, UPDATE, DELETE ON sessao TO malote_portaria;
GRANT SELECT, INSERT, UPDATE ON feed, rollup_dia, rollup_uf TO malote_portaria;
GRANT SELECT (conta_id, id), UPDATE (alterado_em) ON nota TO malote_portaria;
GRANT SELECT, INSERT, UPDATE, DELETE ON limite_uso TO malote_portaria;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY[
    'conta', 'usuario', 'sessao', 'sessao_token', 'email', 'participante', 'tarefa', 'conta_sequencia', 'nota', 'feed', 'rollup_dia', 'rollup_uf', 'limite_uso',
    'documento_xml', 'documento_xml_resto'
  ] LOOP
    EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;
