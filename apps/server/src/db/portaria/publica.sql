-- The last statement of every transaction that changes published data. It takes the conta's row lock,
-- numbers the feed rows without gaps, sets alterado_em of the notas, and updates the rollups: subtracts
-- each nota's previous share and adds the new one, in key order. The conta's own time only moves forward,
-- so that readers of alterado_em never miss a late commit. The transaction has locked the notas before,
-- or created them. A document that counts for the first time counts in the conta's month, by the clock of
-- its UF (p_zonas). p_mudas: notas whose share changes without a feed row. Returns the last number.
CREATE OR REPLACE FUNCTION publica(
  p_conta uuid, p_agora timestamptz, p_tipos text[], p_notas uuid[], p_eventos uuid[], p_mudas uuid[], p_zonas jsonb)
RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE ultima bigint; quando timestamptz(3); quantas integer := coalesce(array_length(p_tipos, 1), 0);
BEGIN
  IF p_conta IS DISTINCT FROM nullif(current_setting('app.conta', true), '')::uuid THEN
    RAISE EXCEPTION 'publica: conta % is not the one of this transaction', p_conta;
  END IF;
  UPDATE conta_sequencia SET sequencia = sequencia + quantas, publicada_em = greatest(p_agora, publicada_em + interval '1 ms')
    WHERE conta_id = p_conta RETURNING sequencia, publicada_em INTO STRICT ultima, quando;
  -- The document and empresa of a feed row are fixed now: the current document, or the evento's
  -- own. An empresa has its issued documents already: its feed brings only their eventos.
  INSERT INTO feed (conta_id, sequencia, tipo, nota_id, evento_id, criado_em, empresa_id, documento_id)
    SELECT p_conta, ultima - quantas + f.n, f.tipo, f.nota, f.evento, quando, CASE WHEN d.id IS NOT NULL THEN v.empresa_id END, d.id
    FROM unnest(p_tipos, p_notas, p_eventos) WITH ORDINALITY AS f (tipo, nota, evento, n)
      LEFT JOIN nota v ON v.conta_id = p_conta AND v.id = f.nota AND f.tipo IN ('nota', 'troca', 'evento')
        AND NOT v.quarentena AND NOT v.terceiros AND v.empresa_id IS NOT NULL AND (f.tipo = 'evento' OR v.papel = 'E')
      LEFT JOIN evento e ON e.conta_id = p_conta AND e.id = f.evento AND f.tipo = 'evento'
      CROSS JOIN LATERAL (SELECT CASE f.tipo WHEN 'evento' THEN CASE WHEN v.id IS NOT NULL THEN e.documento_id END ELSE v.documento_id END AS id) d;
  -- Cancelled: by SEFAZ's answer, else by the document's own status, or by a genuine evento.
  WITH agora AS (
    SELECT n.id, n.medida, n.contada_dia AS dia, n.contada_papel AS papel, n.contada_tipo AS tipo, n.contada_empresa AS empresa,
      n.contada_uf AS uf, n.contada_valor AS valor, n.contada_marcas AS marcas, NOT n.quarentena AND NOT n.terceiros AND n.empresa_id IS NOT NULL AS conta,
      coalesce(CASE n.papel WHEN 'E' THEN n.uf_emitente ELSE n.uf_destinatario END, '') AS outra_uf,
      CASE WHEN n.hash_sha1_canc IS NOT NULL OR coalesce(n.sefaz_status, n.nfe_status) IN ('101', '151', '155') THEN 1 ELSE 0 END
        + CASE WHEN n.divergente THEN 2 ELSE 0 END + CASE WHEN n.processado_erp THEN 0 ELSE 4 END AS outras_marcas
    FROM nota n WHERE n.conta_id = p_conta AND n.id = ANY (p_notas || p_mudas)
  ), mudadas AS (
    UPDATE nota n SET alterado_em = CASE WHEN n.id = ANY (p_notas) THEN quando ELSE n.alterado_em END, medida = a.medida OR a.conta,
      contada_dia = CASE WHEN a.conta THEN n.dia_emissao END, contada_papel = CASE WHEN a.conta THEN n.papel END,
      contada_tipo = CASE WHEN a.conta THEN n.tipo_nota END, contada_empresa = CASE WHEN a.conta THEN n.empresa_id END,
      contada_uf = CASE WHEN a.conta THEN a.outra_uf END, contada_valor = CASE WHEN a.conta THEN n.valor_total END,
      contada_marcas = CASE WHEN a.conta THEN a.outras_marcas END
    FROM agora a WHERE n.conta_id = p_conta AND n.id = a.id
    RETURNING n.chave, a.conta AND NOT a.medida AS estreia, a.dia, a.papel, a.tipo, a.empresa, a.uf, a.valor, a.marcas,
      n.contada_dia, n.contada_papel, n.contada_tipo, n.contada_empresa, n.contada_uf, n.contada_valor, n.contada_marcas
  ), diferentes AS (
    SELECT * FROM mudadas m WHERE (m.dia, m.papel, m.tipo, m.empresa, m.uf, m.valor, m.marcas) IS DISTINCT FROM
      (m.contada_dia, m.contada_papel, m.contada_tipo, m.contada_empresa, m.contada_uf, m.contada_valor, m.contada_marcas)
  ), partes AS (
    SELECT -1 AS sinal, dia, papel, tipo, empresa, uf, valor, marcas FROM diferentes WHERE dia IS NOT NULL
    UNION ALL
    SELECT 1, contada_dia, contada_papel, contada_tipo, contada_empresa, contada_uf, contada_valor, contada_marcas
    FROM diferentes WHERE contada_dia IS NOT NULL
  ), dias AS (
    INSERT INTO rollup_dia AS r (conta_id, dia, papel, tipo_nota, empresa_id, quantidade, valor, canceladas, divergentes, nao_integradas)
      SELECT p_conta, dia, papel, tipo, empresa, sum(sinal), sum(sinal * valor), sum(sinal * (marcas & 1)), sum(sinal * (marcas >> 1 & 1)),
        sum(sinal * (marcas >> 2 & 1))
      FROM partes GROUP BY dia, papel, tipo, empresa ORDER BY dia, papel, tipo, empresa
    ON CONFLICT (conta_id, dia, papel, tipo_nota, empresa_id) DO UPDATE SET quantidade = r.quantidade + excluded.quantidade,
      valor = r.valor + excluded.valor, canceladas = r.canceladas + excluded.canceladas, divergentes = r.divergentes + excluded.divergentes,
      nao_integradas = r.nao_integradas + excluded.nao_integradas
  ), ufs AS (
    INSERT INTO rollup_uf AS r (conta_id, mes, papel, uf, tipo_nota, empresa_id, quantidade, valor)
      SELECT p_conta, date_trunc('month', dia)::date, papel, uf, tipo, empresa, sum(sinal), sum(sinal * valor)
      FROM partes GROUP BY 2, papel, uf, tipo, empresa HAVING sum(sinal) <> 0 OR sum(sinal * valor) <> 0 ORDER BY 2, papel, uf, tipo, empresa
    ON CONFLICT (conta_id, mes, papel, uf, tipo_nota, empresa_id)
      DO UPDATE SET quantidade = r.quantidade + excluded.quantidade, valor = r.valor + excluded.valor
  )
  -- Both views of a document count as one, in any order.
  INSERT INTO uso_mes AS u (conta_id, mes, documentos)
    SELECT c.id, date_trunc('month', p_agora AT TIME ZONE coalesce(p_zonas ->> c.uf, 'America/Sao_Paulo'))::date, e.quantas
    FROM conta c, (SELECT count(DISTINCT m.chave) AS quantas FROM mudadas m
      WHERE m.estreia AND NOT EXISTS (SELECT FROM nota o WHERE o.conta_id = p_conta AND o.chave = m.chave AND o.medida)) e
    WHERE c.id = p_conta AND e.quantas > 0
  ON CONFLICT (conta_id, mes) DO UPDATE SET documentos = u.documentos + excluded.documentos;
  RETURN ultima;
END $$;
