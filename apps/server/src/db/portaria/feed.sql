-- The feed in SEFAZ's format.

-- The empresas with this CNPJ and an open feed, of all contas or of the named one. certificado: the
-- conta holds a valid certificate of the empresa with a known chain; those come first. provada:
-- documents of an unproved empresa never leave the conta.
CREATE OR REPLACE FUNCTION portaria_feed(p_cnpj text, p_identificador text, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, empresa_id uuid, identificador text, uf text, sandbox boolean, certificado boolean, provada boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT e.conta_id, e.id, c.identificador, c.uf, c.sandbox,
    EXISTS (SELECT FROM certificado k WHERE k.conta_id = e.conta_id AND k.empresa_id = e.id AND k.cadeia = 'verificada'
      AND k.valido_ate > p_agora) AS com_certificado, e.provada_por IS NOT NULL AS provada
  FROM empresa e JOIN conta c ON c.id = e.conta_id
  WHERE e.cnpj = p_cnpj AND e.feed_sefaz AND (p_identificador IS NULL OR c.identificador = p_identificador)
  ORDER BY provada DESC, com_certificado DESC, c.sandbox, e.conta_id LIMIT 20
$$;
