-- Backups.

-- Records the start of a run; deletes runs older than 400 days.
CREATE OR REPLACE FUNCTION portaria_backup_comeca(p_id uuid, p_tipo text, p_destino text, p_agora timestamptz)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM backup_execucao WHERE comecou < p_agora - interval '400 days';
  INSERT INTO backup_execucao (id, tipo, destino, comecou) VALUES (p_id, p_tipo, left(p_destino, 1000), p_agora)
$$;

-- Records the end of a run, once.
CREATE OR REPLACE FUNCTION portaria_backup_termina(p_id uuid, p_resultado text, p_mensagem text, p_agora timestamptz,
  p_bytes bigint, p_bytes_novos bigint, p_documentos bigint)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE backup_execucao SET resultado = p_resultado, mensagem = left(p_mensagem, 2000), terminou = p_agora, bytes = p_bytes,
    bytes_novos = p_bytes_novos, documentos = p_documentos
  WHERE id = p_id AND terminou IS NULL
$$;

-- The newest runs. They name folders of the machine: callers show them only to product users.
CREATE OR REPLACE FUNCTION portaria_backups(p_limite integer)
RETURNS TABLE (id uuid, tipo text, destino text, comecou timestamptz, terminou timestamptz, resultado text, mensagem text, bytes bigint,
  bytes_novos bigint, documentos bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.id, b.tipo, b.destino, b.comecou, b.terminou, b.resultado, b.mensagem, b.bytes, b.bytes_novos, b.documentos
  FROM backup_execucao b ORDER BY b.comecou DESC, b.id DESC LIMIT least(p_limite, 1000)
$$;

-- Requests a backup for a product user, checked again here; false for any other user. At most one
-- request is open.
CREATE OR REPLACE FUNCTION portaria_backup_pede(p_id uuid, p_conta uuid, p_usuario uuid, p_agora timestamptz)
RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_quem text;
BEGIN
  SELECT u.nome_usuario INTO v_quem FROM usuario u
    WHERE u.conta_id = p_conta AND u.id = p_usuario AND u.produto AND u.ativo AND u.excluido_em IS NULL;
  IF v_quem IS NULL THEN RETURN false; END IF;
  DELETE FROM backup_pedido WHERE atendido_em < p_agora - interval '400 days';
  INSERT INTO backup_pedido (id, pedido_em, pedido_por) SELECT p_id, p_agora, v_quem
    WHERE NOT EXISTS (SELECT FROM backup_pedido WHERE atendido_em IS NULL);
  RETURN true;
END $$;

-- Open requests, oldest first.
CREATE OR REPLACE FUNCTION portaria_backup_pedidos()
RETURNS TABLE (id uuid, pedido_em timestamptz, pedido_por text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.id, p.pedido_em, p.pedido_por FROM backup_pedido p WHERE p.atendido_em IS NULL ORDER BY p.pedido_em, p.id LIMIT 1000
$$;

-- Closes requests; returns how many were open.
CREATE OR REPLACE FUNCTION portaria_backup_atende(p_ids uuid[], p_agora timestamptz)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH feitos AS (UPDATE backup_pedido SET atendido_em = p_agora WHERE id = ANY (p_ids) AND atendido_em IS NULL RETURNING 1)
  SELECT count(*)::integer FROM feitos
$$;

-- Whether a run belongs to this database's own past: a backup of another one does not show which
-- rows changed here.
CREATE OR REPLACE FUNCTION portaria_backup_conhece(p_id uuid)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM backup_execucao WHERE id = p_id)
$$;
