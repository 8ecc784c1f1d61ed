-- The last statement of every transaction that changes what others read: takes the conta's row lock, numbers the feed
-- rows without gaps and tells those notas when they changed, then applies the transaction's rollup deltas, added up and in
-- key order. The hour is the conta's own and only runs forward: who reads by alterado_em never misses a late commit. The notas
-- are locked by the transaction before (or new in it). Returns the last number.
CREATE OR REPLACE FUNCTION publica(
  p_conta uuid, p_agora timestamptz,
  p_tipos text[], p_notas uuid[], p_eventos uuid[],
  p_dias date[], p_papeis text[], p_tipos_nota text[], p_ufs text[], p_empresas uuid[], p_quantidades bigint[], p_valores numeric[])
RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE ultima bigint; quando timestamptz(3); quantas integer := coalesce(array_length(p_tipos, 1), 0);
BEGIN
  IF p_conta IS DISTINCT FROM nullif(current_setting('app.conta', true), '')::uuid THEN
    RAISE EXCEPTION 'publica: conta % is not the one of this transaction', p_conta;
  END IF;
  UPDATE conta_sequencia SET sequencia = sequencia + quantas, publicada_em = greatest(p_agora, publicada_em + interval '1 ms')
    WHERE conta_id = p_conta RETURNING sequencia, publicada_em INTO STRICT ultima, quando;
  INSERT INTO feed (conta_id, sequencia, tipo, nota_id, evento_id, criado_em)
    SELECT p_conta, ultima - quantas + f.n, f.tipo, f.nota, f.evento, quando
    FROM unnest(p_tipos, p_notas, p_eventos) WITH ORDINALITY AS f (tipo, nota, evento, n);
  UPDATE nota SET alterado_em = quando WHERE conta_id = p_conta AND id = ANY (p_notas);
  INSERT INTO rollup_dia AS r (conta_id, dia, papel, tipo_nota, empresa_id, quantidade, valor)
    SELECT p_conta, d.dia, d.papel, d.tipo, d.empresa, sum(d.quantidade), sum(d.valor)
    FROM unnest(p_dias, p_papeis, p_tipos_nota, p_empresas, p_quantidades, p_valores) AS d (dia, papel, tipo, empresa, quantidade, valor)
    GROUP BY d.dia, d.papel, d.tipo, d.empresa ORDER BY d.dia, d.papel, d.tipo, d.empresa
  ON CONFLICT (conta_id, dia, papel, tipo_nota, empresa_id)
    DO UPDATE SET quantidade = r.quantidade + excluded.quantidade, valor = r.valor + excluded.valor;
  INSERT INTO rollup_uf AS r (conta_id, mes, papel, uf, tipo_nota, empresa_id, quantidade, valor)
    SELECT p_conta, date_trunc('month', d.dia)::date, d.papel, d.uf, d.tipo, d.empresa, sum(d.quantidade), sum(d.valor)
    FROM unnest(p_dias, p_papeis, p_ufs, p_tipos_nota, p_empresas, p_quantidades, p_valores) AS d (dia, papel, uf, tipo, empresa, quantidade, valor)
    GROUP BY 2, d.papel, d.uf, d.tipo, d.empresa ORDER BY 2, d.papel, d.uf, d.tipo, d.empresa
  ON CONFLICT (conta_id, mes, papel, uf, tipo_nota, empresa_id)
    DO UPDATE SET quantidade = r.quantidade + excluded.quantidade, valor = r.valor + excluded.valor;
  RETURN ultima;
END $$;
