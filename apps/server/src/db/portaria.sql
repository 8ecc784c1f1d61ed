-- The gatekeeper: every function that runs before a conta is known, or that row security would make slow or impossible.
-- SECURITY DEFINER, owned by malote_portaria, search_path fixed. tests/portaria.int.test.ts lists them: a new one is a
-- decision, not an accident. Applied by setup after the migrations; every statement can be run again.

-- Sign-in: identificador → conta.
CREATE OR REPLACE FUNCTION portaria_conta(p_identificador text)
RETURNS TABLE (conta_id uuid, sandbox boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id, sandbox FROM conta WHERE identificador = p_identificador
$$;

-- Token of a tab (SHA-256) → session that has not expired.
CREATE OR REPLACE FUNCTION portaria_sessao(p_token_hash bytea, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, sessao_id uuid, usuario_id uuid, sandbox boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.conta_id, s.id, s.usuario_id, c.sandbox
  FROM sessao_token t JOIN sessao s ON s.conta_id = t.conta_id AND s.id = t.sessao_id JOIN conta c ON c.id = s.conta_id
  WHERE t.token_hash = p_token_hash AND s.expira_em > p_agora
$$;

-- File cookie (SHA-256) → session that has not expired.
CREATE OR REPLACE FUNCTION portaria_sessao_arquivo(p_arquivo_hash bytea, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, sessao_id uuid, usuario_id uuid, sandbox boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.conta_id, s.id, s.usuario_id, c.sandbox FROM sessao s JOIN conta c ON c.id = s.conta_id
  WHERE s.arquivo_hash = p_arquivo_hash AND s.expira_em > p_agora
$$;

-- Counts one use of a limited thing in its window and says how many there have been.
CREATE OR REPLACE FUNCTION portaria_limite(p_chave text, p_janela timestamptz)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM limite_uso WHERE janela < p_janela - interval '1 day';
  INSERT INTO limite_uso (chave, janela, usos) VALUES (p_chave, p_janela, 1)
  ON CONFLICT (chave, janela) DO UPDATE SET usos = limite_uso.usos + 1 RETURNING usos
$$;

-- The last statement of every transaction that changes what others read: takes the conta's row lock, numbers the feed
-- rows without gaps, then applies the transaction's rollup deltas, added up and in key order. Returns the last number.
CREATE OR REPLACE FUNCTION publica(
  p_conta uuid, p_agora timestamptz,
  p_tipos text[], p_notas uuid[], p_eventos uuid[],
  p_dias date[], p_papeis text[], p_tipos_nota text[], p_ufs text[], p_empresas uuid[], p_quantidades bigint[], p_valores numeric[])
RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE ultima bigint; quantas integer := coalesce(array_length(p_tipos, 1), 0);
BEGIN
  IF p_conta IS DISTINCT FROM nullif(current_setting('app.conta', true), '')::uuid THEN
    RAISE EXCEPTION 'publica: conta % is not the one of this transaction', p_conta;
  END IF;
  UPDATE conta_sequencia SET sequencia = sequencia + quantas WHERE conta_id = p_conta RETURNING sequencia INTO STRICT ultima;
  INSERT INTO feed (conta_id, sequencia, tipo, nota_id, evento_id, criado_em)
    SELECT p_conta, ultima - quantas + f.n, f.tipo, f.nota, f.evento, p_agora
    FROM unnest(p_tipos, p_notas, p_eventos) WITH ORDINALITY AS f (tipo, nota, evento, n);
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
