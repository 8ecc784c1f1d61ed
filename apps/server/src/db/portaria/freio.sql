-- Throttles of sign-in.
-- A throttle is named by a keyed hash. Its first `livres` failures are free; then each doubles the
-- wait: 1, 2, 4, 8 … at most 60 min. A refused attempt neither counts nor prolongs. A throttle
-- expires after a day without a counted failure. One more than five minutes in the future comes
-- from a clock that was set back and does not count; processes differ by less. No wait exceeds the
-- longest wait from now. A throttle without a wait is set free five minutes ago, because concurrent
-- attempts may have read their clocks in another order.

-- Serializes changes of the same throttles, by locks in one order.
CREATE OR REPLACE FUNCTION portaria_freio_tranca(p_chaves text[])
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_nome bigint;
BEGIN
  FOR v_nome IN SELECT DISTINCT hashtextextended(c, 7) FROM unnest(p_chaves) c ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(v_nome);
  END LOOP;
END $$;

-- Counts one attempt in all its throttles, or in none: in p_dentro if p_conhecida entered in the
-- last 30 days, else in p_fora. Returns which, and until when to wait; null: counted, go on.
CREATE OR REPLACE FUNCTION portaria_freio_conta(p_conhecida text, p_dentro text[], p_dentro_livres integer[], p_fora text[],
  p_fora_livres integer[], p_agora timestamptz)
RETURNS TABLE (conhecida boolean, livre_em timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_conhecida boolean; v_chaves text[]; v_livres integer[]; v_livre timestamptz;
BEGIN
  v_conhecida := EXISTS (SELECT 1 FROM entrada_conhecida c WHERE c.chave = p_conhecida AND c.vista_em > p_agora - interval '30 days');
  v_chaves := CASE WHEN v_conhecida THEN p_dentro ELSE p_fora END;
  v_livres := CASE WHEN v_conhecida THEN p_dentro_livres ELSE p_fora_livres END;
  -- First without locks, so that a flood costs little; then again under the locks, because an
  -- accepted attempt is counted.
  FOR vez IN 1..2 LOOP
    SELECT max(least(f.livre_em, p_agora + interval '60 minutes')) INTO v_livre FROM entrada_freio f WHERE f.chave = ANY (v_chaves)
      AND f.ultima_em > p_agora - interval '1 day' AND f.ultima_em < p_agora + interval '5 minutes';
    IF v_livre > p_agora THEN
      RETURN QUERY SELECT v_conhecida, v_livre;
      RETURN;
    END IF;
    IF vez = 1 THEN PERFORM portaria_freio_tranca(v_chaves); END IF;
  END LOOP;
  INSERT INTO entrada_freio AS f (chave, falhas, ultima_em, livre_em)
    SELECT n.chave, n.falhas, p_agora, p_agora + CASE WHEN n.falhas < n.livres THEN interval '-5 minutes'
      ELSE least(interval '60 minutes', interval '1 minute' * power(2, least(n.falhas - n.livres, 6))) END
    FROM (
      SELECT c.chave, c.livres, 1 + coalesce(a.falhas, 0) AS falhas
      FROM unnest(v_chaves, v_livres) AS c (chave, livres)
        LEFT JOIN entrada_freio a ON a.chave = c.chave
          AND a.ultima_em > p_agora - interval '1 day' AND a.ultima_em < p_agora + interval '5 minutes'
    ) n
  ON CONFLICT (chave) DO UPDATE SET falhas = excluded.falhas, ultima_em = excluded.ultima_em, livre_em = excluded.livre_em;
  RETURN QUERY SELECT v_conhecida, NULL::timestamptz;
END $$;

-- Successful sign-in: deletes p_limpas, subtracts the failures of their first from p_outras, and
-- stores p_conhecida.
CREATE OR REPLACE FUNCTION portaria_freio_perdoa(p_conhecida text, p_limpas text[], p_outras text[], p_agora timestamptz)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_falhas integer;
BEGIN
  PERFORM portaria_freio_tranca(p_limpas || p_outras);
  SELECT f.falhas INTO v_falhas FROM entrada_freio f WHERE f.chave = p_limpas[1];
  UPDATE entrada_freio SET falhas = greatest(0, falhas - v_falhas), livre_em = p_agora - interval '5 minutes' WHERE chave = ANY (p_outras) AND v_falhas > 0;
  DELETE FROM entrada_freio WHERE chave = ANY (p_limpas);
  INSERT INTO entrada_conhecida (chave, vista_em) SELECT p_conhecida, p_agora WHERE p_conhecida IS NOT NULL
  ON CONFLICT (chave) DO UPDATE SET vista_em = excluded.vista_em;
END $$;

-- Takes back an attempt that was not a guess.
CREATE OR REPLACE FUNCTION portaria_freio_devolve(p_chaves text[], p_agora timestamptz)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM portaria_freio_tranca(p_chaves);
  UPDATE entrada_freio SET falhas = greatest(0, falhas - 1), livre_em = p_agora - interval '5 minutes' WHERE chave = ANY (p_chaves);
END $$;

-- Deletes expired throttles and known networks; returns how many.
CREATE OR REPLACE FUNCTION portaria_freio_limpa(p_agora timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhos AS (SELECT chave FROM entrada_freio WHERE ultima_em < p_agora - interval '1 day' LIMIT p_limite FOR UPDATE SKIP LOCKED),
  velhas AS (SELECT chave FROM entrada_conhecida WHERE vista_em < p_agora - interval '30 days' LIMIT p_limite FOR UPDATE SKIP LOCKED),
  freios AS (DELETE FROM entrada_freio f USING velhos v WHERE f.chave = v.chave RETURNING 1),
  conhecidas AS (DELETE FROM entrada_conhecida c USING velhas v WHERE c.chave = v.chave RETURNING 1)
  SELECT ((SELECT count(*) FROM freios) + (SELECT count(*) FROM conhecidas))::integer
$$;
