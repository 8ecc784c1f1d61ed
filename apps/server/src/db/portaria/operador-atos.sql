-- Acts of the operator.

-- Permissions of a product user. ve: sees all contas; manda: may change global settings. Checked at
-- each call. A demo conta's password is public: its users see only demo contas, and change global
-- settings only if there is no other conta.
CREATE OR REPLACE FUNCTION portaria_operador(p_conta uuid, p_usuario uuid)
RETURNS TABLE (ve boolean, manda boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT x.ve, x.ve AND (NOT x.demo OR NOT EXISTS (SELECT FROM conta WHERE NOT sandbox))
  FROM (SELECT count(*) > 0 AS ve, coalesce(bool_or(d.sandbox), false) AS demo FROM usuario u JOIN conta d ON d.id = u.conta_id
    WHERE u.conta_id = p_conta AND u.id = p_usuario AND u.produto AND u.ativo AND u.excluido_em IS NULL) x
$$;

-- The contas that a product user may see: NULL = all; empty for other users.
CREATE OR REPLACE FUNCTION portaria_operador_contas(p_conta uuid, p_usuario uuid)
RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN NOT o.ve THEN '{}'::uuid[]
    WHEN (SELECT sandbox FROM conta WHERE id = p_conta) THEN (SELECT array_agg(c.id) FROM conta c WHERE c.sandbox) END
  FROM portaria_operador(p_conta, p_usuario) o
$$;

-- Whether the user may see this conta.
CREATE OR REPLACE FUNCTION portaria_operador_alcanca(p_conta uuid, p_usuario uuid, p_de_quem uuid)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(p_de_quem = ANY (x.contas), true) FROM (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas) x
$$;

-- Records an operator's act; nothing for other users.
CREATE OR REPLACE FUNCTION portaria_operador_anota(p_conta uuid, p_usuario uuid, p_id uuid, p_agora timestamptz, p_acao text, p_alvo text, p_detalhe text)
RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH novo AS (
    INSERT INTO operador_ato (id, quando, conta_id, usuario_id, usuario, conta, acao, alvo, detalhe)
    SELECT p_id, p_agora, u.conta_id, u.id, u.nome_completo, c.identificador, p_acao, p_alvo, left(p_detalhe, 500)
    FROM usuario u JOIN conta c ON c.id = u.conta_id
    WHERE u.conta_id = p_conta AND u.id = p_usuario AND (SELECT o.ve FROM portaria_operador(p_conta, p_usuario) o)
    RETURNING 1)
  SELECT count(*) = 1 FROM novo
$$;

-- Acts of operators, newest first; a user of a demo conta sees only acts of demo contas.
CREATE OR REPLACE FUNCTION portaria_operador_atos(p_conta uuid, p_usuario uuid, p_salto integer, p_limite integer)
RETURNS TABLE (id uuid, quando timestamptz, usuario text, conta text, acao text, detalhe text, total integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ve AS MATERIALIZED (SELECT portaria_operador_contas(p_conta, p_usuario) AS contas)
  SELECT a.id, a.quando, a.usuario, a.conta, a.acao, a.detalhe,
    (SELECT count(*)::integer FROM (SELECT FROM operador_ato b, ve WHERE ve.contas IS NULL OR b.conta_id = ANY (ve.contas) LIMIT 100000) n)
  FROM operador_ato a, ve WHERE ve.contas IS NULL OR a.conta_id = ANY (ve.contas)
  ORDER BY a.quando DESC, a.id DESC OFFSET p_salto LIMIT p_limite
$$;

-- The pause of polling: no row = none. Readable by all, because it affects all contas.
CREATE OR REPLACE FUNCTION portaria_pausa()
RETURNS TABLE (desde timestamptz, quem text, motivo text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.desde, p.quem, p.motivo FROM coleta_pausa p
$$;

-- Pauses or resumes polling for all mailboxes, and records a change. False without permission.
CREATE OR REPLACE FUNCTION portaria_operador_pausa(p_conta uuid, p_usuario uuid, p_id uuid, p_agora timestamptz, p_pausada boolean, p_motivo text)
RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_quem text; v_mudou integer;
BEGIN
  IF NOT (SELECT o.manda FROM portaria_operador(p_conta, p_usuario) o) THEN RETURN false; END IF;
  SELECT u.nome_completo INTO v_quem FROM usuario u WHERE u.conta_id = p_conta AND u.id = p_usuario;
  IF p_pausada THEN
    INSERT INTO coleta_pausa (desde, quem, motivo) VALUES (p_agora, v_quem, left(p_motivo, 200)) ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM coleta_pausa;
  END IF;
  GET DIAGNOSTICS v_mudou = ROW_COUNT;
  IF v_mudou > 0 THEN
    PERFORM portaria_operador_anota(p_conta, p_usuario, p_id, p_agora, CASE WHEN p_pausada THEN 'pausar-coleta' ELSE 'retomar-coleta' END,
      'coleta', p_motivo);
  END IF;
  RETURN true;
END $$;
