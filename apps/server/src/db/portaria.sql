-- The gatekeeper: every function that runs before a conta is known, or that row security would make slow or impossible.
-- SECURITY DEFINER, owned by malote_portaria, search_path fixed. tests/portaria.int.test.ts lists them: a new one is a
-- decision, not an accident. Applied by setup after the migrations; every statement can be run again.

-- Sign-in: identificador → conta.
CREATE OR REPLACE FUNCTION portaria_conta(p_identificador text)
RETURNS TABLE (conta_id uuid, sandbox boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id, sandbox FROM conta WHERE identificador = p_identificador
$$;

-- Opens a conta: its row and the row whose lock orders what it publishes. Run again, it changes nothing.
CREATE OR REPLACE FUNCTION portaria_abre_conta(p_id uuid, p_identificador text, p_tipo_pessoa text, p_uf text, p_sandbox boolean)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO conta (id, identificador, tipo_pessoa, uf, sandbox) VALUES (p_id, p_identificador, p_tipo_pessoa, p_uf, p_sandbox)
  ON CONFLICT (id) DO NOTHING;
  INSERT INTO conta_sequencia (conta_id) VALUES (p_id) ON CONFLICT (conta_id) DO NOTHING
$$;

-- Token of a tab (SHA-256) → who is calling: a session that has not expired, of a user who may still enter. All that admission
-- needs in one question, because every call asks it.
CREATE OR REPLACE FUNCTION portaria_sessao(p_token_hash bytea, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, sessao_id uuid, usuario_id uuid, sandbox boolean, uf text, nome text, gerente boolean,
  criada_em timestamptz, usada_em timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.conta_id, s.id, s.usuario_id, c.sandbox, c.uf, u.nome_completo, u.administrador OR u.proprietario_conta, s.criada_em, s.usada_em
  FROM sessao_token t
    JOIN sessao s ON s.conta_id = t.conta_id AND s.id = t.sessao_id
    JOIN usuario u ON u.conta_id = s.conta_id AND u.id = s.usuario_id
    JOIN conta c ON c.id = s.conta_id
  WHERE t.token_hash = p_token_hash AND s.expira_em > p_agora AND u.ativo AND u.ativado
$$;

-- File cookie (SHA-256) → the same.
CREATE OR REPLACE FUNCTION portaria_sessao_arquivo(p_arquivo_hash bytea, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, sessao_id uuid, usuario_id uuid, sandbox boolean, uf text, nome text, gerente boolean,
  criada_em timestamptz, usada_em timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.conta_id, s.id, s.usuario_id, c.sandbox, c.uf, u.nome_completo, u.administrador OR u.proprietario_conta, s.criada_em, s.usada_em
  FROM sessao s
    JOIN usuario u ON u.conta_id = s.conta_id AND u.id = s.usuario_id
    JOIN conta c ON c.id = s.conta_id
  WHERE s.arquivo_hash = p_arquivo_hash AND s.expira_em > p_agora AND u.ativo AND u.ativado
$$;

-- Counts one use of a limited thing in its window and says how many there have been.
CREATE OR REPLACE FUNCTION portaria_limite(p_chave text, p_janela timestamptz)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM limite_uso WHERE janela < p_janela - interval '1 day';
  INSERT INTO limite_uso (chave, janela, usos) VALUES (p_chave, p_janela, 1)
  ON CONFLICT (chave, janela) DO UPDATE SET usos = limite_uso.usos + 1 RETURNING usos
$$;

-- Gives one use back: the attempt turned out to be a good one.
CREATE OR REPLACE FUNCTION portaria_limite_devolve(p_chave text, p_janela timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE limite_uso SET usos = greatest(usos - 1, 0) WHERE chave = p_chave AND janela = p_janela
$$;

-- The last statement of every transaction that changes what others read: takes the conta's row lock, numbers the feed
-- rows without gaps and tells those notas when they changed, then applies the transaction's rollup deltas, added up and in
-- key order. The hour is the conta's own and only runs forward: who reads by alterado_em never misses a late commit. The notas
-- are locked by the transaction before (or new in it). Returns the last number.
CREATE OR REPLACE FUNCTION publica(
  p_conta uuid, p_agora timestamptz,
  p_tipos text[], p_notas uuid[], p_eventos uuid[],
  p_dias date[], p_papeis text[], p_tipos_nota text[], p_ufs text[], p_empresas uuid[], p_quantidades bigint[], p_valores numeric[])
RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE ultima bigint; quando timestamptz(3); quantas integer := coalesce(array_length(p_tipos, 1), 0);
BEGIN
  IF p_conta IS DISTINCT FROM nullif(current_setting('app.conta', true), '')::uuid THEN
    RAISE EXCEPTION 'publica: conta % is not the one of this transaction', p_conta;
  END IF;
  UPDATE conta_sequencia SET sequencia = sequencia + quantas, publicada_em = greatest(p_agora, publicada_em + interval '1 ms')
    WHERE conta_id = p_conta RETURNING sequencia, publicada_em INTO STRICT ultima, quando;
  INSERT INTO feed (conta_id, sequencia, tipo, nota_id, evento_id, criado_em)
    SELECT p_conta, ultima - quantas + f.n, f.tipo, f.nota, f.evento, quando
    FROM unnest(p_tipos, p_notas, p_eventos) WITH ORDINALITY AS f (tipo, nota, evento, n);
  UPDATE nota SET alterado_em = quando WHERE conta_id = p_conta AND id = ANY (p_notas);
  INSERT INTO rollup_dia AS r (conta_id, dia, papel, tipo_nota, empresa_id, quantidade, valor)
    SELECT p_conta, d.dia, d.papel, d.tipo, d.empresa, sum(d.quantidade), sum(d.valor)
    FROM unnest(p_dias, p_papeis, p_tipos_nota, p_empresas, p_quantidades, p_valores) AS d (dia, papel, tipo, empresa, quantidade, valor)
    GROUP BY d.dia, d.papel, d.tipo, d.empresa ORDER BY d.dia, d.papel, d.tipo, d.empresa
  ON CONFLICT (conta_id, dia, papel, tipo_nota, empresa_id)
    DO UPDATE SET quantidade = r.quantidade + excluded.quantidade, valor = r.valor + excluded.valor;
  INSERT INTO rollup_uf AS r (conta_id, mes, papel, uf, tipo_nota, empresa_id, quantidade, valor)
    SELECT p_conta, date_trunc('month', d.dia)::date, d.papel, d.uf, d.tipo, d.empresa, sum(d.quantidade), sum(d.valor)
    FROM unnest(p_dias, p_papeis, p_ufs, p_tipos_nota, p_empresas, p_quantidades, p_valores) AS d (dia, papel, uf, tipo, empresa, quantidade, valor)
    GROUP BY 2, d.papel, d.uf, d.tipo, d.empresa ORDER BY 2, d.papel, d.uf, d.tipo, d.empresa
  ON CONFLICT (conta_id, mes, papel, uf, tipo_nota, empresa_id)
    DO UPDATE SET quantidade = r.quantidade + excluded.quantidade, valor = r.valor + excluded.valor;
  RETURN ultima;
END $$;

-- ── work (services/tarefa, jobs/dispatcher) ────────────────────────────────────────────────────────────────────

-- Hands over due work of one tipo, fairly: one visit to each (conta, cota) from the cursor on, a few rows a visit, never
-- more than p_abertas of the tipo nor p_por_cota of one cota outstanding. A cota that contas share is served as a whole when the cursor
-- first comes to it, from the conta after the one that it was left with (p_cotas, p_ultimas): else whoever stands first in the round
-- would take every place that becomes free. Rows without id are no work: with tentativa 0, who was the last one served of a cota that is
-- full now; with none, the last row of all, the next cursor.
-- Nothing to a process whose own advisory lock (class p_classe) is free: what it takes would be taken for lost at once.
CREATE OR REPLACE FUNCTION portaria_tarefas_entrega(
  p_tipo text, p_agora timestamptz, p_ate timestamptz, p_executor integer, p_classe integer,
  p_abertas integer, p_por_cota integer, p_conta uuid, p_cota text, p_cotas text[], p_ultimas uuid[])
RETURNS TABLE (conta_id uuid, cota text, id uuid, tentativa integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
-- A generic plan knows no tipo: with 600 000 pending it takes 18 ms where one made for the values takes 0.06.
SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  c_visitas CONSTANT integer := 1000;
  c_ninguem CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  v_conta uuid := p_conta; v_cota text := p_cota; v_volta boolean := false;
  vez record; vagas integer; porcao integer; fatia integer; quantas integer;
  v_servidas text[] := '{}'; v_livres integer; v_ultima uuid; v_de_quem uuid; v_vazias integer;
BEGIN
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
      -- A list in the WITH, not in the WHERE: there it may be evaluated again for each row, and its limit with it.
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
      -- What somebody else holds at this moment is looked at once in a round, and a round without any is the last.
      IF quantas > 0 THEN v_vazias := 0; END IF;
      EXIT WHEN v_cota = '';
    END LOOP;
    IF v_cota <> '' AND v_livres <= 0 THEN RETURN QUERY SELECT v_ultima, v_cota, NULL::uuid, 0; END IF;
  END LOOP;
  RETURN QUERY SELECT v_conta, v_cota, NULL::uuid, NULL::integer;
END $$;

-- Takes back what this process could not hand to the queue.
CREATE OR REPLACE FUNCTION portaria_tarefas_devolve(p_executor integer, p_contas uuid[], p_ids uuid[])
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE tarefa t SET estado = 'pendente', executor = NULL, arrendada_ate = NULL
  FROM unnest(p_contas, p_ids) AS d (conta_id, id)
  WHERE t.conta_id = d.conta_id AND t.id = d.id AND t.estado = 'entregue' AND t.executor = p_executor AND t.iniciada_em IS NULL
$$;

-- What this process handed to the queue and nobody has begun yet.
CREATE OR REPLACE FUNCTION portaria_tarefas_na_fila(p_executor integer)
RETURNS TABLE (tipo text, conta_id uuid, id uuid, tentativa integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.tipo, t.conta_id, t.id, t.tentativa FROM tarefa t
  WHERE t.estado = 'entregue' AND t.executor = p_executor AND t.iniciada_em IS NULL
$$;

-- Work whose lease ran out, or whose process is gone: its advisory lock (class p_classe) is free. What never began goes
-- back unharmed. An attempt that began counts as a failure (culpa); but from the second attempt on a job runs where it can
-- take no process with it, so then the death of one is not held against it, unless it happens p_max_mortes times, each a
-- while after the one before: 2, 4, 8 … at most 60 s.
-- Returns what failed for the last time: it stays with p_executor until p_ate, to be given up properly.
CREATE OR REPLACE FUNCTION portaria_tarefas_perdidas(
  p_agora timestamptz, p_ate timestamptz, p_executor integer, p_classe integer,
  p_max_falhas integer, p_max_mortes integer, p_limite integer)
RETURNS TABLE (conta_id uuid, id uuid, tipo text, alvo text, tentativa integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH vivos AS MATERIALIZED (
      SELECT l.objid::bigint AS executor FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE l.locktype = 'advisory' AND l.classid::bigint = p_classe AND l.objsubid = 2 AND l.granted AND d.datname = current_database()
    ), perdidas AS MATERIALIZED (
      SELECT t.conta_id, t.id, t.iniciada_em IS NOT NULL AS iniciada, t.falhas = 0 OR t.arrendada_ate <= p_agora AS culpa
      FROM tarefa t
      WHERE t.estado = 'entregue' AND (t.arrendada_ate <= p_agora OR t.executor NOT IN (SELECT v.executor FROM vivos v))
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
        resultado = CASE WHEN j.iniciada THEN 'perdida' ELSE t.resultado END
      FROM julgadas j WHERE t.conta_id = j.conta_id AND t.id = j.id
      RETURNING t.conta_id, t.id, t.tipo, t.alvo, t.tentativa, t.estado
    )
    SELECT m.conta_id, m.id, m.tipo, m.alvo, m.tentativa FROM marcadas m WHERE m.estado = 'entregue';
END $$;

-- ── SEFAZ (services/sefaz/manners): what the house may ask, whichever conta it asks for ──────────────────────────

-- By which clock a silence runs: the simulator's is the app's, which may jump; the real SEFAZ's is the database's.
CREATE OR REPLACE FUNCTION portaria_sefaz_relogio(p_ambito text, p_agora timestamptz)
RETURNS timestamptz
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_ambito = 'simulador' THEN p_agora ELSE clock_timestamp() END
$$;

-- Asks for leave to put one question: free, and then counted and under way, or the first reason why not with the wait in ms. One at a
-- time in each ambito, so that two processes never see the same free place. Instants are the app's, those of the flight and of the
-- probe the database's: neither a jump of the app's clock nor a slow host may free what is still under way. Outside the simulator a
-- silence too runs by the database's clock. What was written later than now was written before the clock was set back: it counts for
-- nothing.
CREATE OR REPLACE FUNCTION portaria_sefaz_pede(
  p_agora timestamptz, p_id uuid, p_ambito text, p_bloqueios text[], p_disjuntor text, p_voo text, p_voo_ms integer,
  p_cotas text[], p_limites integer[], p_janelas integer[])
RETURNS TABLE (motivo text, espera_ms integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  c_sonda_ms CONSTANT integer := 10000;
  v_relogio CONSTANT timestamptz := portaria_sefaz_relogio(p_ambito, p_agora);
  v_ate timestamptz; v_disjuntor sefaz_disjuntor%ROWTYPE; v_maior integer := 0; v_espera integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('malote.sefaz'), hashtext(p_ambito));
  SELECT max(b.ate) INTO v_ate FROM sefaz_bloqueio b
    WHERE b.escopo = ANY (p_bloqueios) AND b.ate > v_relogio AND b.desde <= v_relogio + interval '1 minute';
  IF v_ate IS NOT NULL THEN
    RETURN QUERY SELECT 'bloqueio', ceil(extract(epoch FROM v_ate - v_relogio) * 1000)::integer;
    RETURN;
  END IF;
  SELECT * INTO v_disjuntor FROM sefaz_disjuntor d WHERE d.nome = p_disjuntor;
  IF v_disjuntor.aberto_ate > p_agora AND v_disjuntor.aberto_ate <= p_agora + interval '1 hour' THEN
    RETURN QUERY SELECT 'disjuntor', ceil(extract(epoch FROM v_disjuntor.aberto_ate - p_agora) * 1000)::integer;
    RETURN;
  END IF;
  IF v_disjuntor.aberto_ate IS NOT NULL AND v_disjuntor.sonda_ate > clock_timestamp() THEN
    RETURN QUERY SELECT 'disjuntor', c_sonda_ms;
    RETURN;
  END IF;
  SELECT v.ate INTO v_ate FROM sefaz_voo v WHERE v.escopo = p_voo AND v.ate > clock_timestamp();
  IF FOUND THEN
    RETURN QUERY SELECT 'em-voo', 1000;
    RETURN;
  END IF;
  -- The place that is free next is that of the use which is p_limite back from the last one.
  FOR i IN 1..coalesce(array_length(p_cotas, 1), 0) LOOP
    SELECT p_janelas[i] - (extract(epoch FROM p_agora - least(u.momento, p_agora)) * 1000)::integer INTO v_espera
      FROM sefaz_uso u
      WHERE u.escopo = p_cotas[i] AND u.momento > p_agora - make_interval(secs => p_janelas[i] / 1000.0)
        AND u.momento <= p_agora + make_interval(secs => p_janelas[i] / 1000.0)
      ORDER BY u.momento DESC OFFSET p_limites[i] - 1 LIMIT 1;
    IF FOUND THEN v_maior := greatest(v_maior, v_espera, 1); END IF;
  END LOOP;
  IF v_maior > 0 THEN
    RETURN QUERY SELECT 'cota', v_maior;
    RETURN;
  END IF;
  INSERT INTO sefaz_uso (escopo, momento, id) SELECT DISTINCT c, p_agora, p_id FROM unnest(p_cotas) c;
  INSERT INTO sefaz_voo AS v (escopo, id, ate) VALUES (p_voo, p_id, clock_timestamp() + make_interval(secs => p_voo_ms / 1000.0))
    ON CONFLICT (escopo) DO UPDATE SET id = excluded.id, ate = excluded.ate;
  IF v_disjuntor.aberto_ate IS NOT NULL THEN
    UPDATE sefaz_disjuntor d SET sonda = p_id, sonda_ate = clock_timestamp() + make_interval(secs => p_voo_ms / 1000.0)
      WHERE d.nome = p_disjuntor;
  END IF;
END $$;

-- What came of a question that had leave: its flight ends, what SEFAZ did not hear is not counted, and the breaker learns. p_fez: bem, mal,
-- or neutra, which says nothing of the service. It opens at p_max_falhas in a row, and again when its probe fails: p_abertura_ms, twice
-- that, … at most p_abertura_max_ms. The failures of one certificate alone do not open it where another asked within the hour: they may
-- be that certificate's (p_certificado, the scope of its pauses, which an answer ends). Answers 'abriu' or 'fechou' when it did.
DROP FUNCTION IF EXISTS portaria_sefaz_responde(timestamptz, uuid, timestamptz, text, text[], boolean, text, text, integer, integer, integer);
CREATE OR REPLACE FUNCTION portaria_sefaz_responde(
  p_agora timestamptz, p_id uuid, p_momento timestamptz, p_voo text, p_cotas text[], p_ouvida boolean,
  p_disjuntor text, p_fez text, p_certificado text, p_max_falhas integer, p_abertura_ms integer, p_abertura_max_ms integer)
RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_lembra CONSTANT interval := interval '1 hour';
  c_fresco CONSTANT interval := interval '10 minutes';
  v_agora CONSTANT timestamptz := clock_timestamp();
  v_antes sefaz_disjuntor%ROWTYPE; v_vez integer; v_falharam text[]; v_outro boolean;
BEGIN
  DELETE FROM sefaz_voo WHERE escopo = p_voo AND id = p_id;
  IF NOT p_ouvida THEN
    DELETE FROM sefaz_uso WHERE escopo = ANY (p_cotas) AND momento = p_momento AND id = p_id;
  END IF;
  IF p_fez = 'neutra' THEN
    UPDATE sefaz_disjuntor SET sonda_ate = NULL WHERE nome = p_disjuntor AND sonda = p_id;
    RETURN NULL;
  END IF;
  INSERT INTO sefaz_disjuntor (nome, mudou_em) VALUES (p_disjuntor, p_agora) ON CONFLICT (nome) DO NOTHING;
  -- Who asks here, by the database's clock: written at most once in ten minutes, and no more than it takes to know of two.
  UPDATE sefaz_disjuntor d SET certificados = jsonb_build_object(p_certificado, v_agora) || coalesce((
      SELECT jsonb_object_agg(c.key, c.value) FROM jsonb_each(d.certificados) c
      WHERE c.key <> p_certificado AND (c.value #>> '{}')::timestamptz > v_agora - c_lembra), '{}')
    WHERE d.nome = p_disjuntor AND NOT EXISTS (
      SELECT FROM jsonb_each(d.certificados) c WHERE (c.value #>> '{}')::timestamptz > v_agora - c_fresco
      HAVING bool_or(c.key = p_certificado) OR count(*) >= 2);
  SELECT * INTO v_antes FROM sefaz_disjuntor WHERE nome = p_disjuntor FOR UPDATE;
  IF p_fez = 'bem' THEN
    DELETE FROM sefaz_bloqueio WHERE escopo = p_certificado;
    UPDATE sefaz_disjuntor SET falhas = 0, falharam = '{}', aberturas = 0, aberto_ate = NULL, sonda_ate = NULL, mudou_em = p_agora
      WHERE nome = p_disjuntor AND (falhas > 0 OR aberto_ate IS NOT NULL);
    RETURN CASE WHEN v_antes.aberto_ate IS NOT NULL THEN 'fechou' END;
  END IF;
  -- Open already: one that was asked before, and is late with the same news.
  IF v_antes.aberto_ate > p_agora AND v_antes.aberto_ate <= p_agora + interval '1 hour' THEN RETURN NULL; END IF;
  -- Two are as good as many.
  v_falharam := CASE WHEN p_certificado = ANY (v_antes.falharam) OR cardinality(v_antes.falharam) >= 2 THEN v_antes.falharam
    ELSE v_antes.falharam || p_certificado END;
  SELECT coalesce(bool_or(c.key <> p_certificado AND (c.value #>> '{}')::timestamptz > v_agora - c_lembra), false) INTO v_outro
    FROM jsonb_each(v_antes.certificados) c;
  IF v_antes.aberto_ate IS NULL AND (v_antes.falhas + 1 < p_max_falhas OR (cardinality(v_falharam) < 2 AND v_outro)) THEN
    UPDATE sefaz_disjuntor SET falhas = falhas + 1, falharam = v_falharam, mudou_em = p_agora WHERE nome = p_disjuntor;
    RETURN NULL;
  END IF;
  v_vez := least(v_antes.aberturas, 20);
  UPDATE sefaz_disjuntor SET falhas = falhas + 1, falharam = v_falharam, aberturas = aberturas + 1, sonda_ate = NULL, mudou_em = p_agora,
    aberto_ate = p_agora + make_interval(secs => least(p_abertura_ms * 2.0 ^ v_vez, p_abertura_max_ms) / 1000.0)
    WHERE nome = p_disjuntor;
  RETURN 'abriu';
END $$;

-- Silence for so long, never a shorter one than there is. Where p_max_ms is told it is another time of the same: twice as long as the one
-- before, at most p_max_ms; a late one that was asked before tells nothing new.
DROP FUNCTION IF EXISTS portaria_sefaz_cala(timestamptz, text, timestamptz, text);
CREATE OR REPLACE FUNCTION portaria_sefaz_cala(
  p_agora timestamptz, p_ambito text, p_escopo text, p_ms integer, p_max_ms integer, p_motivo text)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_agora CONSTANT timestamptz := portaria_sefaz_relogio(p_ambito, p_agora);
BEGIN
  INSERT INTO sefaz_bloqueio AS b (escopo, desde, ate, motivo)
    VALUES (p_escopo, v_agora, v_agora + make_interval(secs => p_ms / 1000.0), p_motivo)
  ON CONFLICT (escopo) DO UPDATE SET motivo = excluded.motivo, desde = excluded.desde, vezes = b.vezes + 1,
    ate = CASE
      WHEN p_max_ms IS NOT NULL THEN v_agora + make_interval(secs => least(p_ms * 2.0 ^ least(b.vezes, 20), p_max_ms) / 1000.0)
      WHEN b.desde <= v_agora + interval '1 minute' THEN greatest(b.ate, excluded.ate)
      ELSE excluded.ate END
    WHERE p_max_ms IS NULL OR b.ate <= v_agora OR b.desde > v_agora + interval '1 minute';
END $$;

-- The NSU after which SEFAZ expects the next question of a scope, whichever conta asks; null where nobody of the house has asked.
CREATE OR REPLACE FUNCTION portaria_sefaz_posicao(p_escopo text)
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ult_nsu FROM sefaz_posicao WHERE escopo = p_escopo
$$;

-- SEFAZ answered: there it stands now, which may be before where it stood.
CREATE OR REPLACE FUNCTION portaria_sefaz_chegou(p_escopo text, p_ult_nsu text, p_agora timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO sefaz_posicao (escopo, ult_nsu, em) VALUES (p_escopo, p_ult_nsu, p_agora)
  ON CONFLICT (escopo) DO UPDATE SET ult_nsu = excluded.ult_nsu, em = excluded.em
$$;

-- ── sweepers (jobs/sweepers) ───────────────────────────────────────────────────────────────────────────────────

-- Sessions that expired.
CREATE OR REPLACE FUNCTION portaria_limpa_sessoes(p_agora timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhas AS (SELECT conta_id, id FROM sessao WHERE expira_em <= p_agora ORDER BY expira_em LIMIT p_limite FOR UPDATE SKIP LOCKED),
  apagadas AS (DELETE FROM sessao s USING velhas v WHERE s.conta_id = v.conta_id AND s.id = v.id RETURNING 1)
  SELECT count(*)::integer FROM apagadas
$$;

-- Work that ended before p_antes.
CREATE OR REPLACE FUNCTION portaria_limpa_tarefas(p_antes timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhas AS (SELECT conta_id, id FROM tarefa WHERE terminada_em < p_antes ORDER BY terminada_em LIMIT p_limite FOR UPDATE SKIP LOCKED),
  apagadas AS (DELETE FROM tarefa t USING velhas v WHERE t.conta_id = v.conta_id AND t.id = v.id RETURNING 1)
  SELECT count(*)::integer FROM apagadas
$$;

-- What the manners no longer need: uses older than p_antes or further ahead than any clock may be, those of the courtesy of a second after
-- a minute, flights that are over, and silences a day later: until then another of its kind is longer.
CREATE OR REPLACE FUNCTION portaria_limpa_sefaz(p_agora timestamptz, p_antes timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM sefaz_bloqueio WHERE ate <= portaria_sefaz_relogio(split_part(escopo, ' ', 1), p_agora) - interval '1 day'
    OR desde > portaria_sefaz_relogio(split_part(escopo, ' ', 1), p_agora) + interval '1 day';
  DELETE FROM sefaz_voo WHERE ate < clock_timestamp() - interval '1 hour';
  WITH velhos AS (
    SELECT escopo, momento, id FROM sefaz_uso WHERE momento < p_antes OR momento > p_agora + interval '1 day'
      OR (momento < p_agora - interval '1 minute' AND escopo LIKE '% autorizador')
    LIMIT p_limite FOR UPDATE SKIP LOCKED
  ), apagados AS (
    DELETE FROM sefaz_uso u USING velhos v WHERE u.escopo = v.escopo AND u.momento = v.momento AND u.id = v.id RETURNING 1
  )
  SELECT count(*)::integer FROM apagados
$$;

-- Attempts to ask SEFAZ that were not heard, before p_antes. Nothing else deletes them, and who comes second finds none.
CREATE OR REPLACE FUNCTION portaria_limpa_consultas(p_antes timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhas AS (SELECT conta_id, id FROM consulta WHERE cstat IS NULL AND pedida_em < p_antes ORDER BY pedida_em LIMIT p_limite),
  apagadas AS (DELETE FROM consulta c USING velhas v WHERE c.conta_id = v.conta_id AND c.id = v.id RETURNING 1)
  SELECT count(*)::integer FROM apagadas
$$;

-- Contas after one, in order, some at a time: for chores that look into each.
CREATE OR REPLACE FUNCTION portaria_contas(p_depois uuid, p_limite integer)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM conta WHERE id > p_depois ORDER BY id LIMIT p_limite
$$;

-- The months of documento_xml around p_dia: one before, three after. Rows that fell into the rest move to their month.
-- Waits at most 3 s for who is writing: then it fails, and the next sweep tries again; the rest takes what comes.
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
    WITH do_mes AS (DELETE FROM documento_xml_resto r WHERE r.mes >= v_mes AND r.mes < v_mes + interval '1 month' RETURNING *)
      INSERT INTO documento_xml SELECT * FROM do_mes;
    ALTER TABLE documento_xml ATTACH PARTITION documento_xml_resto DEFAULT;
    feitas := feitas + 1;
  END LOOP;
  RETURN feitas;
END $$;

-- ── watching (jobs/vigia) ──────────────────────────────────────────────────────────────────────────────────────

-- Mailboxes whose server can tell of news (IMAP), and a word for each that changes when a person saves it: not when a provider puts
-- another token in the place of the old one.
CREATE OR REPLACE FUNCTION portaria_caixas_vigiadas()
RETURNS TABLE (conta_id uuid, id uuid, versao text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT x.conta_id, x.id, md5(concat_ws(E'\x01', x.tipo, x.servidor, x.porta, x.usuario, x.autenticacao, x.oauth, coalesce(x.pasta, ''),
    x.certificado_fixado, x.geracao, CASE WHEN md5(x.senha_selada) = x.girado_para THEN x.girado_de ELSE md5(x.senha_selada) END))
  FROM caixa_email x WHERE x.tipo LIKE 'imap%' AND x.apagada_em IS NULL
$$;

-- ── searches (services/nota, services/email): row security would keep these operators from their indexes ───────────

-- CNPJ or CPF of who is called so, in the conta of this transaction. p_padrao: LIKE pattern over nome_busca.
CREATE OR REPLACE FUNCTION portaria_participantes(p_padrao text)
RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
  SELECT documento FROM participante
  WHERE conta_id = nullif(current_setting('app.conta', true), '')::uuid AND nome_busca LIKE p_padrao
$$;

-- E-mails that hold the words, in the conta of this transaction. p_consulta: to_tsquery, dictionary simple.
CREATE OR REPLACE FUNCTION portaria_emails(p_consulta text)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1000 SET search_path = public, pg_temp AS $$
  SELECT id FROM email
  WHERE conta_id = nullif(current_setting('app.conta', true), '')::uuid AND busca @@ to_tsquery('simple'::regconfig, p_consulta)
$$;
