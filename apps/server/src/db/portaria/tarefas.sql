-- Tasks.

-- Hands over due tasks of one tipo, fairly: visits each (conta, cota) once from the cursor on, and
-- takes a few rows per visit. At most p_abertas of the tipo and p_por_cota of a cota are handed over at
-- once. A cota shared by contas is served whole at the cursor's first visit, from the conta after the
-- last one served (p_cotas, p_ultimas). Otherwise the first conta of the round would take every freed
-- slot. Rows without id are not tasks: tentativa 0 = the last conta served of a cota that is now full;
-- NULL = the last row, the next cursor. No poll is handed over during a pause (coleta_pausa). A process
-- whose advisory lock (class p_classe) is free gets nothing: its tasks would count as lost at once.
CREATE OR REPLACE FUNCTION portaria_tarefas_entrega(
  p_tipo text, p_agora timestamptz, p_ate timestamptz, p_executor integer, p_classe integer,
  p_abertas integer, p_por_cota integer, p_conta uuid, p_cota text, p_cotas text[], p_ultimas uuid[])
RETURNS TABLE (conta_id uuid, cota text, id uuid, tentativa integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
-- A generic plan ignores the tipo: with 600 000 pending it takes 18 ms instead of 0.06 ms.
SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  c_visitas CONSTANT integer := 1000;
  c_ninguem CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  v_conta uuid := p_conta; v_cota text := p_cota; v_volta boolean := false;
  vez record; vagas integer; porcao integer; fatia integer; quantas integer;
  v_servidas text[] := '{}'; v_livres integer; v_ultima uuid; v_de_quem uuid; v_vazias integer;
BEGIN
  IF p_tipo = 'poll' AND EXISTS (SELECT FROM coleta_pausa) THEN RETURN; END IF;
  IF NOT pg_try_advisory_xact_lock(hashtext('malote.entrega'), hashtext(p_tipo)) THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM tarefa t WHERE t.tipo = p_tipo AND t.estado = 'pendente' AND t.vence_em <= p_agora) THEN RETURN; END IF;
  IF NOT EXISTS (
    SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND l.classid::bigint = p_classe AND l.objid::bigint = p_executor AND l.objsubid = 2
      AND l.granted AND d.datname = current_database()) THEN RETURN; END IF;
  SELECT p_abertas - count(*) INTO vagas FROM tarefa t WHERE t.tipo = p_tipo AND t.estado = 'entregue';
  porcao := greatest(4, vagas / 8);
  FOR visita IN 1..c_visitas LOOP
    EXIT WHEN vagas <= 0;
    SELECT t.conta_id, t.cota, t.vence_em INTO vez FROM tarefa t
      WHERE t.tipo = p_tipo AND t.estado = 'pendente' AND (t.conta_id, t.cota) > (v_conta, v_cota)
      ORDER BY t.conta_id, t.cota, t.vence_em LIMIT 1;
    IF NOT FOUND OR (v_volta AND (vez.conta_id, vez.cota) > (p_conta, p_cota)) THEN
      EXIT WHEN v_volta;
      v_volta := true; v_conta := c_ninguem; v_cota := '';
      CONTINUE;
    END IF;
    v_conta := vez.conta_id; v_cota := vez.cota;
    CONTINUE WHEN vez.vence_em > p_agora OR v_cota = ANY (v_servidas);
    v_livres := vagas; v_ultima := c_ninguem; v_de_quem := v_conta; v_vazias := 0;
    IF v_cota <> '' THEN
      v_servidas := v_servidas || v_cota;
      SELECT p_por_cota - count(*) INTO v_livres FROM tarefa t
        WHERE t.tipo = p_tipo AND t.estado = 'entregue' AND t.cota = v_cota;
      v_ultima := coalesce(p_ultimas[array_position(p_cotas, v_cota)], c_ninguem);
    END IF;
    LOOP
      EXIT WHEN v_livres <= 0 OR vagas <= 0;
      IF v_cota <> '' THEN
        SELECT t.conta_id INTO v_de_quem FROM tarefa t
          WHERE t.tipo = p_tipo AND t.estado = 'pendente' AND t.cota = v_cota AND t.conta_id > v_ultima AND t.vence_em <= p_agora
          ORDER BY t.conta_id LIMIT 1;
        IF NOT FOUND THEN
          v_vazias := v_vazias + 1; v_ultima := c_ninguem;
          EXIT WHEN v_vazias > 1;
          CONTINUE;
        END IF;
      END IF;
      fatia := least(porcao, v_livres, vagas);
      -- The list is in the WITH, not in the WHERE: there it may be evaluated again per row, with its limit.
      RETURN QUERY
        WITH vencidas AS MATERIALIZED (
          SELECT t.id FROM tarefa t
          WHERE t.tipo = p_tipo AND t.estado = 'pendente' AND t.conta_id = v_de_quem AND t.cota = v_cota AND t.vence_em <= p_agora
          ORDER BY t.vence_em LIMIT fatia FOR UPDATE SKIP LOCKED)
        UPDATE tarefa u SET estado = 'entregue', tentativa = u.tentativa + 1, executor = p_executor, arrendada_ate = p_ate, iniciada_em = NULL
        FROM vencidas v WHERE u.conta_id = v_de_quem AND u.id = v.id
        RETURNING u.conta_id, u.cota, u.id, u.tentativa;
      GET DIAGNOSTICS quantas = ROW_COUNT;
      vagas := vagas - quantas; v_livres := v_livres - quantas; v_ultima := v_de_quem;
      -- Rows locked by other processes are tried once per round; a round without rows is the last.
      IF quantas > 0 THEN v_vazias := 0; END IF;
      EXIT WHEN v_cota = '';
    END LOOP;
    IF v_cota <> '' AND v_livres <= 0 THEN RETURN QUERY SELECT v_ultima, v_cota, NULL::uuid, 0; END IF;
  END LOOP;
  RETURN QUERY SELECT v_conta, v_cota, NULL::uuid, NULL::integer;
END $$;

-- Returns tasks that this process could not add to the queue.
CREATE OR REPLACE FUNCTION portaria_tarefas_devolve(p_executor integer, p_contas uuid[], p_ids uuid[])
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE tarefa t SET estado = 'pendente', executor = NULL, arrendada_ate = NULL
  FROM unnest(p_contas, p_ids) AS d (conta_id, id)
  WHERE t.conta_id = d.conta_id AND t.id = d.id AND t.estado = 'entregue' AND t.executor = p_executor AND t.iniciada_em IS NULL
$$;

-- Renews the leases of this process's running tasks (p_ids, p_tentativas) and of its queued tasks
-- that no process has begun. Returns those still its own.
CREATE OR REPLACE FUNCTION portaria_tarefas_renova(p_executor integer, p_ate timestamptz, p_ids uuid[], p_tentativas integer[])
RETURNS TABLE (id uuid, tentativa integer)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE tarefa t SET arrendada_ate = p_ate
  WHERE t.estado = 'entregue' AND t.executor = p_executor
    AND (t.iniciada_em IS NULL OR (t.id, t.tentativa) IN (SELECT * FROM unnest(p_ids, p_tentativas)))
  RETURNING t.id, t.tentativa
$$;

-- Tasks that this process added to the queue and that no process has begun.
CREATE OR REPLACE FUNCTION portaria_tarefas_na_fila(p_executor integer)
RETURNS TABLE (tipo text, conta_id uuid, id uuid, tentativa integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.tipo, t.conta_id, t.id, t.tentativa FROM tarefa t
  WHERE t.estado = 'entregue' AND t.executor = p_executor AND t.iniciada_em IS NULL
$$;

-- Tasks whose lease expired, or whose process has ended: its advisory lock (class p_classe) is free.
-- A task that never began returns unchanged. An attempt that began counts as a failure (culpa). From
-- the second attempt on a job runs in isolation, so then the death of its process does not count.
-- Exception: p_max_mortes deaths, with waits of 2, 4, 8 … at most 60 s between them. A lease has
-- expired if it ended before p_vencidas: far in the past if no process could renew. Returns tasks
-- that failed for the last time: p_executor holds them until p_ate, to give them up.
CREATE OR REPLACE FUNCTION portaria_tarefas_perdidas(
  p_agora timestamptz, p_ate timestamptz, p_executor integer, p_classe integer,
  p_max_falhas integer, p_max_mortes integer, p_limite integer, p_vencidas timestamptz)
RETURNS TABLE (conta_id uuid, id uuid, tipo text, alvo text, tentativa integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH vivos AS MATERIALIZED (
      SELECT l.objid::bigint AS executor FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE l.locktype = 'advisory' AND l.classid::bigint = p_classe AND l.objsubid = 2 AND l.granted AND d.datname = current_database()
    ), perdidas AS MATERIALIZED (
      SELECT t.conta_id, t.id, t.iniciada_em IS NOT NULL AS iniciada, t.falhas = 0 OR t.arrendada_ate <= p_vencidas AS culpa
      FROM tarefa t
      WHERE t.estado = 'entregue' AND (t.arrendada_ate <= p_vencidas OR t.executor NOT IN (SELECT v.executor FROM vivos v))
      LIMIT p_limite FOR UPDATE SKIP LOCKED
    ), contadas AS MATERIALIZED (
      SELECT p.conta_id, p.id, p.iniciada, t.tipo,
        least(p_max_falhas, t.falhas + (p.iniciada AND p.culpa)::integer) AS falhas,
        least(p_max_mortes, t.mortes + (p.iniciada AND NOT p.culpa)::integer) AS mortes
      FROM perdidas p JOIN tarefa t ON t.conta_id = p.conta_id AND t.id = p.id
    ), julgadas AS MATERIALIZED (
      SELECT c.*, c.tipo NOT IN ('poll', 'distribuicao') AND c.iniciada AND (c.falhas >= p_max_falhas OR c.mortes >= p_max_mortes) AS desiste FROM contadas c
    ), marcadas AS (
      UPDATE tarefa t SET
        falhas = j.falhas, mortes = j.mortes,
        estado = CASE WHEN j.desiste THEN 'entregue' ELSE 'pendente' END,
        executor = CASE WHEN j.desiste THEN p_executor END,
        arrendada_ate = CASE WHEN j.desiste THEN p_ate END,
        vence_em = CASE WHEN NOT j.iniciada THEN t.vence_em
          WHEN j.mortes = 0 THEN p_agora ELSE p_agora + make_interval(secs => least(60, 2 ^ j.mortes)) END,
        resultado = CASE WHEN j.iniciada THEN 'perdida' ELSE t.resultado END,
        espera = CASE WHEN j.iniciada THEN 'falha' ELSE t.espera END,
        causa = CASE WHEN j.iniciada THEN 'perdida' ELSE t.causa END,
        falhou_em = CASE WHEN j.iniciada THEN p_agora ELSE t.falhou_em END
      FROM julgadas j WHERE t.conta_id = j.conta_id AND t.id = j.id
      RETURNING t.conta_id, t.id, t.tipo, t.alvo, t.tentativa, t.estado
    )
    SELECT m.conta_id, m.id, m.tipo, m.alvo, m.tentativa FROM marcadas m WHERE m.estado = 'entregue';
END $$;

-- Makes waiting tasks due now: at most p_limite with a wait in p_esperas, those due last first.
-- p_planejadas: also tasks planned for a later time; p_ids: only those, whatever they wait for.
-- Never shortens a wait that the other side requested ('pedida').
CREATE OR REPLACE FUNCTION portaria_tarefas_retoma(
  p_agora timestamptz, p_tipo text, p_conta uuid, p_ids uuid[], p_esperas text[], p_planejadas boolean, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH esperando AS MATERIALIZED (
    SELECT t.conta_id, t.id FROM tarefa t
    WHERE t.estado = 'pendente' AND t.vence_em > p_agora AND t.espera IS DISTINCT FROM 'pedida'
      AND CASE WHEN p_ids IS NOT NULL THEN t.id = ANY (p_ids) WHEN t.espera IS NULL THEN p_planejadas ELSE t.espera = ANY (p_esperas) END
      AND (p_tipo IS NULL OR t.tipo = p_tipo) AND (p_conta IS NULL OR t.conta_id = p_conta)
    ORDER BY t.vence_em DESC LIMIT p_limite FOR UPDATE SKIP LOCKED
  ), retomadas AS (
    UPDATE tarefa t SET vence_em = p_agora FROM esperando e WHERE t.conta_id = e.conta_id AND t.id = e.id RETURNING 1
  )
  SELECT count(*)::integer FROM retomadas
$$;

-- After the machine's clock was set back by p_salto, moves waits forward that the clock ahead wrote. Tasks
-- deferred by the rate policy are due at once, since the policy returns the wait again. Failed tasks and
-- answered distributions are recognized by an instant too far ahead, and moved by the jump. Tasks planned
-- for "now" are recognized by their write time, by the database's clock. A repetition changes nothing.
CREATE OR REPLACE FUNCTION portaria_tarefas_recua(p_agora timestamptz, p_salto interval)
RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_adiante CONSTANT timestamptz := p_agora + interval '1 minute';
  v_soma integer := 0; v_linhas integer;
BEGIN
  UPDATE tarefa SET vence_em = p_agora
    WHERE estado = 'pendente' AND espera = 'pedida' AND vence_em > p_agora AND resultado LIKE 'not our turn: %';
  GET DIAGNOSTICS v_linhas = ROW_COUNT; v_soma := v_soma + v_linhas;
  UPDATE tarefa SET vence_em = greatest(p_agora, vence_em - p_salto), falhou_em = falhou_em - p_salto
    WHERE estado = 'pendente' AND falhou_em > v_adiante AND vence_em > p_agora;
  GET DIAGNOSTICS v_linhas = ROW_COUNT; v_soma := v_soma + v_linhas;
  WITH passeios AS (
    UPDATE distribuicao d SET ultima_em = d.ultima_em - p_salto WHERE d.ultima_em > v_adiante RETURNING d.conta_id, d.empresa_id, d.modelo)
  UPDATE tarefa t SET
      proxima_em = CASE WHEN t.proxima_em > p_agora THEN greatest(p_agora, t.proxima_em - p_salto) ELSE t.proxima_em END,
      vence_em = CASE WHEN t.vence_em > p_agora THEN greatest(p_agora, t.vence_em - p_salto) ELSE t.vence_em END
    FROM passeios p WHERE t.conta_id = p.conta_id AND t.tipo = 'distribuicao' AND t.alvo = p.empresa_id || ' ' || p.modelo
      AND t.estado IN ('pendente', 'entregue') AND t.espera IS NULL;
  GET DIAGNOSTICS v_linhas = ROW_COUNT; v_soma := v_soma + v_linhas;
  UPDATE tarefa SET vence_em = p_agora
    WHERE estado = 'pendente' AND espera IS NULL AND criado_em > clock_timestamp() - interval '1 minute'
      AND vence_em > p_agora AND vence_em <= p_agora + p_salto + interval '10 seconds';
  GET DIAGNOSTICS v_linhas = ROW_COUNT; v_soma := v_soma + v_linhas;
  RETURN v_soma;
END $$;

-- Unfinished waits of tasks after an attempt that failed, of all contas: their numbers by reason.
CREATE OR REPLACE FUNCTION portaria_tarefas_esperas(p_agora timestamptz)
RETURNS TABLE (espera text, quantas integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.espera, count(*)::integer FROM tarefa t
  WHERE t.estado = 'pendente' AND t.espera IS NOT NULL AND t.vence_em > p_agora GROUP BY t.espera
$$;
