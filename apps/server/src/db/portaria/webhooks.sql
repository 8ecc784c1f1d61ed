-- ── webhooks (jobs/webhooks) ───────────────────────────────────────────────────────────────────────────────────

-- Webhooks that have something to do now and no work planned for it: the feed went on, or a telling is due that nobody comes back for. One that
-- runs sees to it by itself, and one that went wrong waits as long as it is told to. Who waits longest comes first, so that no conta's numbers put it last.
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
