-- Rules that hold whatever writes the row. A trigger has the rights of the writer.
-- A writer of parts or notas of a chave holds its lock (lockChaves): each trigger finds the other's rows.

-- ── users and tokens ───────────────────────────────────────────────────────────────────────────────────────

-- A changed password or an inactive user ends the user's sessions. app.sessao names the session that changes
-- its own password and stays; an inactive user keeps none.
CREATE FUNCTION usuario_encerra_sessoes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM sessao WHERE conta_id = NEW.conta_id AND usuario_id = NEW.id
    AND NOT (NEW.ativo AND id IS NOT DISTINCT FROM nullif(current_setting('app.sessao', true), '')::uuid);
  RETURN NULL;
END $$;
CREATE TRIGGER usuario_encerra_sessoes AFTER UPDATE OF senha_hash, ativo ON usuario FOR EACH ROW
  WHEN (OLD.senha_hash IS DISTINCT FROM NEW.senha_hash OR (OLD.ativo AND NOT NEW.ativo))
  EXECUTE FUNCTION usuario_encerra_sessoes();

-- Another address has to be proved again.
CREATE FUNCTION usuario_email_novo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_provado := false;
  RETURN NEW;
END $$;
CREATE TRIGGER usuario_email_novo BEFORE UPDATE OF email ON usuario FOR EACH ROW
  WHEN (lower(OLD.email) IS DISTINCT FROM lower(NEW.email)) EXECUTE FUNCTION usuario_email_novo();

-- A user who sees less loses the files made with the wider view. Deferred: a list may be written anew. The
-- row lock orders it with a job that finishes a file: the file is found here, or the job reads the new list.
CREATE FUNCTION usuario_estreita() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_usuario uuid;
BEGIN
  IF TG_TABLE_NAME = 'usuario' THEN
    v_usuario := NEW.id;
  ELSE
    v_usuario := OLD.usuario_id;
    PERFORM FROM usuario u WHERE u.conta_id = OLD.conta_id AND u.id = v_usuario FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM usuario_empresa e WHERE e.conta_id = OLD.conta_id AND e.usuario_id = OLD.usuario_id AND e.empresa_id = OLD.empresa_id)
      OR NOT EXISTS (SELECT FROM usuario u WHERE u.conta_id = OLD.conta_id AND u.id = OLD.usuario_id AND u.restrito) THEN RETURN NULL; END IF;
  END IF;
  UPDATE arquivo_pedido SET estado = 'expirado', sha256 = NULL, expira_em = least(expira_em, now())
    WHERE conta_id = OLD.conta_id AND usuario_id = v_usuario AND estado = 'concluido';
  RETURN NULL;
END $$;
CREATE TRIGGER usuario_estreita AFTER UPDATE OF restrito ON usuario FOR EACH ROW
  WHEN (NEW.restrito AND NOT OLD.restrito) EXECUTE FUNCTION usuario_estreita();
CREATE CONSTRAINT TRIGGER usuario_estreita AFTER DELETE ON usuario_empresa DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION usuario_estreita();

-- The same for an API token.
CREATE FUNCTION api_token_estreita() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_token uuid;
BEGIN
  IF TG_TABLE_NAME = 'api_token' THEN
    v_token := NEW.id;
  ELSE
    v_token := OLD.token_id;
    PERFORM FROM api_token t WHERE t.conta_id = OLD.conta_id AND t.id = v_token FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM api_token_empresa e WHERE e.conta_id = OLD.conta_id AND e.token_id = OLD.token_id AND e.empresa_id = OLD.empresa_id)
      OR NOT EXISTS (SELECT FROM api_token t WHERE t.conta_id = OLD.conta_id AND t.id = OLD.token_id AND t.restrito) THEN RETURN NULL; END IF;
  END IF;
  UPDATE arquivo_pedido SET estado = 'expirado', sha256 = NULL, expira_em = least(expira_em, now())
    WHERE conta_id = OLD.conta_id AND usuario_id = v_token AND estado = 'concluido';
  RETURN NULL;
END $$;
CREATE TRIGGER api_token_estreita AFTER UPDATE OF restrito ON api_token FOR EACH ROW
  WHEN (NEW.restrito AND NOT OLD.restrito) EXECUTE FUNCTION api_token_estreita();
CREATE CONSTRAINT TRIGGER api_token_estreita AFTER DELETE ON api_token_empresa DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION api_token_estreita();

-- Rows of the registro are written once: not even the owner of the tables changes them.
CREATE FUNCTION registro_imutavel() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'registro is written once: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER registro_imutavel BEFORE UPDATE OR DELETE OR TRUNCATE ON registro
  FOR EACH STATEMENT EXECUTE FUNCTION registro_imutavel();
CREATE TRIGGER registro_ponta_imutavel BEFORE DELETE OR TRUNCATE ON registro_ponta
  FOR EACH STATEMENT EXECUTE FUNCTION registro_imutavel();

-- ── e-mails ────────────────────────────────────────────────────────────────────────────────────────────────

-- Folds a name as foldNome does (packages/syntax).
CREATE FUNCTION dobra_nome(p_texto text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT btrim(regexp_replace(lower(regexp_replace(normalize(p_texto, NFD), '[\u0300-\u036f]', '', 'g')), '\s+', ' ', 'g'))
$$;

-- Keeps remetente. A known sender costs a read and no lock, so two e-mails of one sender do not wait for each
-- other.
CREATE FUNCTION email_remetente() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM remetente r WHERE r.conta_id = NEW.conta_id AND r.endereco = NEW.remetente_ordem
    AND (NEW.remetente_nome IS NULL OR r.nome = NEW.remetente_nome)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO remetente AS r (conta_id, endereco, nome, busca)
    VALUES (NEW.conta_id, NEW.remetente_ordem, NEW.remetente_nome, dobra_nome(NEW.remetente || ' ' || coalesce(NEW.remetente_nome, '')))
    ON CONFLICT (conta_id, endereco) DO UPDATE SET nome = excluded.nome, busca = excluded.busca
    WHERE excluded.nome IS NOT NULL AND r.nome IS DISTINCT FROM excluded.nome;
  RETURN NULL;
END $$;
CREATE TRIGGER email_remetente_novo AFTER INSERT ON email FOR EACH ROW
  WHEN (NOT NEW.importado AND NEW.remetente <> '') EXECUTE FUNCTION email_remetente();
CREATE TRIGGER email_remetente_lido AFTER UPDATE OF remetente, remetente_nome ON email FOR EACH ROW
  WHEN (NOT NEW.importado AND NEW.remetente <> ''
    AND (NEW.remetente IS DISTINCT FROM OLD.remetente OR NEW.remetente_nome IS DISTINCT FROM OLD.remetente_nome))
  EXECUTE FUNCTION email_remetente();

-- Keeps email_empresa when parts are stored, …
CREATE FUNCTION email_empresa_dos_anexos() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO email_empresa (conta_id, empresa_id, recebida_em, email_id)
    SELECT DISTINCT e.conta_id, n.empresa_id, e.recebida_em, e.id
    FROM novos a
      JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
      JOIN nota n ON n.conta_id = d.conta_id AND n.chave = d.chave
      JOIN email e ON e.conta_id = a.conta_id AND e.id = a.email_id
    WHERE n.empresa_id IS NOT NULL AND NOT e.importado
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER email_empresa_novos AFTER INSERT ON anexo REFERENCING NEW TABLE AS novos FOR EACH STATEMENT
  EXECUTE FUNCTION email_empresa_dos_anexos();

-- … when all parts are deleted to read the e-mail again, …
CREATE FUNCTION email_empresa_sem_anexos() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM email_empresa x USING (SELECT DISTINCT conta_id, email_id FROM velhos) a
    WHERE x.conta_id = a.conta_id AND x.email_id = a.email_id;
  RETURN NULL;
END $$;
CREATE TRIGGER email_empresa_velhos AFTER DELETE ON anexo REFERENCING OLD TABLE AS velhos FOR EACH STATEMENT
  EXECUTE FUNCTION email_empresa_sem_anexos();

-- … when a message that was fetched late gets the day of its complete arrival, …
CREATE FUNCTION email_empresa_do_email() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM email_empresa x WHERE x.conta_id = NEW.conta_id AND x.email_id = NEW.id;
  IF NOT NEW.importado THEN
    INSERT INTO email_empresa (conta_id, empresa_id, recebida_em, email_id)
      SELECT DISTINCT NEW.conta_id, n.empresa_id, NEW.recebida_em, NEW.id
      FROM anexo a
        JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
        JOIN nota n ON n.conta_id = d.conta_id AND n.chave = d.chave
      WHERE a.conta_id = NEW.conta_id AND a.email_id = NEW.id AND n.empresa_id IS NOT NULL
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER email_empresa_outro AFTER UPDATE OF recebida_em, importado ON email FOR EACH ROW
  WHEN (NEW.recebida_em <> OLD.recebida_em OR NEW.importado <> OLD.importado) EXECUTE FUNCTION email_empresa_do_email();

-- … and when a nota changes its empresa: its e-mails follow, unless they brought another nota of the old one.
CREATE FUNCTION email_empresa_da_nota() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.empresa_id IS NOT NULL THEN
    DELETE FROM email_empresa x USING documento d, anexo a
      WHERE d.conta_id = OLD.conta_id AND d.chave = OLD.chave AND a.conta_id = d.conta_id AND a.documento_id = d.id
        AND x.conta_id = a.conta_id AND x.email_id = a.email_id AND x.empresa_id = OLD.empresa_id
        AND NOT EXISTS (SELECT FROM anexo b JOIN documento f ON f.conta_id = b.conta_id AND f.id = b.documento_id
          JOIN nota n ON n.conta_id = f.conta_id AND n.chave = f.chave
          WHERE b.conta_id = x.conta_id AND b.email_id = x.email_id AND n.empresa_id = OLD.empresa_id);
  END IF;
  IF NEW.empresa_id IS NOT NULL THEN
    INSERT INTO email_empresa (conta_id, empresa_id, recebida_em, email_id)
      SELECT DISTINCT e.conta_id, NEW.empresa_id, e.recebida_em, e.id
      FROM documento d
        JOIN anexo a ON a.conta_id = d.conta_id AND a.documento_id = d.id
        JOIN email e ON e.conta_id = a.conta_id AND e.id = a.email_id
      WHERE d.conta_id = NEW.conta_id AND d.chave = NEW.chave AND NOT e.importado
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER email_empresa_nota_nova AFTER INSERT ON nota FOR EACH ROW
  WHEN (NEW.empresa_id IS NOT NULL) EXECUTE FUNCTION email_empresa_da_nota();
CREATE TRIGGER email_empresa_nota_outra AFTER UPDATE OF empresa_id ON nota FOR EACH ROW
  WHEN (NEW.empresa_id IS DISTINCT FROM OLD.empresa_id) EXECUTE FUNCTION email_empresa_da_nota();

-- ── notas ──────────────────────────────────────────────────────────────────────────────────────────────────

-- 120, 150 and, of an MDF-e, 132 (encerrado) count as 100. An unknown status is no divergence, unless SEFAZ
-- has no such document (docs/adr/0066-status-and-alerts.md).
CREATE FUNCTION nota_divergente() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.divergente := CASE
    WHEN NEW.nfe_status IS NULL
      THEN nullif(NEW.sefaz_status IN ('216', '217', '561', '562', '600', '613', '614', '615', '616', '617', '618', '619', '620'), false)
    ELSE CASE WHEN NEW.sefaz_status IN ('120', '150', '132') THEN '100' ELSE NEW.sefaz_status END
      <> CASE WHEN NEW.nfe_status IN ('120', '150', '132') THEN '100' ELSE NEW.nfe_status END
  END;
  RETURN NEW;
END $$;
CREATE TRIGGER nota_divergente BEFORE INSERT OR UPDATE OF sefaz_status, nfe_status, divergente ON nota
  FOR EACH ROW EXECUTE FUNCTION nota_divergente();

-- Dates a divergence (docs/adr/0064-what-is-counted.md). Every writer of these columns writes alterado_em
-- too.
CREATE FUNCTION nota_divergente_em() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.divergente_em := NEW.alterado_em;
  RETURN NEW;
END $$;
CREATE TRIGGER nota_divergente_nova BEFORE INSERT ON nota FOR EACH ROW EXECUTE FUNCTION nota_divergente_em();
CREATE TRIGGER nota_divergente_outra BEFORE UPDATE OF sefaz_status, nfe_status, quarentena, terceiros ON nota FOR EACH ROW
  WHEN ((NEW.sefaz_status, NEW.nfe_status, NEW.quarentena, NEW.terceiros)
    IS DISTINCT FROM (OLD.sefaz_status, OLD.nfe_status, OLD.quarentena, OLD.terceiros))
  EXECUTE FUNCTION nota_divergente_em();

-- Keeps nota.auditoria: a bit for each tipo and c_sit_nfe of the auditor's rows about a chave.
-- force_custom_plan: a plan made while the table is nearly empty would scan it for every row of a large load.
CREATE FUNCTION auditoria_de(p_conta uuid, p_chave text) RETURNS smallint LANGUAGE sql STABLE
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT coalesce(bit_or(1 << (3 * (array_position(ARRAY['NFe', 'CTe', 'CTeOS', 'Cancelamento', 'Evento'], a.tipo) - 1) + a.c_sit_nfe - 1)), 0)::smallint
  FROM auditor a WHERE a.conta_id = p_conta AND a.chave = p_chave
$$;
CREATE FUNCTION nota_auditoria() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.auditoria := auditoria_de(NEW.conta_id, NEW.chave);
  RETURN NEW;
END $$;
CREATE TRIGGER nota_auditoria BEFORE INSERT ON nota FOR EACH ROW EXECUTE FUNCTION nota_auditoria();
CREATE FUNCTION auditor_auditoria() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE v_auditoria smallint := auditoria_de(NEW.conta_id, NEW.chave);
BEGIN
  UPDATE nota n SET auditoria = v_auditoria WHERE n.conta_id = NEW.conta_id AND n.chave = NEW.chave AND n.auditoria <> v_auditoria;
  RETURN NULL;
END $$;
CREATE TRIGGER auditor_auditoria_novo AFTER INSERT ON auditor FOR EACH ROW EXECUTE FUNCTION auditor_auditoria();
CREATE TRIGGER auditor_auditoria_outro AFTER UPDATE OF tipo, c_sit_nfe ON auditor FOR EACH ROW
  WHEN (NEW.tipo <> OLD.tipo OR NEW.c_sit_nfe <> OLD.c_sit_nfe) EXECUTE FUNCTION auditor_auditoria();
