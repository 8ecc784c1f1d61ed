-- ── contas (services/conta, commands/conta, services/nota/nota-publica) ─────────────────────────────────────────────

-- Opens a conta that somebody asked for, in its own transaction: all that belongs to it is written with it, or nothing is.
CREATE OR REPLACE FUNCTION portaria_conta_nova(p_id uuid, p_identificador text, p_tipo_pessoa text, p_uf text, p_agora timestamptz)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_id IS DISTINCT FROM nullif(current_setting('app.conta', true), '')::uuid THEN
    RAISE EXCEPTION 'portaria_conta_nova: conta % is not the one of this transaction', p_id;
  END IF;
  INSERT INTO conta (id, identificador, tipo_pessoa, uf, criado_em) VALUES (p_id, p_identificador, p_tipo_pessoa, p_uf, p_agora);
  INSERT INTO conta_sequencia (conta_id) VALUES (p_id);
END $$;

-- The conta that bears a name and whose owner never came: opened before p_antes, entered by nobody, and no link to it lives.
CREATE OR REPLACE FUNCTION portaria_conta_abandonada(p_identificador text, p_antes timestamptz, p_agora timestamptz)
RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id FROM conta c WHERE c.identificador = p_identificador AND NOT c.sandbox AND c.criado_em < p_antes
    AND EXISTS (SELECT FROM usuario u WHERE u.conta_id = c.id)
    AND NOT EXISTS (SELECT FROM usuario u WHERE u.conta_id = c.id AND u.ativado)
    AND NOT EXISTS (SELECT FROM usuario_token t WHERE t.conta_id = c.id AND t.expira_em > p_agora)
$$;

-- Gives the conta of this transaction another plan; answers the one it had.
CREATE OR REPLACE FUNCTION portaria_conta_plano(p_conta uuid, p_plano integer)
RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE antes integer;
BEGIN
  IF p_conta IS DISTINCT FROM nullif(current_setting('app.conta', true), '')::uuid THEN
    RAISE EXCEPTION 'portaria_conta_plano: conta % is not the one of this transaction', p_conta;
  END IF;
  SELECT plano INTO STRICT antes FROM conta WHERE id = p_conta FOR NO KEY UPDATE;
  UPDATE conta SET plano = p_plano WHERE id = p_conta;
  RETURN antes;
END $$;

-- The public download: where the best copy of a document lies that its conta shows as its own, whatever the conta. Each conta is asked by
-- its own index, so that a chave nobody has costs what one that is there costs. p_vereditos: from best to worst.
CREATE OR REPLACE FUNCTION portaria_nota_publica(p_chave text, p_vereditos text[], p_canceladas text[], p_sandbox boolean)
RETURNS TABLE (conta_id uuid, nota_id uuid, tipo_nota text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, v.id, v.tipo_nota FROM conta c CROSS JOIN LATERAL (
    SELECT n.id, n.tipo_nota, n.veredito,
      n.hash_sha1_canc IS NOT NULL OR coalesce(n.sefaz_status, n.nfe_status, '') = ANY (p_canceladas) AS cancelada
    FROM nota n WHERE n.conta_id = c.id AND n.chave = p_chave AND NOT n.quarentena AND NOT n.terceiros OFFSET 0) v
  WHERE p_sandbox OR NOT c.sandbox
  ORDER BY array_position(p_vereditos, v.veredito) NULLS LAST, v.cancelada DESC, v.id LIMIT 1
$$;
