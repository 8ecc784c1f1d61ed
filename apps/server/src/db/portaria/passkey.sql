-- Passkeys.

-- Stores a challenge (SHA-256) until its answer; only the newest per user and use. Deletes expired
-- ones, and those of a clock that was set back.
CREATE OR REPLACE FUNCTION portaria_desafio_abre(p_hash bytea, p_uso text, p_usuario uuid, p_agora timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM passkey_desafio WHERE expira_em <= p_agora OR expira_em > p_agora + interval '5 minutes';
  DELETE FROM passkey_desafio WHERE usuario_id = p_usuario AND uso = p_uso;
  INSERT INTO passkey_desafio (desafio_hash, uso, usuario_id, expira_em)
  VALUES (p_hash, p_uso, p_usuario, p_agora + interval '5 minutes')
$$;

-- Consumes a challenge, so that only one answer counts. Returns whether it was valid for this use and user.
CREATE OR REPLACE FUNCTION portaria_desafio_gasta(p_hash bytea, p_uso text, p_usuario uuid, p_agora timestamptz)
RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gasto AS (
    DELETE FROM passkey_desafio
    WHERE desafio_hash = p_hash AND uso = p_uso AND usuario_id IS NOT DISTINCT FROM p_usuario RETURNING expira_em)
  SELECT EXISTS (SELECT FROM gasto WHERE expira_em > p_agora AND expira_em <= p_agora + interval '5 minutes')
$$;
