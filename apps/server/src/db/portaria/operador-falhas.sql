-- Failures on the operator's screen.

-- Failed work: waiting for its next attempt, or given up since p_desde; with p_de and p_ate, last
-- failed in that period. A webhook whose endpoint fails is one row, with its next due delivery,
-- since its task itself succeeded. Failing mailboxes have their own list. p_ids: only those. Shows
-- nothing of the content, only the host of a webhook (in url).
CREATE OR REPLACE FUNCTION portaria_operador_falhas(p_conta uuid, p_usuario uuid, p_agora timestamptz, p_desde timestamptz, p_tipo text, p_de_quem uuid,
  p_estado text, p_de timestamptz, p_ate timestamptz, p_ids uuid[], p_salto integer, p_limite integer)
RETURNS TABLE (conta_id uuid, id uuid, tipo text, alvo text, estado text, quando timestamptz, causa text, cota text, espera text, falhas integer,
  ausencias integer, vence_em timestamptz, url text, status integer, conta text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ve AS MATERIALIZED (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas),
  trabalho AS (
    SELECT t.conta_id, t.id, t.tipo, t.alvo, CASE t.estado WHEN 'desistiu' THEN 'desistiu' ELSE 'tentando' END AS estado, t.falhou_em AS quando,
      t.causa, t.cota, t.espera, t.falhas, t.ausencias, CASE WHEN t.estado = 'pendente' THEN t.vence_em END AS vence_em, NULL::text AS url, NULL::integer AS status
    FROM tarefa t, ve
    WHERE t.falhou_em IS NOT NULL AND (p_ids IS NULL OR t.id = ANY (p_ids))
      AND (p_tipo IS NULL OR t.tipo = p_tipo) AND (p_de_quem IS NULL OR t.conta_id = p_de_quem)
      AND (p_estado IS NULL OR (t.estado = 'desistiu') = (p_estado = 'desistiu'))
      AND CASE WHEN p_de IS NULL AND p_ate IS NULL THEN t.estado <> 'desistiu' OR t.falhou_em >= p_desde
        ELSE t.falhou_em >= coalesce(p_de, '-infinity') AND t.falhou_em < coalesce(p_ate, 'infinity') END
      AND (ve.contas IS NULL OR t.conta_id = ANY (ve.contas))
    ORDER BY t.falhou_em DESC, t.id DESC LIMIT p_salto + p_limite
  ), receptores AS (
    SELECT w.conta_id, w.id, 'webhook' AS tipo, w.id::text AS alvo, 'tentando' AS estado, e.ultima_em AS quando, 'webhook:' || coalesce(e.erro, 'interna') AS causa,
      '' AS cota, NULL::text AS espera, e.ciclo AS falhas, 0 AS ausencias, greatest(e.proxima_em, w.pausado_ate) AS vence_em, w.url, e.status
    FROM webhook w CROSS JOIN ve CROSS JOIN LATERAL (
      SELECT x.ultima_em, x.erro, x.ciclo, x.proxima_em, x.status FROM webhook_entrega x
      WHERE x.conta_id = w.conta_id AND x.webhook_id = w.id AND x.estado = 'pendente' AND x.ciclo > 0 ORDER BY x.proxima_em LIMIT 1) e
    WHERE w.ativo AND w.falhas_seguidas > 0 AND (p_ids IS NULL OR w.id = ANY (p_ids))
      AND (p_tipo IS NULL OR p_tipo = 'webhook') AND (p_de_quem IS NULL OR w.conta_id = p_de_quem) AND p_estado IS DISTINCT FROM 'desistiu' AND e.ultima_em >= coalesce(p_de, '-infinity') AND e.ultima_em < coalesce(p_ate, 'infinity')
      AND (ve.contas IS NULL OR w.conta_id = ANY (ve.contas))
  ), pagina AS (
    SELECT * FROM trabalho UNION ALL SELECT * FROM receptores ORDER BY quando DESC, id DESC OFFSET p_salto LIMIT p_limite
  )
  SELECT p.*, c.identificador FROM pagina p JOIN conta c ON c.id = p.conta_id ORDER BY p.quando DESC, p.id DESC
$$;

-- Numbers of failures by kind, by the same rules. pedida: the wait that the other side requested is
-- not over.
CREATE OR REPLACE FUNCTION portaria_operador_falhas_conta(p_conta uuid, p_usuario uuid, p_agora timestamptz, p_desde timestamptz, p_tipo text, p_de_quem uuid,
  p_estado text, p_de timestamptz, p_ate timestamptz)
RETURNS TABLE (tipo text, estado text, pedida boolean, quantas integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ve AS MATERIALIZED (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas)
  SELECT t.tipo, CASE t.estado WHEN 'desistiu' THEN 'desistiu' ELSE 'tentando' END,
    t.estado = 'pendente' AND t.espera = 'pedida' AND t.vence_em > p_agora, count(*)::integer
  FROM tarefa t, ve
  WHERE t.falhou_em IS NOT NULL AND (p_tipo IS NULL OR t.tipo = p_tipo) AND (p_de_quem IS NULL OR t.conta_id = p_de_quem)
    AND (p_estado IS NULL OR (t.estado = 'desistiu') = (p_estado = 'desistiu'))
    AND CASE WHEN p_de IS NULL AND p_ate IS NULL THEN t.estado <> 'desistiu' OR t.falhou_em >= p_desde
      ELSE t.falhou_em >= coalesce(p_de, '-infinity') AND t.falhou_em < coalesce(p_ate, 'infinity') END
    AND (ve.contas IS NULL OR t.conta_id = ANY (ve.contas))
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 'webhook', 'tentando', false, count(*)::integer
  FROM webhook w CROSS JOIN ve CROSS JOIN LATERAL (
    SELECT x.ultima_em FROM webhook_entrega x
    WHERE x.conta_id = w.conta_id AND x.webhook_id = w.id AND x.estado = 'pendente' AND x.ciclo > 0 ORDER BY x.proxima_em LIMIT 1) e
  WHERE w.ativo AND w.falhas_seguidas > 0 AND (p_tipo IS NULL OR p_tipo = 'webhook') AND (p_de_quem IS NULL OR w.conta_id = p_de_quem)
    AND p_estado IS DISTINCT FROM 'desistiu' AND e.ultima_em >= coalesce(p_de, '-infinity') AND e.ultima_em < coalesce(p_ate, 'infinity')
    AND (ve.contas IS NULL OR w.conta_id = ANY (ve.contas))
$$;
