-- Contas.

-- Creates a conta that signed up, in its own transaction, so that all its rows commit together.
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

-- The conta of a name that no user ever entered: created before p_antes, and without a live link.
CREATE OR REPLACE FUNCTION portaria_conta_abandonada(p_identificador text, p_antes timestamptz, p_agora timestamptz)
RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id FROM conta c WHERE c.identificador = p_identificador AND NOT c.sandbox AND c.criado_em < p_antes
    AND EXISTS (SELECT FROM usuario u WHERE u.conta_id = c.id)
    AND NOT EXISTS (SELECT FROM usuario u WHERE u.conta_id = c.id AND u.ativado)
    AND NOT EXISTS (SELECT FROM usuario_token t WHERE t.conta_id = c.id AND t.expira_em > p_agora)
$$;

-- Changes the plan of this transaction's conta; returns the previous one.
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

-- Stores the e-mail domains that the operator has proved for this transaction's conta.
CREATE OR REPLACE FUNCTION portaria_conta_dominios(p_conta uuid, p_dominios text[])
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_conta IS DISTINCT FROM nullif(current_setting('app.conta', true), '')::uuid THEN
    RAISE EXCEPTION 'portaria_conta_dominios: conta % is not the one of this transaction', p_conta;
  END IF;
  UPDATE conta SET dominios = p_dominios WHERE id = p_conta;
END $$;

-- Public download: the best proven copy of a document in all contas, and the document's state. Each
-- conta is searched by its own index, so that an unknown chave costs the same. p_vereditos: from
-- best to worst. SEFAZ's latest answer about the chave applies to every copy; the sandbox has its
-- own answers. A copy is public if its empresa is proved, its conta and empresa allow it, its
-- signature or SEFAZ's digest proves its content, and SEFAZ does not contradict it.
CREATE OR REPLACE FUNCTION portaria_nota_publica(
  p_chave text, p_vereditos text[], p_canceladas text[], p_denegadas text[], p_sandbox boolean)
RETURNS TABLE (conta_id uuid, nota_id uuid, tipo_nota text, situacao text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH vistas AS MATERIALIZED (
    SELECT c.id AS conta_id, c.sandbox, c.download_publico, v.* FROM conta c CROSS JOIN LATERAL (
      SELECT n.id, n.tipo_nota, n.empresa_id, n.documento_id, n.veredito, n.quarentena, n.terceiros, n.dig_val, n.sefaz_dig_val,
        n.sefaz_status, n.nfe_status, n.sefaz_consultada_em, n.hash_sha1_canc
      FROM nota n WHERE n.conta_id = c.id AND n.chave = p_chave OFFSET 0) v
    WHERE p_sandbox OR NOT c.sandbox
  ), palavras AS (
    SELECT DISTINCT ON (sandbox) sandbox, sefaz_status AS status FROM vistas WHERE sefaz_status IS NOT NULL
    ORDER BY sandbox, sefaz_consultada_em DESC NULLS LAST, id
  ), digests AS (
    SELECT DISTINCT ON (sandbox) sandbox, sefaz_dig_val AS valor FROM vistas WHERE sefaz_dig_val IS NOT NULL
    ORDER BY sandbox, sefaz_consultada_em DESC NULLS LAST, id
  ), copias AS (
    SELECT v.*, p.status, d.valor AS digest, o.achados, e.provada_por,
      CASE WHEN v.nfe_status IN ('120', '150', '132') THEN '100' ELSE v.nfe_status END AS dito,
      CASE WHEN p.status IN ('120', '150', '132') THEN '100' ELSE p.status END AS ouvido
    FROM vistas v
      JOIN empresa e ON e.conta_id = v.conta_id AND e.id = v.empresa_id
      JOIN documento o ON o.conta_id = v.conta_id AND o.id = v.documento_id
      LEFT JOIN palavras p ON p.sandbox = v.sandbox LEFT JOIN digests d ON d.sandbox = v.sandbox
    WHERE NOT v.quarentena AND NOT v.terceiros AND v.download_publico AND e.download_publico AND e.provada_por IS NOT NULL
  ), situadas AS (
    SELECT k.*, CASE
      WHEN k.ouvido = ANY (p_canceladas) OR bool_or(k.hash_sha1_canc IS NOT NULL) OVER lado
        OR bool_or(k.dito = ANY (p_canceladas)) OVER lado THEN 'cancelada'
      WHEN coalesce(k.ouvido, k.dito) = ANY (p_denegadas) THEN 'denegada' ELSE 'normal' END AS situacao
    FROM copias k WINDOW lado AS (PARTITION BY k.sandbox)
  )
  SELECT s.conta_id, s.id, s.tipo_nota, s.situacao FROM situadas s
  WHERE s.veredito = ANY (p_vereditos)
    AND (s.digest IS NULL OR s.digest = s.dig_val)
    AND (s.digest IS NOT NULL
      OR s.veredito IN ('autentica', 'integra') AND NOT s.achados @> '[{"codigo": "cadeia-nao-verificada"}]')
    AND (s.ouvido IS NULL OR s.ouvido = '100' OR s.ouvido = ANY (p_canceladas) OR s.ouvido = ANY (p_denegadas))
    AND (s.situacao <> 'normal' OR s.ouvido IS NULL OR s.dito IS NULL OR s.ouvido = s.dito)
  ORDER BY s.sandbox, s.digest IS NULL, array_position(p_vereditos, s.veredito), s.nfe_status IS NULL,
    s.achados @> '[{"codigo": "qr-divergente"}]' OR s.achados @> '[{"codigo": "url-chave-divergente"}]',
    s.achados @> '[{"codigo": "qr-desconhecido"}]', s.provada_por <> 'certificado', s.id LIMIT 1
$$;
