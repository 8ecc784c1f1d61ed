-- SEFAZ: queries and their limits, what a recipient answers (manifestação), and the auditor.

-- Every query, answered or not.
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
  servico text NOT NULL DEFAULT 'consulta' CHECK (servico IN ('consulta', 'evento', 'distribuicao')),
  origem text NOT NULL DEFAULT 'agenda'
    CHECK (origem IN ('recebimento', 'agenda', 'pessoa', 'certificado', 'auditor')),
  -- Full name of the user; null for the schedule.
  quem text,
  -- How many times in a row the schedule failed in the same way; pedida_em is the last.
  vezes integer NOT NULL DEFAULT 1,
  PRIMARY KEY (conta_id, id)
);
CREATE INDEX consulta_conta_id_chave_pedida_em_idx ON consulta (conta_id, chave, pedida_em DESC);
CREATE INDEX consulta_falha_idx ON consulta (pedida_em) WHERE cstat IS NULL;

-- ── rate policy (docs/adr/0019-sefaz-rate-policy.md) ───────────────────────────────────────────────────────
-- SEFAZ counts certificates, chaves and machines, not contas: these tables belong to none. escopo names what
-- is counted, e.g. "producao cnpj 12345678000195 consulta".

CREATE TABLE sefaz_uso (
  escopo text NOT NULL,
  momento timestamptz(3) NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (escopo, momento, id)
);
CREATE INDEX sefaz_uso_momento_idx ON sefaz_uso (momento);

CREATE TABLE sefaz_bloqueio (
  escopo text PRIMARY KEY,
  desde timestamptz(3) NOT NULL,
  ate timestamptz(3) NOT NULL,
  vezes integer NOT NULL DEFAULT 1,
  motivo text NOT NULL
);

-- A circuit breaker for each authorizer and service. falharam: up to two certificates of its failures in a
-- row; certificados: those of recent queries; sonda: the query that tests an open breaker.
CREATE TABLE sefaz_disjuntor (
  nome text PRIMARY KEY,
  falhas integer NOT NULL DEFAULT 0,
  falharam text[] NOT NULL DEFAULT '{}',
  certificados jsonb NOT NULL DEFAULT '{}',
  aberturas integer NOT NULL DEFAULT 0,
  aberto_ate timestamptz(3),
  sonda uuid,
  sonda_ate timestamptz(3),
  mudou_em timestamptz(3) NOT NULL
);

-- A query in progress. ate is in the machine's time, not the application's.
CREATE TABLE sefaz_voo (
  escopo text PRIMARY KEY,
  id uuid NOT NULL,
  ate timestamptz(3) NOT NULL
);

-- The position of a CNPJ's distribuição in SEFAZ's own count.
CREATE TABLE sefaz_posicao (
  escopo text PRIMARY KEY,
  ult_nsu text NOT NULL,
  em timestamptz(3) NOT NULL
);

-- ── manifestação ───────────────────────────────────────────────────────────────────────────────────────────

-- A manifestação has a status; any other evento has tp_evento, and its fields in dizeres
-- (docs/adr/0071-sent-eventos.md).
CREATE TABLE manifestacao (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  chave text NOT NULL,
  status smallint CHECK (status BETWEEN 1 AND 4),
  n_seq integer NOT NULL,
  justificativa text,
  -- Null: the automatic ciência of the empresa.
  usuario_id uuid,
  usuario text,
  pedida_em timestamptz(3) NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'registrada', 'recusada', 'falhou')),
  cstat text,
  x_motivo text,
  protocolo text,
  registrada_em timestamptz(3),
  terminada_em timestamptz(3),
  -- Why it was given up: a key of FALHA_MANIFESTACAO in the contract.
  falha text,
  -- When SEFAZ authorized the document, as known at the request: no evento precedes it.
  autorizada_em timestamptz(3) NOT NULL,
  -- The signed evento, gzip: a repetition sends the same bytes.
  evento_gzip bytea,
  tp_evento text,
  dizeres jsonb,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id),
  CONSTRAINT manifestacao_tipo_check CHECK ((status IS NULL) <> (tp_evento IS NULL))
);
CREATE INDEX manifestacao_chave_idx ON manifestacao (conta_id, chave, pedida_em DESC);
-- One pending request of a kind at a time.
CREATE UNIQUE INDEX manifestacao_pendente_key ON manifestacao (conta_id, chave, status) WHERE estado = 'pendente';
CREATE UNIQUE INDEX manifestacao_evento_pendente_key ON manifestacao (conta_id, chave, tp_evento)
  WHERE estado = 'pendente' AND tp_evento IS NOT NULL;

-- ── auditor (docs/adr/0021-distribuicao-and-auditor.md) ────────────────────────────────────────────────────

CREATE TABLE auditor (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  empresa_id uuid,
  tipo text NOT NULL CHECK (tipo IN ('NFe', 'CTe', 'CTeOS', 'Cancelamento', 'Evento')),
  tipo_nota text NOT NULL,
  chave text NOT NULL,
  -- Of an evento; '' and 0 for a document.
  tp_evento text NOT NULL DEFAULT '',
  n_seq integer NOT NULL DEFAULT 0,
  autor text NOT NULL DEFAULT '',
  -- 1 authorized, 2 denied, 3 cancelled.
  c_sit_nfe smallint NOT NULL CHECK (c_sit_nfe BETWEEN 1 AND 3),
  desc_evento text NOT NULL,
  texto text NOT NULL,
  data_evento timestamptz(3) NOT NULL,
  data_emissao timestamptz(3),
  numero_nota integer,
  serie_nota integer,
  nome_emitente text,
  cnpj_emitente text,
  valor_total numeric(15, 2),
  protocolo text,
  dig_val text,
  origem text NOT NULL CHECK (origem IN ('distribuicao', 'conferencia')),
  esquema text,
  nsu text,
  -- The received XML, gzip; null when it is stored as documento or evento.
  resumo_gzip bytea,
  evento_id uuid,
  criado_em timestamptz(3) NOT NULL,
  alterado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id)
) WITH (autovacuum_analyze_scale_factor = 0.01);
CREATE UNIQUE INDEX auditor_fato_key ON auditor (conta_id, chave, tp_evento, n_seq, autor);
CREATE INDEX auditor_data_idx ON auditor (conta_id, data_evento DESC, id DESC);
-- Documents whose XML may be missing.
CREATE INDEX auditor_autorizada_idx ON auditor (conta_id, data_evento DESC, id DESC)
  WHERE tp_evento = '' AND c_sit_nfe = 1;
CREATE INDEX auditor_emitente_idx ON auditor (conta_id, cnpj_emitente, data_evento DESC, id DESC);
CREATE INDEX auditor_numero_idx ON auditor (conta_id, numero_nota) WHERE numero_nota IS NOT NULL;

-- Position in an empresa's distribuição, for NF-e and for CT-e.
CREATE TABLE distribuicao (
  conta_id uuid NOT NULL REFERENCES conta (id),
  empresa_id uuid NOT NULL,
  modelo text NOT NULL CHECK (modelo IN ('NFe', 'CTe')),
  ult_nsu text NOT NULL DEFAULT '000000000000000',
  max_nsu text NOT NULL DEFAULT '000000000000000',
  -- The first received NSU: below it nothing is missing.
  primeiro_nsu text,
  ultima_em timestamptz(3),
  cstat text,
  x_motivo text,
  falha text,
  -- When SEFAZ first accepted this empresa's certificate for the CNPJ. Until then sefaz_posicao is not shown
  -- to it.
  aceita_em timestamptz(3),
  -- How many times in a row SEFAZ blocked the CNPJ (656).
  consumos integer NOT NULL DEFAULT 0,
  -- Skipped NSU, beyond those that are queried one by one.
  puladas bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (conta_id, empresa_id, modelo),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
);

-- NSU that SEFAZ skipped or that were unreadable: queried one by one.
CREATE TABLE distribuicao_lacuna (
  conta_id uuid NOT NULL REFERENCES conta (id),
  empresa_id uuid NOT NULL,
  modelo text NOT NULL CHECK (modelo IN ('NFe', 'CTe')),
  nsu text NOT NULL,
  -- aberta: queried again; vazia: SEFAZ has none; ilegivel: queried often enough; guardada: of an unlisted
  -- kind.
  estado text NOT NULL DEFAULT 'aberta' CHECK (estado IN ('aberta', 'vazia', 'ilegivel', 'guardada')),
  tentativas integer NOT NULL DEFAULT 0,
  vista_em timestamptz(3) NOT NULL,
  esquema text,
  -- The received bytes, gzip; null when they could not be opened.
  xml_gzip bytea,
  PRIMARY KEY (conta_id, empresa_id, modelo, nsu),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
);
CREATE INDEX distribuicao_lacuna_aberta_idx ON distribuicao_lacuna (conta_id, empresa_id, modelo, nsu)
  WHERE estado = 'aberta';
