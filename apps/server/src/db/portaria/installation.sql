-- The one row of what the database knows of its installation; no row before anything was written.
CREATE OR REPLACE FUNCTION portaria_installation()
RETURNS TABLE (store_id uuid, key_canary bytea, mark bigint, known_until timestamptz, restored_at timestamptz, rollback_seen_at timestamptz,
  orphans bigint, orphans_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.store_id, i.key_canary, i.mark, i.known_until, i.restored_at, i.rollback_seen_at, i.orphans, i.orphans_at FROM installation i
$$;

-- Binds the folder of blobs where none is bound. Answers the bound one, which may be another.
CREATE OR REPLACE FUNCTION portaria_installation_store(p_store uuid)
RETURNS uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO installation (store_id) VALUES (p_store)
    ON CONFLICT (only_row) DO UPDATE SET store_id = coalesce(installation.store_id, p_store) RETURNING store_id
$$;

-- Forgets the folder of blobs: the next one that is opened is bound.
CREATE OR REPLACE FUNCTION portaria_installation_unbind()
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE installation SET store_id = NULL
$$;

-- Puts p_after in the place of p_before (NULL: of none). Answers whether p_before was still there.
CREATE OR REPLACE FUNCTION portaria_installation_canary(p_before bytea, p_after bytea)
RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO installation (key_canary) VALUES (p_after)
    ON CONFLICT (only_row) DO UPDATE SET key_canary = p_after WHERE installation.key_canary IS NOT DISTINCT FROM p_before;
  RETURN FOUND;
END $$;

-- Counts one mark more and answers it. p_seen: the mark in the folder of blobs, written there after the database had it; one that is ahead
-- of the database proves that the database went back in time.
CREATE OR REPLACE FUNCTION portaria_installation_mark(p_seen bigint, p_agora timestamptz)
RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_mark bigint;
BEGIN
  INSERT INTO installation DEFAULT VALUES ON CONFLICT (only_row) DO NOTHING;
  UPDATE installation SET rollback_seen_at = p_agora, restored_at = p_agora,
    known_until = least(known_until, coalesce(marked_at, to_timestamp(0))) WHERE mark < p_seen;
  UPDATE installation SET mark = greatest(mark, p_seen) + 1, marked_at = p_agora RETURNING mark INTO v_mark;
  RETURN v_mark;
END $$;

-- Fails where the database takes no writes. It writes a row and a temporary file of about 1 MB:
-- a row alone may fit into space that is already allocated.
CREATE OR REPLACE FUNCTION portaria_installation_write()
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET work_mem = '64kB' AS $$
BEGIN
  INSERT INTO installation DEFAULT VALUES ON CONFLICT (only_row) DO NOTHING;
  UPDATE installation SET mark = mark;
  PERFORM count(*) FROM generate_series(1, 50000);
END $$;

-- Says why the cleanup of blobs is stopped: how many orphans a round met; NULL: it goes on.
CREATE OR REPLACE FUNCTION portaria_installation_orphans(p_orphans bigint, p_agora timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO installation (orphans, orphans_at) VALUES (p_orphans, p_agora)
    ON CONFLICT (only_row) DO UPDATE SET orphans = p_orphans,
      orphans_at = CASE WHEN p_orphans IS NULL THEN NULL ELSE coalesce(installation.orphans_at, p_agora) END
$$;

-- The newest e-mails of some contas, by which a folder of blobs is known to be theirs.
CREATE OR REPLACE FUNCTION portaria_blobs_recentes(p_limite integer)
RETURNS TABLE (conta_id uuid, sha256 text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, e.sha256 FROM conta c, LATERAL (
    SELECT x.sha256 FROM email x WHERE x.conta_id = c.id AND x.sha256 IS NOT NULL ORDER BY x.data DESC, x.id DESC LIMIT 3) e LIMIT p_limite
$$;

-- Work that waits for a blob that the store lacks, up to 10 000.
CREATE OR REPLACE FUNCTION portaria_arquivos_ausentes()
RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::integer FROM (
    SELECT FROM tarefa t WHERE t.estado = 'pendente' AND t.espera = 'mundo' AND t.causa = 'arquivo-ausente' LIMIT 10000) x
$$;

-- Due work that nobody took: how much, and since when the oldest is due.
CREATE OR REPLACE FUNCTION portaria_trabalho_vencido(p_agora timestamptz)
RETURNS TABLE (quantas bigint, desde timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*), min(t.vence_em) FROM tarefa t WHERE t.estado = 'pendente' AND t.vence_em <= p_agora
$$;
