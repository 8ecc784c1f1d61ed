-- E-mails to the operator.

-- Records the conditions that a process found, and returns the due notifications. p_condicoes:
-- [{condicao, ativa, detalhe, esperaS}]. A condition not found for p_fim has ended. The caller
-- claims the returned rows until p_ate.
CREATE OR REPLACE FUNCTION portaria_avisos(
  p_agora timestamptz, p_condicoes jsonb, p_fim interval, p_repete interval, p_ate timestamptz)
RETURNS TABLE (condicao text, fase text, detalhe text, comecou_em timestamptz, terminou_em timestamptz, falhas integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO operador_aviso AS a (condicao, comecou_em, visto_em, detalhe)
    SELECT c.condicao, p_agora, p_agora, c.detalhe FROM jsonb_to_recordset(p_condicoes) AS c (condicao text, ativa boolean, detalhe text)
    WHERE c.ativa ORDER BY c.condicao
    ON CONFLICT (condicao) DO UPDATE SET visto_em = greatest(a.visto_em, p_agora), detalhe = excluded.detalhe, terminou_em = NULL;
  UPDATE operador_aviso a SET terminou_em = a.visto_em FROM jsonb_to_recordset(p_condicoes) AS c (condicao text, ativa boolean)
    WHERE a.condicao = c.condicao AND NOT c.ativa AND a.terminou_em IS NULL AND a.visto_em <= p_agora - p_fim;
  DELETE FROM operador_aviso a WHERE a.terminou_em IS NOT NULL AND a.avisado_em IS NULL AND a.falhas = 0;
  RETURN QUERY
    WITH vez AS (
      SELECT a.condicao, CASE WHEN a.terminou_em IS NOT NULL THEN 'fim' WHEN a.avisado_em IS NULL THEN 'comeco' ELSE 'segue' END AS fase
      FROM operador_aviso a JOIN jsonb_to_recordset(p_condicoes) AS c (condicao text, "esperaS" integer) ON c.condicao = a.condicao
      WHERE (a.proxima_em IS NULL OR a.proxima_em <= p_agora)
        AND CASE WHEN a.terminou_em IS NOT NULL THEN true
          WHEN a.avisado_em IS NULL THEN a.comecou_em <= p_agora - make_interval(secs => c."esperaS")
          ELSE a.avisado_em <= p_agora - p_repete END
      FOR UPDATE OF a SKIP LOCKED)
    UPDATE operador_aviso a SET proxima_em = p_ate FROM vez v WHERE a.condicao = v.condicao
    RETURNING a.condicao, v.fase, a.detalhe, a.comecou_em, a.terminou_em, a.falhas;
END $$;

-- Records the outcome of a notification. p_falha: the relay's answer; null = accepted. A condition
-- is deleted once its end was sent.
CREATE OR REPLACE FUNCTION portaria_aviso_feito(p_condicao text, p_fase text, p_agora timestamptz, p_falha text, p_proxima timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM operador_aviso a WHERE a.condicao = p_condicao AND p_fase = 'fim' AND p_falha IS NULL AND a.terminou_em IS NOT NULL;
  UPDATE operador_aviso a SET
      avisado_em = CASE WHEN p_falha IS NOT NULL THEN a.avisado_em WHEN p_fase = 'fim' THEN NULL ELSE p_agora END,
      falhas = CASE WHEN p_falha IS NULL THEN 0 ELSE a.falhas + 1 END, falha = p_falha, proxima_em = p_proxima
    WHERE a.condicao = p_condicao
$$;
