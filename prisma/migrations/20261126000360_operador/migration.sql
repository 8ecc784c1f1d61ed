-- The screen of the people who run the product (docs/adr/0087-tela-do-operador.md).

-- Why an attempt failed, as a code (apps/server/src/causa.ts), and when; NULL once the work ended well, or was resumed after it was given up.
ALTER TABLE tarefa ADD COLUMN causa text CHECK (length(causa) <= 100), ADD COLUMN falhou_em timestamptz(3);
ALTER TABLE tarefa NO FORCE ROW LEVEL SECURITY;
UPDATE tarefa SET falhou_em = coalesce(terminada_em, now())
  WHERE estado = 'desistiu' OR (estado IN ('pendente', 'entregue') AND tipo <> 'poll' AND falhas + ausencias > 0);
ALTER TABLE tarefa FORCE ROW LEVEL SECURITY;
CREATE INDEX tarefa_falha_idx ON tarefa (falhou_em DESC, id DESC) WHERE falhou_em IS NOT NULL;
CREATE INDEX tarefa_desistida_idx ON tarefa (conta_id, tipo, alvo) WHERE estado = 'desistiu' AND falhou_em IS NOT NULL;

-- The lists over all contas read these by index.
CREATE INDEX webhook_falha_idx ON webhook (conta_id, id) WHERE ativo AND falhas_seguidas > 0;
CREATE INDEX caixa_email_erro_idx ON caixa_email (erro_desde, id) WHERE apagada_em IS NULL AND erro_desde IS NOT NULL;
CREATE INDEX certificado_fim_idx ON certificado (valido_ate, id);

-- Attempts that ended, by minute, kind and process: each process adds its own row, so that no two wait for each other.
CREATE TABLE trabalho_minuto (
  minuto timestamptz(3) NOT NULL,
  tipo text NOT NULL,
  executor integer NOT NULL,
  feitas integer NOT NULL,
  falhas integer NOT NULL,
  PRIMARY KEY (minuto, tipo, executor)
);

-- One row while the collection of mailboxes is paused.
CREATE TABLE coleta_pausa (
  unica boolean PRIMARY KEY DEFAULT true CHECK (unica),
  desde timestamptz(3) NOT NULL,
  quem text NOT NULL,
  motivo text CHECK (length(motivo) <= 200)
);

-- Bytes by day and kind; the last measure of a day stands for it.
CREATE TABLE armazenamento_medida (
  dia date NOT NULL,
  tipo text NOT NULL,
  bytes bigint NOT NULL,
  medido_em timestamptz(3) NOT NULL,
  PRIMARY KEY (dia, tipo)
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

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['trabalho_minuto', 'coleta_pausa', 'armazenamento_medida', 'operador_ato'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON trabalho_minuto, coleta_pausa, armazenamento_medida TO malote_portaria;
GRANT SELECT, INSERT ON operador_ato TO malote_portaria;

GRANT SELECT (url, falhas_seguidas) ON webhook TO malote_portaria;
GRANT SELECT (status, erro, ciclo, ultima_em) ON webhook_entrega TO malote_portaria;
GRANT SELECT (id, titular) ON certificado TO malote_portaria;
GRANT SELECT (nome) ON empresa TO malote_portaria;
GRANT SELECT (ocasiao, criado_em) ON envio TO malote_portaria;
GRANT SELECT (modelo, id, para) ON envio TO malote_portaria;
GRANT SELECT (tamanho) ON importacao TO malote_portaria;
GRANT SELECT (tamanho, estado) ON arquivo_pedido TO malote_portaria;
CREATE POLICY portaria ON importacao FOR SELECT TO malote_portaria USING (true);
CREATE POLICY portaria ON arquivo_pedido FOR SELECT TO malote_portaria USING (true);
