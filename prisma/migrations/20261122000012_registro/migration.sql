-- The acts that exist become links of their conta's chain, in the order in which they happened. The same sum as in
-- db/portaria/registro.sql, which does not exist yet when this runs.

-- Where the owner is no superuser, row security would hide the rows from it too.
ALTER TABLE registro NO FORCE ROW LEVEL SECURITY;
ALTER TABLE registro_ponta NO FORCE ROW LEVEL SECURITY;

CREATE FUNCTION pg_temp.campo(p_texto text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(octet_length(p_texto) || ':' || p_texto, '-')
$$;

DO $$
DECLARE r record; conta uuid; n bigint := 0; anterior bytea := '';
BEGIN
  FOR r IN SELECT * FROM registro ORDER BY conta_id, quando, id LOOP
    IF conta IS DISTINCT FROM r.conta_id THEN
      conta := r.conta_id;
      n := 0;
      anterior := '';
    END IF;
    n := n + 1;
    anterior := sha256(anterior || convert_to(
      pg_temp.campo(r.conta_id::text) || pg_temp.campo(n::text) || pg_temp.campo(r.id::text)
      || pg_temp.campo((extract(epoch FROM r.quando) * 1000)::bigint::text) || pg_temp.campo(r.usuario_id::text)
      || pg_temp.campo(r.usuario) || pg_temp.campo(r.acao) || pg_temp.campo(r.alvo) || pg_temp.campo(r.detalhe), 'UTF8'));
    UPDATE registro SET ordem = n, elo = anterior WHERE conta_id = r.conta_id AND id = r.id;
    INSERT INTO registro_ponta (conta_id, ordem, elo) VALUES (conta, n, anterior)
      ON CONFLICT (conta_id) DO UPDATE SET ordem = excluded.ordem, elo = excluded.elo;
  END LOOP;
END $$;

ALTER TABLE registro FORCE ROW LEVEL SECURITY;
ALTER TABLE registro_ponta FORCE ROW LEVEL SECURITY;

ALTER TABLE registro ALTER COLUMN ordem SET NOT NULL, ALTER COLUMN elo SET NOT NULL;
CREATE UNIQUE INDEX registro_ordem_key ON registro (conta_id, ordem);
CREATE INDEX registro_usuario_idx ON registro (conta_id, usuario_id, ordem DESC);

-- The gatekeeper writes, nobody changes and nobody deletes.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON registro FROM malote_app;
CREATE POLICY portaria ON registro TO malote_portaria USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON registro TO malote_portaria;
REVOKE DELETE ON registro_ponta FROM malote_portaria;

-- Not even the owner of the tables, unless they take this away first.
CREATE FUNCTION registro_imutavel() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'registro is written once: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER registro_imutavel BEFORE UPDATE OR DELETE OR TRUNCATE ON registro
  FOR EACH STATEMENT EXECUTE FUNCTION registro_imutavel();
CREATE TRIGGER registro_ponta_imutavel BEFORE DELETE OR TRUNCATE ON registro_ponta
  FOR EACH STATEMENT EXECUTE FUNCTION registro_imutavel();
