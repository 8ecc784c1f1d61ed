-- The installation at work: tasks, and tables that belong to no conta.

-- Work and its state; a job in the queue only wakes it. alvo: of a poll, a caixa's id; of an ingest, an
-- e-mail's id; of a validate, a chave.
CREATE TABLE tarefa (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('poll', 'ingest', 'validate', 'envio', 'distribuicao', 'manifesto', 'empresa',
    'importacao', 'exportacao', 'repositorio', 'webhook')),
  alvo text NOT NULL,
  cota text NOT NULL DEFAULT '',
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'entregue', 'feita', 'desistiu')),
  vence_em timestamptz(3) NOT NULL,
  -- Requested again while it runs.
  proxima_em timestamptz(3),
  -- Handovers, counted at the claim: the number is part of the job's id, and a late process with an older one
  -- writes nothing.
  tentativa integer NOT NULL DEFAULT 0,
  -- Attempts that failed; that found another system, disk or database unavailable; whose process ended.
  falhas integer NOT NULL DEFAULT 0,
  ausencias integer NOT NULL DEFAULT 0,
  mortes integer NOT NULL DEFAULT 0,
  -- The process that holds it (db/presence.ts).
  executor integer,
  arrendada_ate timestamptz(3),
  iniciada_em timestamptz(3),
  resultado text,
  criado_em timestamptz(3) NOT NULL,
  terminada_em timestamptz(3),
  -- What it waits for after an attempt (docs/adr/0082-resuming-and-leases.md). Null: its time.
  espera text CHECK (espera IN ('banco', 'arquivos', 'antivirus', 'correio', 'mundo', 'pedida', 'falha')),
  -- Why an attempt failed, as a code, and when. Null after a success, or once it was resumed after giving up.
  causa text CHECK (length(causa) <= 100),
  falhou_em timestamptz(3),
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX tarefa_aberta_key ON tarefa (conta_id, tipo, alvo) WHERE estado IN ('pendente', 'entregue');
CREATE INDEX tarefa_vencida_idx ON tarefa (tipo, vence_em) WHERE estado = 'pendente';
CREATE INDEX tarefa_vez_idx ON tarefa (tipo, conta_id, cota, vence_em) WHERE estado = 'pendente';
-- The next conta of a shared cota.
CREATE INDEX tarefa_cota_idx ON tarefa (tipo, cota, conta_id, vence_em) WHERE estado = 'pendente' AND cota <> '';
CREATE INDEX tarefa_entregue_idx ON tarefa (tipo, cota) WHERE estado = 'entregue';
CREATE INDEX tarefa_espera_idx ON tarefa (espera, vence_em) WHERE estado = 'pendente' AND espera IS NOT NULL;
-- Each probe counts the work that waits for a missing blob.
CREATE INDEX tarefa_ausente_idx ON tarefa (causa) WHERE estado = 'pendente' AND causa = 'arquivo-ausente';
CREATE INDEX tarefa_terminada_idx ON tarefa (terminada_em) WHERE terminada_em IS NOT NULL;
CREATE INDEX tarefa_desistiu_idx ON tarefa (terminada_em) WHERE estado = 'desistiu';
-- The operator's lists over all contas.
CREATE INDEX tarefa_falha_idx ON tarefa (falhou_em DESC, id DESC) WHERE falhou_em IS NOT NULL;
CREATE INDEX tarefa_desistida_idx ON tarefa (conta_id, tipo, alvo) WHERE estado = 'desistiu' AND falhou_em IS NOT NULL;

-- Finished attempts by minute, kind and process. Each process writes its own row: none waits for another.
CREATE TABLE trabalho_minuto (
  minuto timestamptz(3) NOT NULL,
  tipo text NOT NULL,
  executor integer NOT NULL,
  feitas integer NOT NULL,
  falhas integer NOT NULL,
  PRIMARY KEY (minuto, tipo, executor)
);

-- One row while the polls of all caixas are paused.
CREATE TABLE coleta_pausa (
  unica boolean PRIMARY KEY DEFAULT true CHECK (unica),
  desde timestamptz(3) NOT NULL,
  quem text NOT NULL,
  motivo text CHECK (length(motivo) <= 200)
);

-- One row about the installation itself (docs/adr/0080-health-checks.md, 0081-orphaned-blobs.md).
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Identity of the blob folder; and a known text, sealed.
  store_id uuid,
  key_canary bytea,
  -- A counter that the blob folder has too: a folder that is ahead proves a rollback of the database.
  mark bigint NOT NULL DEFAULT 0,
  marked_at timestamptz(3),
  -- Blobs written between these two may be missing in the database, and are never deleted.
  known_until timestamptz(3),
  restored_at timestamptz(3),
  -- A rollback without a new epoch of the feed.
  rollback_seen_at timestamptz(3),
  -- Why the cleanup of blobs is stopped.
  orphans bigint,
  orphans_at timestamptz(3)
);

-- Messages of visitors, until the operator's address has them.
CREATE TABLE contato (
  id uuid PRIMARY KEY,
  dados jsonb NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  proxima_em timestamptz(3),
  tentativas integer NOT NULL DEFAULT 0,
  enviado_em timestamptz(3),
  falha text
);
CREATE INDEX contato_pendente_idx ON contato (proxima_em) WHERE proxima_em IS NOT NULL;

-- ── backups (docs/adr/0076-backup.md) ──────────────────────────────────────────────────────────────────────

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
CREATE INDEX backup_execucao_tipo_idx ON backup_execucao (tipo, comecou DESC) WHERE resultado IS NOT NULL;

CREATE TABLE backup_pedido (
  id uuid PRIMARY KEY,
  pedido_em timestamptz(3) NOT NULL,
  pedido_por text NOT NULL,
  atendido_em timestamptz(3)
);
CREATE INDEX backup_pedido_aberto_idx ON backup_pedido (pedido_em) WHERE atendido_em IS NULL;

-- Bytes by day and kind, at the last measurement of the day.
CREATE TABLE armazenamento_medida (
  dia date NOT NULL,
  tipo text NOT NULL,
  bytes bigint NOT NULL,
  medido_em timestamptz(3) NOT NULL,
  PRIMARY KEY (dia, tipo)
);

-- ── the operator (docs/adr/0086-operator-emails.md, 0087-operator-screen.md) ───────────────────────────────

-- Conditions that the operator is notified of by e-mail.
CREATE TABLE operador_aviso (
  condicao text PRIMARY KEY,
  comecou_em timestamptz(3) NOT NULL,
  -- When a process last found it.
  visto_em timestamptz(3) NOT NULL,
  detalhe text NOT NULL,
  terminou_em timestamptz(3),
  avisado_em timestamptz(3),
  -- A process is sending, or the relay refused: no attempt before.
  proxima_em timestamptz(3),
  falhas integer NOT NULL DEFAULT 0,
  falha text
);

-- What operators did. Rows are added and never changed.
CREATE TABLE operador_ato (
  id uuid PRIMARY KEY,
  quando timestamptz(3) NOT NULL,
  conta_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  usuario text NOT NULL,
  conta text NOT NULL,
  acao text NOT NULL,
  alvo text NOT NULL,
  detalhe text CHECK (length(detalhe) <= 500)
);
CREATE INDEX operador_ato_quando_idx ON operador_ato (quando DESC, id DESC);
CREATE INDEX operador_ato_alvo_idx ON operador_ato (alvo, acao, quando DESC);
