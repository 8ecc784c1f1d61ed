-- What a house has to do, for those who watch over it: counts over all contas, and nothing of any of them. Tarefas that are due and
-- nobody took, tarefas under way, breakers, and what this month's usage adds up to. Each is an index or a small table.
CREATE OR REPLACE FUNCTION portaria_medidas(p_agora timestamptz)
RETURNS TABLE (medida text, rotulo text, estado text, valor bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT 'tarefa', t.tipo, 'vencida', count(*) FROM tarefa t WHERE t.estado = 'pendente' AND t.vence_em <= p_agora GROUP BY t.tipo
  UNION ALL
  SELECT 'tarefa', t.tipo, 'em-andamento', count(*) FROM tarefa t WHERE t.estado = 'entregue' GROUP BY t.tipo
  UNION ALL
  SELECT 'disjuntor', d.nome, '', (d.aberto_ate IS NOT NULL)::integer::bigint FROM sefaz_disjuntor d
  UNION ALL
  SELECT 'uso', u.de, '', coalesce(sum(u.quanto), 0)::bigint
    FROM uso_mes m, LATERAL (VALUES ('documentos', m.documentos::bigint), ('emails', m.emails::bigint), ('bytes', m.bytes)) AS u (de, quanto)
    WHERE m.mes >= date_trunc('month', p_agora AT TIME ZONE 'America/Sao_Paulo')::date GROUP BY u.de
$$;
