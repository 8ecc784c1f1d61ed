-- The operator's screen.

-- Adds a process's finished attempts of one minute; deletes minutes older than two hours.
CREATE OR REPLACE FUNCTION portaria_trabalho_soma(p_minuto timestamptz, p_executor integer, p_tipos text[], p_feitas integer[], p_falhas integer[])
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM trabalho_minuto WHERE minuto < p_minuto - interval '2 hours';
  INSERT INTO trabalho_minuto AS m (minuto, tipo, executor, feitas, falhas)
    SELECT p_minuto, s.tipo, p_executor, s.feitas, s.falhas FROM unnest(p_tipos, p_feitas, p_falhas) AS s (tipo, feitas, falhas)
    ON CONFLICT (minuto, tipo, executor) DO UPDATE SET feitas = m.feitas + excluded.feitas, falhas = m.falhas + excluded.falhas
$$;

-- Each queue: due and not started, since when, running, and successful in the last p_minutos whole minutes.
CREATE OR REPLACE FUNCTION portaria_operador_filas(p_conta uuid, p_usuario uuid, p_agora timestamptz, p_minutos integer)
RETURNS TABLE (tipo text, esperando integer, desde timestamptz, em_andamento integer, feitas integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ve AS MATERIALIZED (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas),
  vencidas AS (
    SELECT t.tipo, count(*)::integer AS quantas, min(t.vence_em) AS desde FROM tarefa t, ve
    WHERE t.estado = 'pendente' AND t.vence_em <= p_agora AND (ve.contas IS NULL OR t.conta_id = ANY (ve.contas)) GROUP BY t.tipo
  ), entregues AS (
    SELECT t.tipo, count(*) FILTER (WHERE t.iniciada_em IS NULL)::integer AS na_fila,
      min(t.vence_em) FILTER (WHERE t.iniciada_em IS NULL) AS desde, count(*) FILTER (WHERE t.iniciada_em IS NOT NULL)::integer AS iniciadas
    FROM tarefa t, ve WHERE t.estado = 'entregue' AND (ve.contas IS NULL OR t.conta_id = ANY (ve.contas)) GROUP BY t.tipo
  ), minutos AS (
    SELECT m.tipo, sum(m.feitas)::integer AS feitas FROM trabalho_minuto m
    WHERE m.minuto >= date_trunc('minute', p_agora) - make_interval(mins => p_minutos) AND m.minuto < date_trunc('minute', p_agora) GROUP BY m.tipo
  )
  SELECT n.tipo, coalesce(v.quantas, 0) + coalesce(e.na_fila, 0), least(v.desde, e.desde), coalesce(e.iniciadas, 0), coalesce(m.feitas, 0)
  FROM (SELECT tipo FROM vencidas UNION SELECT tipo FROM entregues UNION SELECT tipo FROM minutos) n
    LEFT JOIN vencidas v ON v.tipo = n.tipo LEFT JOIN entregues e ON e.tipo = n.tipo LEFT JOIN minutos m ON m.tipo = n.tipo
  WHERE (SELECT o.ve FROM portaria_operador(p_conta, p_usuario) o)
$$;

-- Contas with due work that is not started, longest waiting first.
CREATE OR REPLACE FUNCTION portaria_operador_esperas(p_conta uuid, p_usuario uuid, p_agora timestamptz, p_salto integer, p_limite integer)
RETURNS TABLE (conta_id uuid, conta text, esperando integer, desde timestamptz, por_fila jsonb, total integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ve AS MATERIALIZED (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas),
  filas AS (
    SELECT t.conta_id, t.tipo, count(*)::integer AS quantas, min(t.vence_em) AS desde FROM tarefa t, ve
    WHERE t.estado = 'pendente' AND t.vence_em <= p_agora AND (ve.contas IS NULL OR t.conta_id = ANY (ve.contas)) GROUP BY t.conta_id, t.tipo
  ), contas AS (
    SELECT f.conta_id, sum(f.quantas)::integer AS quantas, min(f.desde) AS desde, jsonb_object_agg(f.tipo, f.quantas) AS por_fila
    FROM filas f GROUP BY f.conta_id
  )
  SELECT x.conta_id, c.identificador, x.quantas, x.desde, x.por_fila, (count(*) OVER ())::integer
  FROM contas x JOIN conta c ON c.id = x.conta_id ORDER BY x.desde, x.conta_id OFFSET p_salto LIMIT p_limite
$$;

-- Mailboxes, failing ones first, longest failing first; p_erro: only those. avisada_em: when the
-- conta was last notified, by the product or by an operator.
CREATE OR REPLACE FUNCTION portaria_operador_caixas(p_conta uuid, p_usuario uuid, p_erro boolean, p_salto integer, p_limite integer)
RETURNS TABLE (id uuid, conta_id uuid, conta text, endereco text, servidor text, causa text, erro_desde timestamptz, ultima_coleta timestamptz,
  avisada_em timestamptz, total integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ve AS MATERIALIZED (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas),
  pagina AS (
    SELECT x.id, x.conta_id, x.usuario, x.servidor, x.ultimo_erro, x.erro_desde, x.ultima_coleta, x.avisada_em, (count(*) OVER ())::integer AS total
    FROM caixa_email x, ve
    WHERE x.apagada_em IS NULL AND (NOT p_erro OR x.erro_desde IS NOT NULL) AND (ve.contas IS NULL OR x.conta_id = ANY (ve.contas))
    ORDER BY x.erro_desde NULLS LAST, x.id OFFSET p_salto LIMIT p_limite
  )
  SELECT p.id, p.conta_id, c.identificador, p.usuario, p.servidor, CASE WHEN p.erro_desde IS NOT NULL THEN p.ultimo_erro END, p.erro_desde,
    p.ultima_coleta,
    greatest(p.avisada_em, (SELECT max(a.quando) FROM operador_ato a WHERE a.alvo = p.id::text AND a.acao = 'avisar-caixa')), p.total
  FROM pagina p JOIN conta c ON c.id = p.conta_id ORDER BY p.erro_desde NULLS LAST, p.id
$$;

-- Certificates of empresas that expire before p_antes or have expired, earliest first.
CREATE OR REPLACE FUNCTION portaria_operador_certificados(p_conta uuid, p_usuario uuid, p_antes timestamptz, p_salto integer, p_limite integer)
RETURNS TABLE (id uuid, conta_id uuid, conta text, nome text, valido_ate timestamptz, avisada_em timestamptz, total integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ve AS MATERIALIZED (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas),
  pagina AS (
    SELECT k.id, k.conta_id, k.empresa_id, k.valido_ate, (count(*) OVER ())::integer AS total FROM certificado k, ve
    WHERE k.valido_ate <= p_antes AND (ve.contas IS NULL OR k.conta_id = ANY (ve.contas))
    ORDER BY k.valido_ate, k.id OFFSET p_salto LIMIT p_limite
  )
  SELECT p.id, p.conta_id, c.identificador, e.nome, p.valido_ate,
    -- The occasions of the warnings of services/certificado.
    greatest((SELECT max(v.criado_em) FROM envio v WHERE v.conta_id = p.conta_id AND v.ocasiao = ANY (ARRAY(
        SELECT format('certificado-vencendo %s %s', p.id, d) FROM unnest(ARRAY[0, 1, 7, 15, 30]) d))),
      (SELECT max(a.quando) FROM operador_ato a WHERE a.alvo = p.id::text AND a.acao = 'avisar-certificado')), p.total
  FROM pagina p JOIN conta c ON c.id = p.conta_id JOIN empresa e ON e.conta_id = p.conta_id AND e.id = p.empresa_id
  ORDER BY p.valido_ate, p.id
$$;

-- Summary beside queues and failures: mailboxes, failing ones and their contas; certificates that
-- expire before p_antes, and the first.
CREATE OR REPLACE FUNCTION portaria_operador_resumo(p_conta uuid, p_usuario uuid, p_antes timestamptz)
RETURNS TABLE (caixas integer, caixas_com_erro integer, contas_com_erro integer, certificados integer, certificado_fim timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ve AS MATERIALIZED (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas)
  SELECT x.caixas, x.com_erro, x.contas, k.quantos, k.fim FROM (
    SELECT count(*)::integer AS caixas, (count(*) FILTER (WHERE b.erro_desde IS NOT NULL))::integer AS com_erro,
      (count(DISTINCT b.conta_id) FILTER (WHERE b.erro_desde IS NOT NULL))::integer AS contas
    FROM caixa_email b, ve WHERE b.apagada_em IS NULL AND (ve.contas IS NULL OR b.conta_id = ANY (ve.contas))
  ) x CROSS JOIN (
    SELECT count(*)::integer AS quantos, min(c.valido_ate) AS fim FROM certificado c, ve
    WHERE c.valido_ate <= p_antes AND (ve.contas IS NULL OR c.conta_id = ANY (ve.contas))
  ) k
$$;

-- Measures storage from existing totals: relation sizes and sums of small tables, never rows of
-- documents. A day keeps its last measurement; 400 days are kept.
CREATE OR REPLACE FUNCTION portaria_armazenamento_mede(p_agora timestamptz)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_xml bigint; v_importacoes bigint; v_originais bigint; v_arquivos bigint; v_dia date;
BEGIN
  v_dia := (p_agora AT TIME ZONE 'America/Sao_Paulo')::date;
  SELECT coalesce(sum(pg_total_relation_size(t.relid)), 0) INTO v_xml FROM pg_partition_tree('documento_xml') t WHERE t.isleaf;
  SELECT coalesce(sum(i.tamanho), 0) INTO v_importacoes FROM importacao i;
  SELECT coalesce(sum(u.bytes), 0) INTO v_originais FROM uso_mes u;
  SELECT coalesce(sum(a.tamanho), 0) INTO v_arquivos FROM arquivo_pedido a WHERE a.estado = 'concluido';
  DELETE FROM armazenamento_medida WHERE dia < v_dia - 400;
  INSERT INTO armazenamento_medida AS m (dia, tipo, bytes, medido_em)
    SELECT v_dia, x.tipo, x.bytes, p_agora FROM (VALUES
      ('documentos', v_xml), ('emails', greatest(0, v_originais - v_importacoes)), ('importacoes', v_importacoes), ('arquivos', v_arquivos),
      ('banco', greatest(0, pg_database_size(current_database()) - v_xml))) AS x (tipo, bytes)
    ON CONFLICT (dia, tipo) DO UPDATE SET bytes = excluded.bytes, medido_em = excluded.medido_em;
END $$;

-- Measurements of the last p_dias days, oldest first. They name no conta.
CREATE OR REPLACE FUNCTION portaria_armazenamento(p_dias integer)
RETURNS TABLE (dia date, tipo text, bytes bigint, medido_em timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.dia, m.tipo, m.bytes, m.medido_em FROM armazenamento_medida m
  WHERE m.dia > (SELECT max(n.dia) FROM armazenamento_medida n) - p_dias ORDER BY m.dia, m.tipo
$$;
