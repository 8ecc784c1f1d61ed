-- The single row of the installation's state; empty before the first write.
CREATE OR REPLACE FUNCTION portaria_installation()
RETURNS TABLE (store_id uuid, key_canary bytea, mark bigint, known_until timestamptz, restored_at timestamptz, rollback_seen_at timestamptz,
  orphans bigint, orphans_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.store_id, i.key_canary, i.mark, i.known_until, i.restored_at, i.rollback_seen_at, i.orphans, i.orphans_at FROM installation i
$$;

-- Binds the folder of blobs if none is bound. Returns the bound one, which may be another.
CREATE OR REPLACE FUNCTION portaria_installation_store(p_store uuid)
RETURNS uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO installation (store_id) VALUES (p_store)
    ON CONFLICT (only_row) DO UPDATE SET store_id = coalesce(installation.store_id, p_store) RETURNING store_id
$$;

-- Unbinds the folder of blobs: the next one opened is bound.
CREATE OR REPLACE FUNCTION portaria_installation_unbind()
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE installation SET store_id = NULL
$$;

-- Replaces the canary p_before (NULL: none) by p_after. Returns whether p_before was still stored.
CREATE OR REPLACE FUNCTION portaria_installation_canary(p_before bytea, p_after bytea)
RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO installation (key_canary) VALUES (p_after)
    ON CONFLICT (only_row) DO UPDATE SET key_canary = p_after WHERE installation.key_canary IS NOT DISTINCT FROM p_before;
  RETURN FOUND;
END $$;

-- Increments and returns the mark. p_seen: the mark in the folder of blobs, written after the
-- database's. If it is ahead of the database, the database was restored.
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

-- Fails if the database accepts no writes. It writes a row and a temporary file of about 1 MB: a
-- row alone may fit into allocated space.
CREATE OR REPLACE FUNCTION portaria_installation_write()
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET work_mem = '64kB' AS $$
BEGIN
  INSERT INTO installation DEFAULT VALUES ON CONFLICT (only_row) DO NOTHING;
  UPDATE installation SET mark = mark;
  PERFORM count(*) FROM generate_series(1, 50000);
END $$;

-- Records why the cleanup of blobs is stopped: the number of orphans found; NULL: it runs.
CREATE OR REPLACE FUNCTION portaria_installation_orphans(p_orphans bigint, p_agora timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO installation (orphans, orphans_at) VALUES (p_orphans, p_agora)
    ON CONFLICT (only_row) DO UPDATE SET orphans = p_orphans,
      orphans_at = CASE WHEN p_orphans IS NULL THEN NULL ELSE coalesce(installation.orphans_at, p_agora) END
$$;

-- Blobs of the newest e-mails of some contas, which show that a folder of blobs belongs to this database.
CREATE OR REPLACE FUNCTION portaria_blobs_recentes(p_limite integer)
RETURNS TABLE (conta_id uuid, sha256 text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, e.sha256 FROM conta c, LATERAL (
    SELECT x.sha256 FROM email x WHERE x.conta_id = c.id AND x.sha256 IS NOT NULL ORDER BY x.data DESC, x.id DESC LIMIT 3) e LIMIT p_limite
$$;

-- Tasks that wait for a blob that the store lacks, up to 10 000.
CREATE OR REPLACE FUNCTION portaria_arquivos_ausentes()
RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::integer FROM (
    SELECT FROM tarefa t WHERE t.estado = 'pendente' AND t.espera = 'mundo' AND t.causa = 'arquivo-ausente' LIMIT 10000) x
$$;

-- Due tasks that no process has claimed: how many, and since when the oldest is due.
CREATE OR REPLACE FUNCTION portaria_trabalho_vencido(p_agora timestamptz)
RETURNS TABLE (quantas bigint, desde timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*), min(t.vence_em) FROM tarefa t WHERE t.estado = 'pendente' AND t.vence_em <= p_agora
$$;
