-- From mailbox to nota: caixas, e-mails, their parts, documents, and the notas of a conta.

-- Growing tables are analyzed often (autovacuum_analyze_scale_factor): to the planner, a conta without
-- statistics has one row, and every index that begins with conta_id seems equally good.

CREATE TABLE caixa_email (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('pop3', 'pop3-starttls', 'spop3', 'imap', 'imap-starttls', 'imaps')),
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
  autenticacao text NOT NULL DEFAULT 'senha' CHECK (autenticacao IN ('senha', 'oauth2')),
  -- provedor, tokenUrl, clientId, escopo; secrets are in senha_selada.
  oauth jsonb,
  pasta text,
  certificado_fixado text,
  apagar_apos_dias integer CHECK (apagar_apos_dias BETWEEN 1 AND 3650),
  -- Rises when server, user or folder change: uids of another generation do not count.
  geracao integer NOT NULL DEFAULT 1,
  -- Up to here every message is stored or recorded, in the server's own terms; null where it has none (POP3).
  marca text,
  ultima_visita timestamptz(3),
  erro_desde timestamptz(3),
  falhas_seguidas integer NOT NULL DEFAULT 0,
  -- When its owner was notified of the present error.
  avisada_em timestamptz(3),
  silenciosa_desde timestamptz(3),
  -- MD5 of a sealed secret that a provider rotated, and of the one that a user saved before: a rotation does
  -- not change the connection, a saved secret does.
  girado_para text,
  girado_de text,
  PRIMARY KEY (conta_id, id)
);
CREATE INDEX caixa_email_erro_idx ON caixa_email (erro_desde, id) WHERE apagada_em IS NULL AND erro_desde IS NOT NULL;

CREATE TABLE email (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  caixa_id uuid,
  -- Null while the bytes are not stored: a message over the limit stays on its server.
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
  -- Subject and sender have weight A, the body weight D: a search may ask for the body alone.
  busca tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('simple'::regconfig, assunto || ' ' || remetente || ' ' || coalesce(remetente_nome, '')), 'A')
      || to_tsvector('simple'::regconfig, left(coalesce(corpo_mensagem, ''), 20000))) STORED,
  reprocessado_em timestamptz(3),
  -- Access keys in the text of an e-mail without a document of its own.
  chaves_sem_xml text[] NOT NULL DEFAULT '{}',
  -- An importação: a row without a caixa, with the id of its importacao.
  importado boolean NOT NULL DEFAULT false,
  -- A column, because row security keeps lower() from an index of the expression. 320 characters: the longest
  -- address of RFC 5321; an index row holds 2704 bytes.
  remetente_ordem text COLLATE "C" GENERATED ALWAYS AS ("left"(lower(remetente), 320)) STORED,
  -- CPU time in ms when the reading was given up for its cost, and when (docs/adr/0048-cost-of-reading.md).
  custo_ms integer,
  caro_em timestamptz(3),
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, caixa_id) REFERENCES caixa_email (conta_id, id),
  CHECK (sha256 IS NOT NULL OR importado OR estado <> 'em-leitura')
) WITH (autovacuum_analyze_scale_factor = 0.01);
CREATE UNIQUE INDEX email_conta_id_sha256_key ON email (conta_id, sha256);
CREATE INDEX email_conta_id_data_idx ON email (conta_id, data DESC, id DESC);
CREATE INDEX email_conta_id_message_id_idx ON email (conta_id, message_id);
CREATE INDEX email_busca_idx ON email USING gin (conta_id, busca);
CREATE INDEX email_caixa_idx ON email (conta_id, caixa_id, recebida_em DESC);
CREATE INDEX email_em_leitura_idx ON email (conta_id) WHERE estado = 'em-leitura';
CREATE INDEX email_recebida_idx ON email (conta_id, recebida_em) WHERE NOT importado;
CREATE INDEX email_remetente_idx ON email (conta_id, remetente_ordem, data DESC, id DESC) WHERE NOT importado;
CREATE INDEX email_caro_idx ON email (conta_id, caro_em) WHERE caro_em IS NOT NULL;

-- A message by its server's uid: the next poll compares with it. recusa: why it was not fetched. A message
-- 'grande-demais' is in quarentena and is fetched when the limit grows; any other at the next poll.
CREATE TABLE caixa_mensagem (
  conta_id uuid NOT NULL,
  caixa_id uuid NOT NULL,
  uid text NOT NULL,
  email_id uuid,
  recusa text,
  vista_em timestamptz(3) NOT NULL,
  geracao integer NOT NULL DEFAULT 1,
  -- Its size by the server, and a hash of its header where a server may renumber its uids.
  tamanho bigint,
  prova text,
  -- When it was deleted from its server, by the caixa's own rule.
  apagada_em timestamptz(3),
  PRIMARY KEY (conta_id, caixa_id, geracao, uid),
  FOREIGN KEY (conta_id, caixa_id) REFERENCES caixa_email (conta_id, id),
  FOREIGN KEY (conta_id, email_id) REFERENCES email (conta_id, id)
);
CREATE INDEX caixa_mensagem_email_idx ON caixa_mensagem (conta_id, email_id) WHERE email_id IS NOT NULL;
-- Refused messages to fetch again, oldest first.
CREATE INDEX caixa_mensagem_adiada_idx ON caixa_mensagem (conta_id, caixa_id, geracao, vista_em)
  WHERE recusa <> 'sumida';
-- Messages to delete from the server, oldest first.
CREATE INDEX caixa_mensagem_vencida_idx ON caixa_mensagem (conta_id, caixa_id, geracao, vista_em)
  WHERE apagada_em IS NULL AND recusa IS NULL;

-- Senders of e-mails: few beside the e-mails themselves. busca: address and name, folded; nome: the latest.
CREATE TABLE remetente (
  conta_id uuid NOT NULL REFERENCES conta (id),
  endereco text COLLATE "C" NOT NULL,
  nome text,
  busca text NOT NULL,
  PRIMARY KEY (conta_id, endereco)
);

-- The empresas whose documents an e-mail brought (docs/adr/0064-what-is-counted.md): the e-mails of a range
-- are counted in the key alone. recebida_em is the e-mail's. An importação is no e-mail.
CREATE TABLE email_empresa (
  conta_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  recebida_em timestamptz(3) NOT NULL,
  email_id uuid NOT NULL,
  PRIMARY KEY (conta_id, empresa_id, recebida_em, email_id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id),
  FOREIGN KEY (conta_id, email_id) REFERENCES email (conta_id, id)
);
CREATE INDEX email_empresa_email_idx ON email_empresa (conta_id, email_id);

-- Results of the antivirus by digest: the name of a signature, or null.
CREATE TABLE antivirus (
  conta_id uuid NOT NULL REFERENCES conta (id),
  sha256 text NOT NULL,
  assinatura text,
  visto_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, sha256)
);

-- ── documents ──────────────────────────────────────────────────────────────────────────────────────────────

-- Every distinct XML of a chave, with its veredito (docs/adr/0013-verdict-quarantine-release.md).
CREATE TABLE documento (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  sha256 text NOT NULL,
  sha1 text NOT NULL,
  -- A nota, or an evento about one.
  natureza text NOT NULL CHECK (natureza IN ('nota', 'evento')),
  chave text NOT NULL,
  tipo_nota text NOT NULL,
  veredito text NOT NULL CHECK (veredito IN
    ('autentica', 'integra', 'sem-protocolo', 'nao-autorizada', 'assinatura-invalida', 'suspeita', 'ilegivel')),
  achados jsonb NOT NULL DEFAULT '[]',
  -- The digest of a nota's signature; SEFAZ answers which one it authorized.
  dig_val text,
  certificado_titular text,
  tamanho integer NOT NULL,
  mes date NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  -- The changes undone until the signature was valid.
  reparo text[],
  -- The received bytes, in the blob store, when they are not this documento (repaired, or taken from a
  -- wrapper).
  recebido_sha256 text,
  -- When SEFAZ itself delivered it; null if it came by e-mail alone.
  distribuido_em timestamptz(3),
  PRIMARY KEY (conta_id, id)
) WITH (autovacuum_analyze_scale_factor = 0.01);
CREATE UNIQUE INDEX documento_conta_id_sha256_key ON documento (conta_id, sha256);
CREATE INDEX documento_conta_id_chave_idx ON documento (conta_id, chave);
-- The cleanup of blobs looks for references.
CREATE INDEX documento_recebido_idx ON documento (conta_id, recebido_sha256) WHERE recebido_sha256 IS NOT NULL;

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
  destino text NOT NULL
    CHECK (destino IN ('nota', 'evento', 'duplicada', 'outro-dfe', 'nao-dfe', 'pacote', 'quarentena', 'erro')),
  motivo text,
  detalhe text,
  documento_id uuid,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, email_id) REFERENCES email (conta_id, id),
  FOREIGN KEY (conta_id, documento_id) REFERENCES documento (conta_id, id)
) WITH (autovacuum_analyze_scale_factor = 0.01);
CREATE UNIQUE INDEX anexo_conta_id_email_id_caminho_key ON anexo (conta_id, email_id, caminho);
CREATE INDEX anexo_conta_id_documento_id_idx ON anexo (conta_id, documento_id) WHERE documento_id IS NOT NULL;
CREATE INDEX anexo_conta_id_sha256_idx ON anexo (conta_id, sha256);
-- The errors of an importação by reason.
CREATE INDEX anexo_problema_idx ON anexo (conta_id, email_id, motivo, caminho) WHERE destino IN ('erro', 'quarentena');

-- An evento is unique by its author too: another author's evento about a chave does not replace the valid
-- one.
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
  veredito text CHECK (veredito IN
    ('autentica', 'integra', 'sem-protocolo', 'nao-autorizada', 'assinatura-invalida', 'suspeita', 'ilegivel')),
  documento_id uuid,
  criado_em timestamptz(3) NOT NULL,
  -- CNPJ or CPF as the evento has it; '' if unreadable.
  autor text NOT NULL,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, documento_id) REFERENCES documento (conta_id, id)
) WITH (autovacuum_analyze_scale_factor = 0.01);
CREATE UNIQUE INDEX evento_conta_id_chave_tp_evento_n_seq_autor_key ON evento (conta_id, chave, tp_evento, n_seq, autor);

-- Parties of documents. nome_busca: all names of a party, folded, one a line.
CREATE TABLE participante (
  conta_id uuid NOT NULL REFERENCES conta (id),
  documento text NOT NULL,
  nome text NOT NULL,
  nome_ordem text COLLATE "C" NOT NULL,
  nome_busca text NOT NULL,
  visto_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, documento)
) WITH (autovacuum_analyze_scale_factor = 0.01);
CREATE INDEX participante_nome_idx ON participante USING gin (conta_id, nome_busca gin_trgm_ops);

-- ── notas ──────────────────────────────────────────────────────────────────────────────────────────────────

-- One side of a document for a conta: E received, S issued. It has the user's marks and SEFAZ's answers.
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
  veredito text NOT NULL CHECK (veredito IN
    ('autentica', 'integra', 'sem-protocolo', 'nao-autorizada', 'assinatura-invalida', 'suspeita', 'ilegivel')),
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
  -- Written by the trigger nota_divergente: a new rule for a generated column would rewrite the table.
  divergente boolean,
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
  quarentena_liberada_em timestamptz(3),
  quarentena_liberada_por text,
  quarentena_motivo text,
  cnpj_tomador text,
  sefaz_pedida_por text,
  -- The last one that SEFAZ registered: 0 none, 1 confirmed, 2 unknown, 3 not performed, 4 ciência (spec §4).
  manifestacao smallint NOT NULL DEFAULT 0 CHECK (manifestacao BETWEEN 0 AND 4),
  manifestacao_em timestamptz(3),
  -- How the rollups count it; contada_dia null: they do not. marcas: 1 cancelled, 2 divergent, 4 not
  -- processed in the ERP. medida: counted in the use of the month.
  contada_dia date,
  contada_papel text,
  contada_tipo text,
  contada_empresa uuid,
  contada_uf text,
  contada_valor numeric(15, 2),
  contada_marcas smallint,
  medida boolean NOT NULL DEFAULT false,
  -- Row security keeps comparisons of numeric from an index, but not those of integers.
  valor_centavos bigint NOT NULL GENERATED ALWAYS AS ((valor_total * 100)::bigint) STORED,
  -- What SEFAZ reports to the auditor: one bit for each kind and situation. auditoria_rara: any but the
  -- authorization itself (bits 0, 3 and 6); a column, so that the planner knows its share of the rows.
  auditoria smallint NOT NULL DEFAULT 0,
  auditoria_rara boolean NOT NULL GENERATED ALWAYS AS ((auditoria & 32694) <> 0) STORED,
  -- Since when it diverges in the lists; else, since when the statuses, quarentena and terceiros are as they
  -- are.
  divergente_em timestamptz(3),
  sefaz_alertas jsonb,
  -- SVRS answers about an issuer without IE, whatever its UF (docs/adr/0067-issuers-without-ie.md). Null:
  -- unread.
  emitente_sem_ie boolean,
  -- Days before the recipient's deadline at the last notification.
  prazo_avisado smallint,
  finalidade_tipo text,
  referencias text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, documento_id) REFERENCES documento (conta_id, id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
) WITH (autovacuum_analyze_scale_factor = 0.01);
CREATE UNIQUE INDEX nota_conta_id_chave_papel_key ON nota (conta_id, chave, papel);
CREATE INDEX nota_alterado_idx ON nota (conta_id, alterado_em, id);
CREATE INDEX nota_documento_idx ON nota (conta_id, documento_id);

-- The list (docs/adr/0031-searches-and-filters.md). Filtered columns are in the index of the order: a list of
-- 100 000 is counted without its rows, which take 50 MB.
CREATE INDEX nota_emissao_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros, quarentena,
  processado_erp, recebido, conferido, divergente, manifestacao, tipo_nota, serie_nota, uf_emitente, uf_destinatario,
  nfe_status, sefaz_status, finalidade, veredito, valor_centavos, cnpj_emitente, cnpj_destinatario);
-- The list that users open first: what the ERP has not processed.
CREATE INDEX nota_aberta_idx ON nota (conta_id, papel, data_emissao DESC, id DESC)
  INCLUDE (terceiros, quarentena, tipo_nota) WHERE NOT processado_erp;
CREATE INDEX nota_divergente_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) WHERE divergente;
CREATE INDEX nota_divergente_em_idx ON nota (conta_id, papel, divergente_em DESC, id DESC)
  INCLUDE (terceiros, quarentena, tipo_nota) WHERE divergente;
CREATE INDEX nota_empresa_idx ON nota (conta_id, empresa_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros)
  WHERE empresa_id IS NOT NULL;
CREATE INDEX nota_emitente_idx ON nota (conta_id, papel, emitente_ordem, id);
CREATE INDEX nota_destinatario_idx ON nota (conta_id, papel, destinatario_ordem, id);
CREATE INDEX nota_cnpj_emitente_idx ON nota (conta_id, papel, cnpj_emitente, data_emissao DESC, id DESC)
  INCLUDE (terceiros);
CREATE INDEX nota_cnpj_destinatario_idx ON nota (conta_id, papel, cnpj_destinatario, data_emissao DESC, id DESC)
  INCLUDE (terceiros);
CREATE INDEX nota_numero_idx ON nota (conta_id, papel, numero_nota);
CREATE INDEX nota_valor_idx ON nota (conta_id, papel, valor_centavos) INCLUDE (terceiros);
CREATE INDEX nota_serie_idx ON nota (conta_id, papel, serie_nota) WHERE NOT terceiros;
CREATE INDEX nota_criado_idx ON nota (conta_id, papel, criado_em) WHERE NOT terceiros;
-- Columns of few values in one index of 7 bytes a row: equal keys are stored once, and PostgreSQL skips
-- columns that a filter does not name.
CREATE INDEX nota_marcas_idx ON nota (conta_id, papel, tipo_nota, finalidade, nfe_status, sefaz_status, veredito,
  manifestacao, quarentena, processado_erp, recebido, conferido) WHERE NOT terceiros;
-- The UF of the other party: every nota is in one of the two.
CREATE INDEX nota_uf_emitente_idx ON nota (conta_id, uf_emitente) WHERE papel = 'E' AND NOT terceiros;
CREATE INDEX nota_uf_destinatario_idx ON nota (conta_id, uf_destinatario) WHERE papel = 'S' AND NOT terceiros;
CREATE INDEX nota_auditoria_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros, auditoria)
  WHERE auditoria <> 0;
CREATE INDEX nota_auditoria_rara_idx ON nota (conta_id, papel, data_emissao DESC, id DESC)
  INCLUDE (terceiros, auditoria) WHERE auditoria_rara;
-- Documents whose status has no name (NFE_STATUS of the contract).
CREATE INDEX nota_nfe_sem_nome_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros)
  WHERE (nfe_status = ANY (
    '{100,101,102,110,132,150,151,155,201,202,203,204,205,206,217,301,302,303,420,450,451}'::text[])) IS NOT TRUE;
CREATE INDEX nota_sefaz_sem_nome_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros)
  WHERE (sefaz_status = ANY (
    '{100,101,102,110,132,150,151,155,201,202,203,204,205,206,217,301,302,303,420,450,451}'::text[])) IS NOT TRUE;
