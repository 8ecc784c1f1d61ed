-- What the two rules of migration 130 change in documents of before, conta by conta, as the server itself reads and writes: no table is locked
-- against anyone meanwhile. Few rows; the trigger writes divergente.
DO $$
DECLARE v_contas uuid[]; v_conta uuid;
BEGIN
  SET LOCAL ROLE malote_portaria;
  SELECT array_agg(id) INTO v_contas FROM conta;
  SET LOCAL ROLE malote_app;
  FOREACH v_conta IN ARRAY coalesce(v_contas, '{}') LOOP
    PERFORM set_config('app.conta', v_conta::text, true);
    UPDATE nota SET divergente = NULL
      WHERE conta_id = v_conta AND (nfe_status = '120' OR sefaz_status = '120'
        OR nfe_status IS NULL AND sefaz_status IN ('216', '217', '561', '562', '600', '613', '614', '615', '616', '617', '618', '619', '620'));
    -- A document whose protocol says 120 was judged as not authorized. Of SEFAZ's tests it stays so.
    UPDATE documento d SET achados = sem.achados, veredito = CASE
        WHEN d.veredito <> 'nao-autorizada' OR sem.achados @? '$[*].codigo ? (@ == "ambiente-homologacao")' THEN d.veredito
        WHEN sem.achados @? '$[*].codigo ? (@ == "protocolo-invalido")' THEN 'sem-protocolo'
        WHEN sem.achados @? '$[*].codigo ? (@ == "cadeia-nao-verificada" || @ == "certificado-de-provedor")' THEN 'integra'
        ELSE 'autentica'
      END
    FROM (
      SELECT id, coalesce((
        SELECT jsonb_agg(a ORDER BY n) FROM jsonb_array_elements(achados) WITH ORDINALITY AS e (a, n)
        WHERE NOT a @> '{"codigo": "nao-autorizada", "detalhe": "120"}'), '[]') AS achados
      FROM documento WHERE conta_id = v_conta AND achados @> '[{"codigo": "nao-autorizada", "detalhe": "120"}]'
    ) sem WHERE d.conta_id = v_conta AND d.id = sem.id;
    UPDATE nota n SET veredito = d.veredito FROM documento d
      WHERE n.conta_id = v_conta AND n.nfe_status = '120' AND d.conta_id = v_conta AND d.id = n.documento_id AND d.veredito <> n.veredito;
  END LOOP;
  PERFORM set_config('app.conta', '', true);
  SET LOCAL ROLE malote_portaria;
  -- The rollups count the divergences that there are now.
  WITH contadas AS (
    UPDATE nota SET contada_marcas = (contada_marcas & ~2) | CASE WHEN divergente THEN 2 ELSE 0 END
      WHERE contada_dia IS NOT NULL AND (contada_marcas & 2 <> 0) IS DISTINCT FROM coalesce(divergente, false)
      RETURNING conta_id, contada_dia, contada_papel, contada_tipo, contada_empresa, CASE WHEN divergente THEN 1 ELSE -1 END AS mais
  ), somas AS (
    SELECT conta_id, contada_dia, contada_papel, contada_tipo, contada_empresa, sum(mais) AS mais FROM contadas GROUP BY 1, 2, 3, 4, 5
  )
  UPDATE rollup_dia r SET divergentes = r.divergentes + s.mais FROM somas s
    WHERE r.conta_id = s.conta_id AND r.dia = s.contada_dia AND r.papel = s.contada_papel AND r.tipo_nota = s.contada_tipo
      AND r.empresa_id = s.contada_empresa;
  RESET ROLE;
END $$;
