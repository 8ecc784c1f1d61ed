-- First statistics. Until the first ANALYZE of a table, PostgreSQL assumes that each conta has one row: an
-- index that merely begins with conta_id then seems as good as the one on the whole key, and a plan that is
-- cached in those minutes reads all rows of the conta for each new one (80 ms for each INSERT of a part;
-- publica() of an import ran into its timeout). So the tables start with the opposite: one conta has all
-- rows, and a chave, a digest or the id of another row finds one. The first ANALYZE replaces it.
-- PostgreSQL 17 has no such function: its first minute stays slow.
DO $$
DECLARE v_coluna record;
BEGIN
  IF to_regproc('pg_catalog.pg_restore_attribute_stats') IS NULL THEN RETURN; END IF;
  FOR v_coluna IN
    SELECT c.relname, a.attname, CASE a.attname WHEN 'conta_id' THEN 1 ELSE -1 END AS valores
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND a.attname IN ('conta_id', 'chave', 'sha256', 'email_id', 'documento_id', 'nota_id', 'evento_id')
      AND NOT EXISTS (SELECT FROM pg_stats s WHERE s.schemaname = 'public' AND s.tablename = c.relname AND s.attname = a.attname)
  LOOP
    EXECUTE format($sql$ SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', %L, 'attname', %L,
      'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', %s::real) $sql$,
      v_coluna.relname, v_coluna.attname, v_coluna.valores);
  END LOOP;
END $$;
