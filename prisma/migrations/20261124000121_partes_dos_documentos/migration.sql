-- More parties of a document are read than before (docs/adr/0065-partes-de-um-documento.md): what is stored is looked at again, once for each
-- conta that has companies. Later than the processes of before stand, which would take the work for a company that does not exist.
ALTER TABLE empresa NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tarefa NO FORCE ROW LEVEL SECURITY;
INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, cota, criado_em)
  SELECT e.conta_id, gen_random_uuid(), 'empresa', 'partes', now() + interval '15 minutes', '', now() FROM empresa e GROUP BY e.conta_id
  ON CONFLICT (conta_id, tipo, alvo) WHERE estado IN ('pendente', 'entregue') DO NOTHING;
ALTER TABLE empresa FORCE ROW LEVEL SECURITY;
ALTER TABLE tarefa FORCE ROW LEVEL SECURITY;
