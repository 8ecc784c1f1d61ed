-- Starts a new epoch in the feed of every conta, after a restore of the database. Numbers continue
-- at the milliseconds since 1970. No reader of an earlier epoch has reached those, because a conta
-- publishes less than one row per millisecond. Returns the number of contas.
CREATE OR REPLACE FUNCTION portaria_feed_epoca()
RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_agora timestamptz; v_contas integer;
BEGIN
  PERFORM FROM conta_sequencia ORDER BY conta_id FOR UPDATE;
  v_agora := date_trunc('milliseconds', clock_timestamp());
  INSERT INTO feed_epoch (conta_id, last_sequence, first_sequence, began_at)
    SELECT conta_id, sequencia, greatest((extract(epoch FROM v_agora) * 1000)::bigint, sequencia + 1000000), v_agora FROM conta_sequencia;
  GET DIAGNOSTICS v_contas = ROW_COUNT;
  UPDATE conta_sequencia s SET sequencia = e.first_sequence
    FROM feed_epoch e WHERE e.conta_id = s.conta_id AND e.began_at = v_agora AND e.last_sequence = s.sequencia;
  -- Blobs written after the backup remain, and the folder may be another one: its identity is bound anew.
  INSERT INTO installation (known_until, restored_at) VALUES (to_timestamp(0), v_agora)
    ON CONFLICT (only_row) DO UPDATE SET store_id = NULL, rollback_seen_at = NULL, restored_at = v_agora,
      known_until = least(installation.known_until, coalesce(installation.marked_at, to_timestamp(0)));
  RETURN v_contas;
END $$;
