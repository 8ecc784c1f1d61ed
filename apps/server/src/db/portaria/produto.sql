-- The product users' view.

-- Health and use of all contas, in pages by name, only for product users, checked again here. A
-- user of a demo conta sees demo contas, because its password is public. Only counts and times: no
-- documents, addresses or names.
CREATE OR REPLACE FUNCTION portaria_produto(p_conta uuid, p_usuario uuid, p_agora timestamptz, p_salto integer, p_limite integer)
RETURNS TABLE (id uuid, identificador text, sandbox boolean, aberta_em timestamptz, plano integer, documentos integer, emails integer, bytes bigint,
  caixas integer, caixas_com_erro integer, caixas_silenciosas integer, ultima_coleta timestamptz, ultima_captura timestamptz,
  espera integer, espera_desde timestamptz, sequencia bigint, publicada_em timestamptz, webhooks_desligados integer, contas integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH pagina AS (
    SELECT c.id, c.identificador, c.sandbox, c.criado_em, c.plano, (count(*) OVER ())::integer AS contas FROM conta c
    WHERE EXISTS (SELECT FROM usuario u JOIN conta d ON d.id = u.conta_id WHERE u.conta_id = p_conta AND u.id = p_usuario
      AND u.produto AND u.ativo AND u.excluido_em IS NULL AND (c.sandbox OR NOT d.sandbox))
    ORDER BY c.identificador OFFSET p_salto LIMIT p_limite
  ), esperas AS (
    SELECT t.conta_id, count(*)::integer AS quantas, min(t.vence_em) AS desde FROM tarefa t
    WHERE t.estado = 'pendente' AND t.vence_em <= p_agora AND t.conta_id IN (SELECT p.id FROM pagina p) GROUP BY t.conta_id
  )
  SELECT p.id, p.identificador, p.sandbox, p.criado_em, p.plano, coalesce(m.documentos, 0), coalesce(m.emails, 0), coalesce(m.bytes, 0),
    x.caixas, x.com_erro, x.silenciosas, x.ultima, (SELECT max(e.recebida_em) FROM email e WHERE e.conta_id = p.id AND NOT e.importado),
    coalesce(t.quantas, 0), t.desde, coalesce(s.sequencia, 0), s.publicada_em,
    (SELECT count(*)::integer FROM webhook w WHERE w.conta_id = p.id AND NOT w.ativo AND w.desativado_em IS NOT NULL), p.contas
  FROM pagina p
    LEFT JOIN uso_mes m ON m.conta_id = p.id AND m.mes = date_trunc('month', p_agora AT TIME ZONE 'America/Sao_Paulo')::date
    LEFT JOIN conta_sequencia s ON s.conta_id = p.id
    LEFT JOIN esperas t ON t.conta_id = p.id
    CROSS JOIN LATERAL (SELECT count(*)::integer AS caixas, (count(*) FILTER (WHERE b.erro_desde IS NOT NULL))::integer AS com_erro,
      (count(*) FILTER (WHERE b.erro_desde IS NULL AND b.silenciosa_desde IS NOT NULL))::integer AS silenciosas, max(b.ultima_coleta) AS ultima
      FROM caixa_email b WHERE b.conta_id = p.id AND b.apagada_em IS NULL) x
  ORDER BY p.identificador
$$;
