-- What the operator is told of by e-mail, and whether they were (docs/adr/0086-avisos-ao-operador.md). Of no conta.
CREATE TABLE operador_aviso (
  condicao text PRIMARY KEY,
  comecou_em timestamptz(3) NOT NULL,
  -- When a process last saw it.
  visto_em timestamptz(3) NOT NULL,
  detalhe text NOT NULL,
  terminou_em timestamptz(3),
  avisado_em timestamptz(3),
  -- A process is sending, or the relay refused: nobody tries before.
  proxima_em timestamptz(3),
  falhas integer NOT NULL DEFAULT 0,
  falha text
);
ALTER TABLE operador_aviso ENABLE ROW LEVEL SECURITY;
ALTER TABLE operador_aviso FORCE ROW LEVEL SECURITY;
CREATE POLICY portaria ON operador_aviso TO malote_portaria USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON operador_aviso TO malote_portaria;

-- Measures of all contas are read every few seconds: each is an index of few rows.
CREATE INDEX tarefa_desistiu_idx ON tarefa (terminada_em) WHERE estado = 'desistiu';
CREATE INDEX envio_espera_idx ON envio (criado_em) WHERE estado = 'pendente';
CREATE INDEX webhook_entrega_espera_idx ON webhook_entrega (criado_em) WHERE estado = 'pendente';
CREATE INDEX backup_execucao_tipo_idx ON backup_execucao (tipo, comecou DESC) WHERE resultado IS NOT NULL;
GRANT SELECT (criado_em) ON envio TO malote_portaria;
GRANT SELECT (criado_em) ON webhook_entrega TO malote_portaria;
GRANT SELECT (motivo) ON webhook TO malote_portaria;
