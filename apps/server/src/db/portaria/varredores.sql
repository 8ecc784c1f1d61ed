-- Cleanup jobs.

-- Expired sessions.
CREATE OR REPLACE FUNCTION portaria_limpa_sessoes(p_agora timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhas AS (SELECT conta_id, id FROM sessao WHERE expira_em <= p_agora ORDER BY expira_em LIMIT p_limite FOR UPDATE SKIP LOCKED),
  apagadas AS (DELETE FROM sessao s USING velhas v WHERE s.conta_id = v.conta_id AND s.id = v.id RETURNING 1)
  SELECT count(*)::integer FROM apagadas
$$;

-- Tasks that ended before p_antes.
CREATE OR REPLACE FUNCTION portaria_limpa_tarefas(p_antes timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhas AS (SELECT conta_id, id FROM tarefa WHERE terminada_em < p_antes ORDER BY terminada_em LIMIT p_limite FOR UPDATE SKIP LOCKED),
  apagadas AS (DELETE FROM tarefa t USING velhas v WHERE t.conta_id = v.conta_id AND t.id = v.id RETURNING 1)
  SELECT count(*)::integer FROM apagadas
$$;

-- Deletes rows that the rate policy no longer needs, each by its own clock (portaria_sefaz_relogio):
-- uses older than p_antes or impossibly far ahead, one-second uses after a minute, ended requests,
-- and blocks after a day. Until then a repeated block of the same kind is longer.
CREATE OR REPLACE FUNCTION portaria_limpa_sefaz(p_agora timestamptz, p_antes timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM sefaz_bloqueio WHERE ate <= portaria_sefaz_relogio(split_part(escopo, ' ', 1), p_agora) - interval '1 day'
    OR desde > portaria_sefaz_relogio(split_part(escopo, ' ', 1), p_agora) + interval '1 day';
  DELETE FROM sefaz_voo WHERE ate < clock_timestamp() - interval '1 hour';
  WITH velhos AS (
    SELECT u.escopo, u.momento, u.id FROM sefaz_uso u
    WHERE (u.escopo LIKE 'simulador %' AND (u.momento < p_antes OR u.momento > p_agora + interval '1 day'
        OR (u.momento < p_agora - interval '1 minute' AND u.escopo LIKE '% autorizador')))
      OR (u.escopo NOT LIKE 'simulador %' AND (u.momento < now() - (p_agora - p_antes) OR u.momento > now() + interval '1 day'
        OR (u.momento < now() - interval '1 minute' AND u.escopo LIKE '% autorizador')))
    LIMIT p_limite FOR UPDATE SKIP LOCKED
  ), apagados AS (
    DELETE FROM sefaz_uso u USING velhos v WHERE u.escopo = v.escopo AND u.momento = v.momento AND u.id = v.id RETURNING 1
  )
  SELECT count(*)::integer FROM apagados
$$;

-- Attempts before p_antes that SEFAZ did not answer. Nothing else deletes them, so concurrent calls
-- are harmless.
CREATE OR REPLACE FUNCTION portaria_limpa_consultas(p_antes timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhas AS (SELECT conta_id, id FROM consulta WHERE cstat IS NULL AND pedida_em < p_antes ORDER BY pedida_em LIMIT p_limite),
  apagadas AS (DELETE FROM consulta c USING velhas v WHERE c.conta_id = v.conta_id AND c.id = v.id RETURNING 1)
  SELECT count(*)::integer FROM apagadas
$$;

-- Expired answers of POSTs with an Idempotency-Key.
CREATE OR REPLACE FUNCTION portaria_limpa_idempotencia(p_agora timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhas AS (SELECT conta_id, portador_id, chave FROM idempotencia WHERE expira_em <= p_agora ORDER BY expira_em LIMIT p_limite
    FOR UPDATE SKIP LOCKED),
  apagadas AS (DELETE FROM idempotencia i USING velhas v
    WHERE i.conta_id = v.conta_id AND i.portador_id = v.portador_id AND i.chave = v.chave RETURNING 1)
  SELECT count(*)::integer FROM apagadas
$$;

-- Contas after one, in order, in pages: for chores that visit each.
CREATE OR REPLACE FUNCTION portaria_contas(p_depois uuid, p_limite integer)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM conta WHERE id > p_depois ORDER BY id LIMIT p_limite
$$;

-- Monthly partitions of documento_xml around p_dia: one before, three after. Rows in the default
-- partition move to their month. Waits at most 3 s for writers, then fails until the next cleanup;
-- the default partition takes new rows meanwhile.
CREATE OR REPLACE FUNCTION portaria_particoes(p_dia date)
RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE v_mes date; nome text; feitas integer := 0;
BEGIN
  FOR n IN -1..3 LOOP
    v_mes := (date_trunc('month', p_dia) + make_interval(months => n))::date;
    nome := 'documento_xml_' || to_char(v_mes, 'YYYY_MM');
    CONTINUE WHEN to_regclass(nome) IS NOT NULL;
    ALTER TABLE documento_xml DETACH PARTITION documento_xml_resto;
    EXECUTE format('CREATE TABLE %I PARTITION OF documento_xml FOR VALUES FROM (%L) TO (%L)', nome, v_mes, (v_mes + interval '1 month')::date);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', nome);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', nome);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)) WITH CHECK (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))', nome);
    EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', nome);
    EXECUTE format('GRANT SELECT ON %I TO malote_backup', nome);
    EXECUTE format('CREATE POLICY backup ON %I FOR SELECT TO malote_backup USING (true)', nome);
    WITH do_mes AS (DELETE FROM documento_xml_resto r WHERE r.mes >= v_mes AND r.mes < v_mes + interval '1 month' RETURNING *)
      INSERT INTO documento_xml SELECT * FROM do_mes;
    ALTER TABLE documento_xml ATTACH PARTITION documento_xml_resto DEFAULT;
    feitas := feitas + 1;
  END LOOP;
  RETURN feitas;
END $$;
