-- Metrics over all contas: counts, and ages in seconds. Each row uses an index of waiting work or a
-- table of a few thousand rows. Large counts stop at p_limite, so that a backlog of a million costs
-- no more than a small one.
CREATE OR REPLACE FUNCTION portaria_medidas(p_agora timestamptz, p_limite integer)
RETURNS TABLE (medida text, rotulo text, estado text, valor bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH RECURSIVE tipos AS (
    (SELECT t.tipo FROM tarefa t WHERE t.estado = 'pendente' ORDER BY t.tipo LIMIT 1)
    UNION ALL
    SELECT (SELECT t.tipo FROM tarefa t WHERE t.estado = 'pendente' AND t.tipo > v.tipo ORDER BY t.tipo LIMIT 1) FROM tipos v WHERE v.tipo IS NOT NULL
  )
  SELECT 'tarefa', v.tipo, 'vencida',
      (SELECT count(*) FROM (SELECT FROM tarefa t WHERE t.estado = 'pendente' AND t.tipo = v.tipo AND t.vence_em <= p_agora LIMIT p_limite) x)
    FROM tipos v WHERE v.tipo IS NOT NULL
  UNION ALL
  SELECT 'tarefa-idade', v.tipo, '', greatest(0, extract(epoch FROM p_agora - (
      SELECT t.vence_em FROM tarefa t WHERE t.estado = 'pendente' AND t.tipo = v.tipo ORDER BY t.vence_em LIMIT 1)))::bigint
    FROM tipos v WHERE v.tipo IS NOT NULL
  UNION ALL
  SELECT 'tarefa', t.tipo, 'em-andamento', count(*) FROM tarefa t WHERE t.estado = 'entregue' GROUP BY t.tipo
  UNION ALL
  SELECT 'desistida', d.tipo, '', count(*) FROM (
      SELECT t.tipo FROM tarefa t WHERE t.estado = 'desistiu' AND t.terminada_em > p_agora - interval '24 hours' LIMIT p_limite) d GROUP BY d.tipo
  UNION ALL
  SELECT 'disjuntor', d.nome, '', (d.aberto_ate IS NOT NULL)::integer::bigint FROM sefaz_disjuntor d
  UNION ALL
  SELECT 'uso', u.de, '', coalesce(sum(u.quanto), 0)::bigint
    FROM uso_mes m, LATERAL (VALUES ('documentos', m.documentos::bigint), ('emails', m.emails::bigint), ('bytes', m.bytes)) AS u (de, quanto)
    WHERE m.mes >= date_trunc('month', p_agora AT TIME ZONE 'America/Sao_Paulo')::date GROUP BY u.de
  UNION ALL
  SELECT 'caixa', e.estado, '', e.quantas FROM (
      SELECT count(*) AS todas, count(*) FILTER (WHERE c.erro_desde IS NOT NULL) AS erro, count(*) FILTER (WHERE c.silenciosa_desde IS NOT NULL) AS silenciosa
      FROM caixa_email c WHERE c.apagada_em IS NULL) x,
    LATERAL (VALUES ('todas', x.todas), ('erro', x.erro), ('silenciosa', x.silenciosa)) AS e (estado, quantas)
  UNION ALL
  SELECT 'envio', '', '', (SELECT count(*) FROM (SELECT FROM envio e WHERE e.estado = 'pendente' LIMIT p_limite) x)
  UNION ALL
  SELECT 'envio-idade', '', '', greatest(0, extract(epoch FROM p_agora - coalesce(
      (SELECT e.criado_em FROM envio e WHERE e.estado = 'pendente' ORDER BY e.criado_em LIMIT 1), p_agora)))::bigint
  UNION ALL
  SELECT 'entrega', '', '', (SELECT count(*) FROM (SELECT FROM webhook_entrega e WHERE e.estado = 'pendente' LIMIT p_limite) x)
  UNION ALL
  SELECT 'entrega-idade', '', '', greatest(0, extract(epoch FROM p_agora - coalesce(
      (SELECT e.criado_em FROM webhook_entrega e WHERE e.estado = 'pendente' ORDER BY e.criado_em LIMIT 1), p_agora)))::bigint
  UNION ALL
  SELECT 'webhook', w.estado, '', w.quantos FROM (
      SELECT count(*) FILTER (WHERE h.ativo) AS ativos, count(*) FILTER (WHERE NOT h.ativo AND h.motivo IS NOT NULL) AS desligados FROM webhook h) x,
    LATERAL (VALUES ('ativo', x.ativos), ('desligado', x.desligados)) AS w (estado, quantos)
  UNION ALL
  SELECT 'certificado', p.prazo, '', p.quantos FROM (
      SELECT count(*) FILTER (WHERE c.valido_ate <= p_agora) AS vencidos,
        count(*) FILTER (WHERE c.valido_ate > p_agora AND c.valido_ate <= p_agora + interval '1 day') AS um,
        count(*) FILTER (WHERE c.valido_ate > p_agora + interval '1 day' AND c.valido_ate <= p_agora + interval '7 days') AS sete,
        count(*) FILTER (WHERE c.valido_ate > p_agora + interval '7 days' AND c.valido_ate <= p_agora + interval '30 days') AS trinta,
        count(*) FILTER (WHERE c.valido_ate > p_agora + interval '30 days') AS mais FROM certificado c) x,
    LATERAL (VALUES ('vencido', x.vencidos), ('1d', x.um), ('7d', x.sete), ('30d', x.trinta), ('mais', x.mais)) AS p (prazo, quantos)
  UNION ALL
  SELECT m.medida, b.tipo, '', m.valor FROM (VALUES ('criar'), ('conferir')) AS b (tipo),
    LATERAL (SELECT x.* FROM backup_execucao x WHERE x.tipo = b.tipo AND x.resultado IS NOT NULL ORDER BY x.comecou DESC LIMIT 1) u,
    LATERAL (SELECT 1) um LEFT JOIN LATERAL (
      SELECT x.* FROM backup_execucao x WHERE x.tipo = b.tipo AND x.resultado = 'ok' ORDER BY x.comecou DESC LIMIT 1) o ON true,
    LATERAL (VALUES ('backup-ok', (u.resultado = 'ok')::integer::bigint), ('backup-idade', extract(epoch FROM p_agora - o.comecou)::bigint),
      ('backup-duracao', ceil(extract(epoch FROM o.terminou - o.comecou))::bigint), ('backup-bytes', o.bytes)) AS m (medida, valor)
    WHERE m.valor IS NOT NULL
  UNION ALL
  SELECT 'armazenamento', m.tipo, '', m.bytes FROM armazenamento_medida m WHERE m.dia = (SELECT max(n.dia) FROM armazenamento_medida n)
  UNION ALL
  SELECT 'aviso', a.estado, '', a.quantos FROM (
      SELECT count(*) FILTER (WHERE o.terminou_em IS NULL) AS abertos, count(*) FILTER (WHERE o.falhas > 0) AS falhando FROM operador_aviso o) x,
    LATERAL (VALUES ('aberto', x.abertos), ('falhando', x.falhando)) AS a (estado, quantos)
$$;
-- Removes the earlier signature.
DROP FUNCTION IF EXISTS portaria_medidas(timestamptz);
