-- What a tarefa waits for after an attempt that did not end well (docs/adr/0082-retomada-e-arrendamento.md). NULL: it only waits for its day.
ALTER TABLE tarefa ADD COLUMN espera text;
ALTER TABLE tarefa ADD CONSTRAINT tarefa_espera_check CHECK (
  espera IN ('banco', 'arquivos', 'antivirus', 'correio', 'mundo', 'pedida', 'falha')
);
CREATE INDEX tarefa_espera_idx ON tarefa (espera, vence_em) WHERE estado = 'pendente' AND espera IS NOT NULL;
