-- ── the brake on sign-in (services/auth/freio.ts) ────────────────────────────────────────────────────────────────
-- A freio is named by a keyed hash. Its first `livres` failures cost nothing; then each lets the next wait 1 min, 2, 4, 8 … and at most 60.
-- A refused attempt neither counts nor prolongs. A day without a counted failure, and it is forgotten; one from more than five minutes ahead
-- (processes may differ by less) is of a clock that was put back, and counts for nothing. Nobody waits longer than the longest wait from now.
-- A freio that holds nobody back is free since five minutes ago: of two attempts at once, one may have read its clock before the other.

-- Those who count or forgive the same freios do it one after another, in one order.
CREATE OR REPLACE FUNCTION portaria_freio_tranca(p_chaves text[])
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_nome bigint;
BEGIN
  FOR v_nome IN SELECT DISTINCT hashtextextended(c, 7) FROM unnest(p_chaves) c ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(v_nome);
  END LOOP;
END $$;

-- Counts one attempt with every freio that it touches, or with none: those of p_fora, or those of p_dentro where somebody entered in the
-- last 30 days (p_conhecida). Answers which of them, and until when to wait: null where it was counted and may go on.
CREATE OR REPLACE FUNCTION portaria_freio_conta(p_conhecida text, p_dentro text[], p_dentro_livres integer[], p_fora text[],
  p_fora_livres integer[], p_agora timestamptz)
RETURNS TABLE (conhecida boolean, livre_em timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_conhecida boolean; v_chaves text[]; v_livres integer[]; v_livre timestamptz;
BEGIN
  v_conhecida := EXISTS (SELECT 1 FROM entrada_conhecida c WHERE c.chave = p_conhecida AND c.vista_em > p_agora - interval '30 days');
  v_chaves := CASE WHEN v_conhecida THEN p_dentro ELSE p_fora END;
  v_livres := CASE WHEN v_conhecida THEN p_dentro_livres ELSE p_fora_livres END;
  -- Once without locks, for a flood costs little so; then again alone, for what is let through is counted.
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

-- Somebody entered: lets go of p_limpas, takes the failures of the first of them off p_outras, and remembers p_conhecida.
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

-- The attempt was no guess: it is given back.
CREATE OR REPLACE FUNCTION portaria_freio_devolve(p_chaves text[], p_agora timestamptz)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM portaria_freio_tranca(p_chaves);
  UPDATE entrada_freio SET falhas = greatest(0, falhas - 1), livre_em = p_agora - interval '5 minutes' WHERE chave = ANY (p_chaves);
END $$;

-- What is forgotten is let go of; answers how many.
CREATE OR REPLACE FUNCTION portaria_freio_limpa(p_agora timestamptz, p_limite integer)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH velhos AS (SELECT chave FROM entrada_freio WHERE ultima_em < p_agora - interval '1 day' LIMIT p_limite FOR UPDATE SKIP LOCKED),
  velhas AS (SELECT chave FROM entrada_conhecida WHERE vista_em < p_agora - interval '30 days' LIMIT p_limite FOR UPDATE SKIP LOCKED),
  freios AS (DELETE FROM entrada_freio f USING velhos v WHERE f.chave = v.chave RETURNING 1),
  conhecidas AS (DELETE FROM entrada_conhecida c USING velhas v WHERE c.chave = v.chave RETURNING 1)
  SELECT ((SELECT count(*) FROM freios) + (SELECT count(*) FROM conhecidas))::integer
$$;
