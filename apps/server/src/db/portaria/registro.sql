-- One field of an act as the chain hashes it: its length in bytes, a colon, its text; "-" for NULL.
-- The encoding is injective. services/registro writes the same.
CREATE OR REPLACE FUNCTION registro_campo(p_texto text)
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(octet_length(p_texto) || ':' || p_texto, '-')
$$;

-- The only writer of registro. Each act is a link of its conta's chain: a number without gaps, and
-- the SHA-256 of the previous link and of all fields. It locks the chain's tip, so that the conta's
-- other acts wait until the commit. Call it after every other row lock of the transaction, and
-- before publica, which is always last.
CREATE OR REPLACE FUNCTION registra(p_conta uuid, p_registros json)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE ponta registro_ponta; r record;
BEGIN
  IF p_conta IS DISTINCT FROM nullif(current_setting('app.conta', true), '')::uuid THEN
    RAISE EXCEPTION 'registra: conta % is not the one of this transaction', p_conta;
  END IF;
  INSERT INTO registro_ponta (conta_id, ordem, elo) VALUES (p_conta, 0, '') ON CONFLICT (conta_id) DO NOTHING;
  SELECT * INTO STRICT ponta FROM registro_ponta WHERE conta_id = p_conta FOR UPDATE;
  FOR r IN
    SELECT a.id, a.quando, a."usuarioId" AS usuario_id, a.usuario, a.acao, a.alvo, a.detalhe
    FROM ROWS FROM (json_to_recordset(p_registros)
      AS (id uuid, quando timestamptz(3), "usuarioId" uuid, usuario text, acao text, alvo text, detalhe text)) WITH ORDINALITY AS a
    ORDER BY a.ordinality
  LOOP
    ponta.ordem := ponta.ordem + 1;
    ponta.elo := sha256(ponta.elo || convert_to(
      registro_campo(p_conta::text) || registro_campo(ponta.ordem::text) || registro_campo(r.id::text)
      || registro_campo((extract(epoch FROM r.quando) * 1000)::bigint::text) || registro_campo(r.usuario_id::text)
      || registro_campo(r.usuario) || registro_campo(r.acao) || registro_campo(r.alvo) || registro_campo(r.detalhe), 'UTF8'));
    INSERT INTO registro (conta_id, id, quando, usuario_id, usuario, acao, alvo, detalhe, ordem, elo)
      VALUES (p_conta, r.id, r.quando, r.usuario_id, r.usuario, r.acao, r.alvo, r.detalhe, ponta.ordem, ponta.elo);
  END LOOP;
  UPDATE registro_ponta SET ordem = ponta.ordem, elo = ponta.elo WHERE conta_id = p_conta;
END $$;
