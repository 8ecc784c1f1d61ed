-- SEFAZ as a well-mannered client meets it: who asked what, how often, who may; what the State told without being asked; what a
-- recipient answers it.

-- ── empresas and their certificates ────────────────────────────────────────────────────────────────────────────
ALTER TABLE empresa
  -- A ciência for every nota that SEFAZ tells of, without a person (off unless asked for).
  ADD COLUMN ciencia_automatica boolean NOT NULL DEFAULT false,
  ADD COLUMN alterado_em timestamptz(3) NOT NULL DEFAULT now();
GRANT DELETE ON empresa TO malote_app;

ALTER TABLE certificado
  ADD COLUMN emissor text,
  -- SHA-256 of the certificate, AA:BB:…
  ADD COLUMN impressao text,
  -- How its chain stood when it came: to a trusted root, to nobody we know, or there was no folder of roots.
  ADD COLUMN cadeia text NOT NULL DEFAULT 'nao-verificada' CHECK (cadeia IN ('verificada', 'nao-verificada', 'desconhecida')),
  ADD COLUMN enviado_por text,
  -- The last warning before its end that was sent: 30, 15, 7 or 1 days, 0 when it was over.
  ADD COLUMN avisado_dias integer;

-- ── who asked, when, what was answered ─────────────────────────────────────────────────────────────────────────
ALTER TABLE consulta
  ADD COLUMN servico text NOT NULL DEFAULT 'consulta' CHECK (servico IN ('consulta', 'evento', 'distribuicao')),
  ADD COLUMN origem text NOT NULL DEFAULT 'agenda'
    CHECK (origem IN ('recebimento', 'agenda', 'pessoa', 'certificado', 'auditor')),
  -- Full name of the person who asked; null when it was the agenda.
  ADD COLUMN quem text,
  -- The same failure of the agenda so many times in a row; pedida_em is the last one's.
  ADD COLUMN vezes integer NOT NULL DEFAULT 1;
GRANT UPDATE (pedida_em, duracao_ms, vezes) ON consulta TO malote_app;
GRANT SELECT, DELETE ON consulta TO malote_portaria;
CREATE POLICY portaria ON consulta TO malote_portaria USING (true) WITH CHECK (true);
CREATE INDEX consulta_falha_idx ON consulta (pedida_em) WHERE cstat IS NULL;
ALTER TABLE nota ADD COLUMN sefaz_pedida_por text;

-- Manners are the house's, not a conta's: SEFAZ counts certificates, keys and machines. escopo names what is counted
-- ("producao cnpj 12345678000195 consulta"); only the gatekeeper's functions see these tables.
CREATE TABLE sefaz_uso (
  escopo text NOT NULL,
  momento timestamptz(3) NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (escopo, momento, id)
);
CREATE INDEX sefaz_uso_momento_idx ON sefaz_uso (momento);
-- Who must be silent until when.
CREATE TABLE sefaz_bloqueio (
  escopo text PRIMARY KEY,
  desde timestamptz(3) NOT NULL,
  ate timestamptz(3) NOT NULL,
  vezes integer NOT NULL DEFAULT 1,
  motivo text NOT NULL
);
-- A circuit breaker for each authorizer and service. falharam: up to two certificates of its failures in a row; certificados: who asked
-- lately, and when by the machine's clock; sonda: the question by which an open one is tried.
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
-- A question under way; ate is read off the machine's clock, not the app's.
CREATE TABLE sefaz_voo (
  escopo text PRIMARY KEY,
  id uuid NOT NULL,
  ate timestamptz(3) NOT NULL
);
-- Where SEFAZ holds the walk over a CNPJ's documents to be: it knows no contas.
CREATE TABLE sefaz_posicao (
  escopo text PRIMARY KEY,
  ult_nsu text NOT NULL,
  em timestamptz(3) NOT NULL
);

-- ── manifestação do destinatário ───────────────────────────────────────────────────────────────────────────────
-- 0 none, 1 confirmed, 2 unknown, 3 not performed, 4 acknowledged (spec §4): the last one that SEFAZ registered.
ALTER TABLE nota
  ADD COLUMN manifestacao smallint NOT NULL DEFAULT 0 CHECK (manifestacao BETWEEN 0 AND 4),
  ADD COLUMN manifestacao_em timestamptz(3);

CREATE TABLE manifestacao (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  chave text NOT NULL,
  status smallint NOT NULL CHECK (status BETWEEN 1 AND 4),
  n_seq integer NOT NULL,
  justificativa text,
  -- Who wanted it; null = the empresa's automatic ciência.
  usuario_id uuid,
  usuario text,
  pedida_em timestamptz(3) NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'registrada', 'recusada', 'falhou')),
  cstat text,
  x_motivo text,
  protocolo text,
  registrada_em timestamptz(3),
  terminada_em timestamptz(3),
  -- Why it was given up, as a key of FALHA_MANIFESTACAO in the contract.
  falha text,
  -- When SEFAZ authorized the document, as known when it was asked for: no evento comes before it.
  autorizada_em timestamptz(3) NOT NULL,
  -- The evento as it was signed, gzip: sent again it is the same bytes.
  evento_gzip bytea,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
);
CREATE INDEX manifestacao_chave_idx ON manifestacao (conta_id, chave, pedida_em DESC);
-- One wish of a kind at a time.
CREATE UNIQUE INDEX manifestacao_pendente_key ON manifestacao (conta_id, chave, status) WHERE estado = 'pendente';

-- What is a company's, before it is taken away: the foreign key asks too, while the conta's companies are locked.
CREATE INDEX nota_empresa_idx ON nota (conta_id, empresa_id) WHERE empresa_id IS NOT NULL;

-- ── auditor: SEFAZ's side of the story ─────────────────────────────────────────────────────────────────────────
CREATE TABLE auditor (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  empresa_id uuid,
  tipo text NOT NULL CHECK (tipo IN ('NFe', 'CTe', 'CTeOS', 'Cancelamento', 'Evento')),
  tipo_nota text NOT NULL,
  chave text NOT NULL,
  -- Of an evento; '' and 0 of a document.
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
  -- What the State sent, gzip; null when it is kept as documento or evento.
  resumo_gzip bytea,
  evento_id uuid,
  criado_em timestamptz(3) NOT NULL,
  alterado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX auditor_fato_key ON auditor (conta_id, chave, tp_evento, n_seq, autor);
CREATE INDEX auditor_data_idx ON auditor (conta_id, data_evento DESC, id DESC);
-- Documents of which an XML may be missing.
CREATE INDEX auditor_autorizada_idx ON auditor (conta_id, data_evento DESC, id DESC) WHERE tp_evento = '' AND c_sit_nfe = 1;
CREATE INDEX auditor_emitente_idx ON auditor (conta_id, cnpj_emitente, data_evento DESC, id DESC);

-- Where the walk over an empresa's NSU stands, for NF-e and for CT-e.
CREATE TABLE distribuicao (
  conta_id uuid NOT NULL REFERENCES conta (id),
  empresa_id uuid NOT NULL,
  modelo text NOT NULL CHECK (modelo IN ('NFe', 'CTe')),
  ult_nsu text NOT NULL DEFAULT '000000000000000',
  max_nsu text NOT NULL DEFAULT '000000000000000',
  -- The first NSU that was ever received: below it nothing is missing.
  primeiro_nsu text,
  ultima_em timestamptz(3),
  cstat text,
  x_motivo text,
  falha text,
  -- When SEFAZ first heard this empresa's certificate about the CNPJ; before that the house's place in the list is not shown to it.
  aceita_em timestamptz(3),
  -- Times in a row that SEFAZ silenced the CNPJ (656).
  consumos integer NOT NULL DEFAULT 0,
  -- NSU that were passed over, more than are asked for one by one.
  puladas bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (conta_id, empresa_id, modelo),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
);
-- NSU that SEFAZ passed over, or that could not be read: asked for one by one.
CREATE TABLE distribuicao_lacuna (
  conta_id uuid NOT NULL REFERENCES conta (id),
  empresa_id uuid NOT NULL,
  modelo text NOT NULL CHECK (modelo IN ('NFe', 'CTe')),
  nsu text NOT NULL,
  -- aberta: still asked for; vazia: SEFAZ has nothing there; ilegivel: it was asked for often enough; guardada: of a kind that is not listed.
  estado text NOT NULL DEFAULT 'aberta' CHECK (estado IN ('aberta', 'vazia', 'ilegivel', 'guardada')),
  tentativas integer NOT NULL DEFAULT 0,
  vista_em timestamptz(3) NOT NULL,
  esquema text,
  -- What came under this NSU, as it came, gzip; null when nothing could be opened.
  xml_gzip bytea,
  PRIMARY KEY (conta_id, empresa_id, modelo, nsu),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
);
CREATE INDEX distribuicao_lacuna_aberta_idx ON distribuicao_lacuna (conta_id, empresa_id, modelo, nsu) WHERE estado = 'aberta';
-- When SEFAZ itself handed the document over; null for what came by mail alone.
ALTER TABLE documento ADD COLUMN distribuido_em timestamptz(3);

-- ── work ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- Whose turn it is among the contas that share a cota.
CREATE INDEX tarefa_cota_idx ON tarefa (tipo, cota, conta_id, vence_em) WHERE estado = 'pendente' AND cota <> '';
ALTER TABLE tarefa DROP CONSTRAINT tarefa_tipo_check;
ALTER TABLE tarefa ADD CONSTRAINT tarefa_tipo_check
  CHECK (tipo IN ('poll', 'ingest', 'validate', 'envio', 'distribuicao', 'manifesto', 'empresa'));

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['manifestacao', 'auditor', 'distribuicao', 'distribuicao_lacuna'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)) WITH CHECK (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_app', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['sefaz_uso', 'sefaz_bloqueio', 'sefaz_disjuntor', 'sefaz_voo', 'sefaz_posicao'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_portaria', t);
  END LOOP;
END $$;
