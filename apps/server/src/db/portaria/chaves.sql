-- How many values each key seals, by table and column. Bytes 2 to 5 of a sealed value are its key's
-- id. contas: those with values of another key than p_nova (8 hex digits). Returns no values. The same
-- places as key rotation (services/chave), and the installation's canary, which belongs to no conta.
CREATE OR REPLACE FUNCTION portaria_selados(p_nova text)
RETURNS TABLE (tabela text, coluna text, chave text, valores bigint, contas uuid[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.t, s.c, encode(s.k, 'hex'), count(*), coalesce(array_agg(DISTINCT s.conta_id) FILTER (WHERE encode(s.k, 'hex') <> p_nova AND s.conta_id IS NOT NULL), '{}')
  FROM (
    SELECT 'caixa_email' AS t, 'senha_selada' AS c, conta_id, substring(senha_selada FROM 2 FOR 4) AS k FROM caixa_email WHERE senha_selada <> ''
    UNION ALL SELECT 'certificado', 'selado', conta_id, substring(selado FROM 2 FOR 4) FROM certificado
    UNION ALL SELECT 'envio', 'dados', conta_id, substring(decode(dados->>'tokenSelado', 'base64') FROM 2 FOR 4) FROM envio
      WHERE estado = 'pendente' AND dados ? 'tokenSelado'
    UNION ALL SELECT 'idempotencia', 'corpo', conta_id, substring(corpo FROM 2 FOR 4) FROM idempotencia WHERE corpo <> ''
    UNION ALL SELECT 'usuario', 'totp_selado', conta_id, substring(totp_selado FROM 2 FOR 4) FROM usuario WHERE totp_selado IS NOT NULL
    UNION ALL SELECT 'webhook', 'segredo_selado', conta_id, substring(segredo_selado FROM 2 FOR 4) FROM webhook
    UNION ALL SELECT 'webhook', 'anterior_selado', conta_id, substring(anterior_selado FROM 2 FOR 4) FROM webhook WHERE anterior_selado IS NOT NULL
    UNION ALL SELECT 'installation', 'key_canary', NULL, substring(key_canary FROM 2 FOR 4) FROM installation WHERE key_canary IS NOT NULL
  ) s GROUP BY s.t, s.c, s.k
$$;
