-- The instalments of a document: each due day and its amount (docs/adr/0113-what-falls-due.md). Null: of
-- an earlier version, and read again by the task below. The table is not rewritten.
ALTER TABLE nota
  ADD COLUMN vencimentos date[],
  ADD COLUMN parcelas numeric(15,2)[];
CREATE INDEX nota_vencimento_idx ON nota (conta_id, papel, data_emissao DESC, id DESC)
  WHERE NOT processado_erp AND vencimentos <> '{}';

-- Later than the processes of the version before, which would take the work for a company without documents.
ALTER TABLE empresa NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tarefa NO FORCE ROW LEVEL SECURITY;
INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, cota, criado_em)
  SELECT e.conta_id, gen_random_uuid(), 'empresa', 'parcelas', now() + interval '15 minutes', '', now()
  FROM empresa e GROUP BY e.conta_id
  ON CONFLICT (conta_id, tipo, alvo) WHERE estado IN ('pendente', 'entregue') DO NOTHING;
ALTER TABLE empresa FORCE ROW LEVEL SECURITY;
ALTER TABLE tarefa FORCE ROW LEVEL SECURITY;
