-- SEFAZ: rate policy of the installation over all contas.

-- The clock of the rate policy. For the real SEFAZ the database's, which a jump of a process's
-- clock does not move. For the simulator: p_agora when its day was moved, else NULL.
CREATE OR REPLACE FUNCTION portaria_sefaz_relogio(p_ambito text, p_agora timestamptz)
RETURNS timestamptz
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_ambito = 'simulador' THEN coalesce(p_agora, clock_timestamp()) ELSE clock_timestamp() END
$$;

-- After the database's clock was set back, waits written too far ahead count from now. None ends
-- before SEFAZ's time since it was written, and none lasts longer than that time from now.
CREATE OR REPLACE FUNCTION portaria_sefaz_volta(p_relogio timestamptz, p_bloqueios text[], p_disjuntor text, p_cotas text[])
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_limite CONSTANT timestamptz := p_relogio + interval '1 minute';
BEGIN
  UPDATE sefaz_bloqueio SET ate = p_relogio + (ate - desde), desde = p_relogio WHERE escopo = ANY (p_bloqueios) AND desde > v_limite;
  UPDATE sefaz_uso SET momento = p_relogio WHERE escopo = ANY (p_cotas) AND momento > v_limite;
  UPDATE sefaz_disjuntor SET aberto_ate = p_relogio + (aberto_ate - mudou_em), mudou_em = p_relogio
    WHERE nome = p_disjuntor AND mudou_em > v_limite;
END $$;

-- Reserves one request to SEFAZ, or returns the first reason against it with the wait in ms.
-- Reservations of an ambito are serialized, so that two processes never take the same free slot.
-- Requests in flight and circuit-breaker probes use the database's clock, in the simulator too.
-- Simulator rows later than now were written before its day was moved back, and do not count.
CREATE OR REPLACE FUNCTION portaria_sefaz_pede(
  p_agora timestamptz, p_id uuid, p_ambito text, p_bloqueios text[], p_disjuntor text, p_voo text, p_voo_ms integer,
  p_cotas text[], p_limites integer[], p_janelas integer[])
RETURNS TABLE (motivo text, espera_ms integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  c_sonda_ms CONSTANT integer := 10000;
  v_relogio CONSTANT timestamptz := portaria_sefaz_relogio(p_ambito, p_agora);
  v_ate timestamptz; v_disjuntor sefaz_disjuntor%ROWTYPE; v_maior integer := 0; v_espera integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('malote.sefaz'), hashtext(p_ambito));
  IF p_ambito <> 'simulador' THEN PERFORM portaria_sefaz_volta(v_relogio, p_bloqueios, p_disjuntor, p_cotas); END IF;
  SELECT max(b.ate) INTO v_ate FROM sefaz_bloqueio b
    WHERE b.escopo = ANY (p_bloqueios) AND b.ate > v_relogio AND b.desde <= v_relogio + interval '1 minute';
  IF v_ate IS NOT NULL THEN
    RETURN QUERY SELECT 'bloqueio', ceil(extract(epoch FROM v_ate - v_relogio) * 1000)::integer;
    RETURN;
  END IF;
  SELECT * INTO v_disjuntor FROM sefaz_disjuntor d WHERE d.nome = p_disjuntor;
  IF v_disjuntor.aberto_ate > v_relogio AND v_disjuntor.aberto_ate <= v_relogio + interval '1 hour' THEN
    RETURN QUERY SELECT 'disjuntor', ceil(extract(epoch FROM v_disjuntor.aberto_ate - v_relogio) * 1000)::integer;
    RETURN;
  END IF;
  IF v_disjuntor.aberto_ate IS NOT NULL AND v_disjuntor.sonda_ate > clock_timestamp() THEN
    RETURN QUERY SELECT 'disjuntor', c_sonda_ms;
    RETURN;
  END IF;
  SELECT v.ate INTO v_ate FROM sefaz_voo v WHERE v.escopo = p_voo AND v.ate > clock_timestamp();
  IF FOUND THEN
    RETURN QUERY SELECT 'em-voo', 1000;
    RETURN;
  END IF;
  -- The next slot is free when the use p_limite back leaves the window.
  FOR i IN 1..coalesce(array_length(p_cotas, 1), 0) LOOP
    SELECT p_janelas[i] - (extract(epoch FROM v_relogio - least(u.momento, v_relogio)) * 1000)::integer INTO v_espera
      FROM sefaz_uso u
      WHERE u.escopo = p_cotas[i] AND u.momento > v_relogio - make_interval(secs => p_janelas[i] / 1000.0)
        AND u.momento <= v_relogio + make_interval(secs => p_janelas[i] / 1000.0)
      ORDER BY u.momento DESC OFFSET p_limites[i] - 1 LIMIT 1;
    IF FOUND THEN v_maior := greatest(v_maior, v_espera, 1); END IF;
  END LOOP;
  IF v_maior > 0 THEN
    RETURN QUERY SELECT 'cota', v_maior;
    RETURN;
  END IF;
  INSERT INTO sefaz_uso (escopo, momento, id) SELECT DISTINCT c, v_relogio, p_id FROM unnest(p_cotas) c;
  INSERT INTO sefaz_voo AS v (escopo, id, ate) VALUES (p_voo, p_id, clock_timestamp() + make_interval(secs => p_voo_ms / 1000.0))
    ON CONFLICT (escopo) DO UPDATE SET id = excluded.id, ate = excluded.ate;
  IF v_disjuntor.aberto_ate IS NOT NULL THEN
    UPDATE sefaz_disjuntor d SET sonda = p_id, sonda_ate = clock_timestamp() + make_interval(secs => p_voo_ms / 1000.0)
      WHERE d.nome = p_disjuntor;
  END IF;
END $$;

-- Records the result of a reserved request: ends its flight, uncounts it if SEFAZ did not receive
-- it, and updates the circuit breaker. p_fez: bem, mal, or neutra, which does not count. The
-- breaker opens after p_max_falhas in a row, and again when its probe fails: p_abertura_ms, then
-- doubling, at most p_abertura_max_ms. Failures of a single certificate do not open it if another
-- certificate was used within the hour: the certificate may be at fault. p_certificado: scope of
-- the certificate's pauses, which an answer ends. Returns 'abriu' or 'fechou' on a change.
DROP FUNCTION IF EXISTS portaria_sefaz_responde(timestamptz, uuid, timestamptz, text, text[], boolean, text, text, integer, integer, integer);
DROP FUNCTION IF EXISTS
  portaria_sefaz_responde(timestamptz, uuid, timestamptz, text, text[], boolean, text, text, text, integer, integer, integer);
CREATE OR REPLACE FUNCTION portaria_sefaz_responde(
  p_agora timestamptz, p_id uuid, p_ambito text, p_voo text, p_cotas text[], p_ouvida boolean,
  p_disjuntor text, p_fez text, p_certificado text, p_max_falhas integer, p_abertura_ms integer, p_abertura_max_ms integer)
RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_lembra CONSTANT interval := interval '1 hour';
  c_fresco CONSTANT interval := interval '10 minutes';
  v_agora CONSTANT timestamptz := clock_timestamp();
  v_relogio CONSTANT timestamptz := portaria_sefaz_relogio(p_ambito, p_agora);
  v_antes sefaz_disjuntor%ROWTYPE; v_vez integer; v_falharam text[]; v_outro boolean;
BEGIN
  DELETE FROM sefaz_voo WHERE escopo = p_voo AND id = p_id;
  IF NOT p_ouvida THEN
    DELETE FROM sefaz_uso WHERE escopo = ANY (p_cotas) AND id = p_id;
  END IF;
  IF p_fez = 'neutra' THEN
    UPDATE sefaz_disjuntor SET sonda_ate = NULL WHERE nome = p_disjuntor AND sonda = p_id;
    RETURN NULL;
  END IF;
  INSERT INTO sefaz_disjuntor (nome, mudou_em) VALUES (p_disjuntor, v_relogio) ON CONFLICT (nome) DO NOTHING;
  -- Certificates in use here, by the database's clock: written at most once in ten minutes, and
  -- only as many as show that there are two.
  UPDATE sefaz_disjuntor d SET certificados = jsonb_build_object(p_certificado, v_agora) || coalesce((
      SELECT jsonb_object_agg(c.key, c.value) FROM jsonb_each(d.certificados) c
      WHERE c.key <> p_certificado AND (c.value #>> '{}')::timestamptz > v_agora - c_lembra), '{}')
    WHERE d.nome = p_disjuntor AND NOT EXISTS (
      SELECT FROM jsonb_each(d.certificados) c WHERE (c.value #>> '{}')::timestamptz > v_agora - c_fresco
      HAVING bool_or(c.key = p_certificado) OR count(*) >= 2);
  SELECT * INTO v_antes FROM sefaz_disjuntor WHERE nome = p_disjuntor FOR UPDATE;
  IF p_fez = 'bem' THEN
    DELETE FROM sefaz_bloqueio WHERE escopo = p_certificado;
    UPDATE sefaz_disjuntor SET falhas = 0, falharam = '{}', aberturas = 0, aberto_ate = NULL, sonda_ate = NULL, mudou_em = v_relogio
      WHERE nome = p_disjuntor AND (falhas > 0 OR aberto_ate IS NOT NULL);
    RETURN CASE WHEN v_antes.aberto_ate IS NOT NULL THEN 'fechou' END;
  END IF;
  -- Already open: the failure of an earlier request adds nothing.
  IF v_antes.aberto_ate > v_relogio AND v_antes.aberto_ate <= v_relogio + interval '1 hour' THEN RETURN NULL; END IF;
  -- Two are enough.
  v_falharam := CASE WHEN p_certificado = ANY (v_antes.falharam) OR cardinality(v_antes.falharam) >= 2 THEN v_antes.falharam
    ELSE v_antes.falharam || p_certificado END;
  SELECT coalesce(bool_or(c.key <> p_certificado AND (c.value #>> '{}')::timestamptz > v_agora - c_lembra), false) INTO v_outro
    FROM jsonb_each(v_antes.certificados) c;
  IF v_antes.aberto_ate IS NULL AND (v_antes.falhas + 1 < p_max_falhas OR (cardinality(v_falharam) < 2 AND v_outro)) THEN
    UPDATE sefaz_disjuntor SET falhas = falhas + 1, falharam = v_falharam, mudou_em = v_relogio WHERE nome = p_disjuntor;
    RETURN NULL;
  END IF;
  v_vez := least(v_antes.aberturas, 20);
  UPDATE sefaz_disjuntor SET falhas = falhas + 1, falharam = v_falharam, aberturas = aberturas + 1, sonda_ate = NULL, mudou_em = v_relogio,
    aberto_ate = v_relogio + make_interval(secs => least(p_abertura_ms * 2.0 ^ v_vez, p_abertura_max_ms) / 1000.0)
    WHERE nome = p_disjuntor;
  RETURN 'abriu';
END $$;

-- Blocks a scope for p_ms, never shorter than an existing block. With p_max_ms consecutive blocks
-- double, up to p_max_ms; a late result of an earlier request changes nothing.
DROP FUNCTION IF EXISTS portaria_sefaz_cala(timestamptz, text, timestamptz, text);
CREATE OR REPLACE FUNCTION portaria_sefaz_cala(
  p_agora timestamptz, p_ambito text, p_escopo text, p_ms integer, p_max_ms integer, p_motivo text)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_agora CONSTANT timestamptz := portaria_sefaz_relogio(p_ambito, p_agora);
BEGIN
  INSERT INTO sefaz_bloqueio AS b (escopo, desde, ate, motivo)
    VALUES (p_escopo, v_agora, v_agora + make_interval(secs => p_ms / 1000.0), p_motivo)
  ON CONFLICT (escopo) DO UPDATE SET motivo = excluded.motivo, desde = excluded.desde, vezes = b.vezes + 1,
    ate = CASE
      WHEN p_max_ms IS NOT NULL THEN v_agora + make_interval(secs => least(p_ms * 2.0 ^ least(b.vezes, 20), p_max_ms) / 1000.0)
      WHEN b.desde <= v_agora + interval '1 minute' THEN greatest(b.ate, excluded.ate)
      ELSE excluded.ate END
    WHERE p_max_ms IS NULL OR b.ate <= v_agora OR b.desde > v_agora + interval '1 minute';
END $$;

-- The NSU after which SEFAZ expects the next request of a scope, from any conta; null if this
-- installation has sent none.
CREATE OR REPLACE FUNCTION portaria_sefaz_posicao(p_escopo text)
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ult_nsu FROM sefaz_posicao WHERE escopo = p_escopo
$$;

-- Stores the NSU of SEFAZ's answer, which may be lower than before.
CREATE OR REPLACE FUNCTION portaria_sefaz_chegou(p_escopo text, p_ult_nsu text, p_agora timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO sefaz_posicao (escopo, ult_nsu, em) VALUES (p_escopo, p_ult_nsu, p_agora)
  ON CONFLICT (escopo) DO UPDATE SET ult_nsu = excluded.ult_nsu, em = excluded.em
$$;
