-- Webhooks.

-- Webhooks with work and no planned task: the feed has advanced, or a delivery is due without a
-- task. A running task continues by itself, and a failed one waits for its time. Longest waiting
-- first, so that no conta's numbers delay it for ever.
CREATE OR REPLACE FUNCTION portaria_webhooks_devidos(p_agora timestamptz, p_limite integer)
RETURNS TABLE (conta_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.conta_id, w.id FROM webhook w
    JOIN conta_sequencia s ON s.conta_id = w.conta_id
    LEFT JOIN tarefa t ON t.conta_id = w.conta_id AND t.tipo = 'webhook' AND t.alvo = w.id::text AND t.estado IN ('pendente', 'entregue')
  WHERE w.ativo AND (w.pausado_ate IS NULL OR w.pausado_ate <= p_agora)
    AND CASE WHEN t.id IS NULL THEN w.sequencia < s.sequencia OR EXISTS (SELECT FROM webhook_entrega e
        WHERE e.conta_id = w.conta_id AND e.webhook_id = w.id AND e.estado = 'pendente' AND e.proxima_em <= p_agora)
      ELSE w.sequencia < s.sequencia AND t.estado = 'pendente' AND t.vence_em > p_agora AND t.falhas = 0 AND t.ausencias = 0 END
  ORDER BY t.vence_em NULLS FIRST, w.id LIMIT p_limite
$$;
