-- Messages of visitors.

CREATE OR REPLACE FUNCTION portaria_contato_guarda(p_id uuid, p_dados jsonb, p_agora timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO contato (id, dados, criado_em, proxima_em) VALUES (p_id, p_dados, p_agora, p_agora)
$$;

-- Claims due messages; a claim expires at p_volta, in case the claimer dies.
CREATE OR REPLACE FUNCTION portaria_contatos_vez(p_agora timestamptz, p_volta timestamptz, p_limite integer)
RETURNS TABLE (id uuid, dados jsonb, criado_em timestamptz, tentativas integer)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE contato c SET proxima_em = p_volta, tentativas = c.tentativas + 1
  FROM (SELECT x.id FROM contato x WHERE x.proxima_em <= p_agora ORDER BY x.proxima_em, x.id LIMIT p_limite FOR UPDATE SKIP LOCKED) v
  WHERE c.id = v.id RETURNING c.id, c.dados, c.criado_em, c.tentativas
$$;

-- Records the end of an attempt. p_proxima: time of the next one; null = none.
CREATE OR REPLACE FUNCTION portaria_contato_fim(p_id uuid, p_enviado timestamptz, p_falha text, p_proxima timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE contato SET enviado_em = p_enviado, falha = p_falha, proxima_em = p_proxima WHERE id = p_id AND enviado_em IS NULL
$$;

-- Deletes finished messages older than p_antes: personal data is not kept longer.
CREATE OR REPLACE FUNCTION portaria_limpa_contatos(p_antes timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhos AS (
    DELETE FROM contato WHERE id IN (SELECT id FROM contato WHERE proxima_em IS NULL AND criado_em < p_antes ORDER BY criado_em LIMIT p_limite)
    RETURNING 1)
  SELECT count(*)::integer FROM velhos
$$;
