-- The triggers that keep email_empresa look up each row by its key, whatever the statistics say. A plan that
-- was cached while the tables were nearly empty read all of a conta's notas for each new part: 80 ms an INSERT
-- in a new database, until its first ANALYZE. OFFSET 0 keeps the order of the joins, and force_custom_plan
-- chooses the index by the size of today.

-- Replaces the function of 20261128000008_triggers: when parts are stored.
CREATE OR REPLACE FUNCTION email_empresa_dos_anexos() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
-- A variable in the statement: one without any keeps its first plan.
DECLARE v_emails uuid[] := ARRAY(SELECT DISTINCT email_id FROM novos WHERE documento_id IS NOT NULL);
BEGIN
  IF v_emails = '{}' THEN RETURN NULL; END IF;
  INSERT INTO email_empresa (conta_id, empresa_id, recebida_em, email_id)
    SELECT DISTINCT a.conta_id, n.empresa_id, e.recebida_em, a.email_id
    FROM novos a
      CROSS JOIN LATERAL (SELECT d.chave FROM documento d
        WHERE d.conta_id = a.conta_id AND d.id = a.documento_id OFFSET 0) d
      CROSS JOIN LATERAL (SELECT n.empresa_id FROM nota n
        WHERE n.conta_id = a.conta_id AND n.chave = d.chave OFFSET 0) n
      CROSS JOIN LATERAL (SELECT e.recebida_em, e.importado FROM email e
        WHERE e.conta_id = a.conta_id AND e.id = a.email_id OFFSET 0) e
    WHERE a.email_id = ANY (v_emails) AND n.empresa_id IS NOT NULL AND NOT e.importado
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- The same when a message that was fetched late gets the day of its complete arrival.
CREATE OR REPLACE FUNCTION email_empresa_do_email() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  DELETE FROM email_empresa x WHERE x.conta_id = NEW.conta_id AND x.email_id = NEW.id;
  IF NOT NEW.importado THEN
    INSERT INTO email_empresa (conta_id, empresa_id, recebida_em, email_id)
      SELECT DISTINCT NEW.conta_id, n.empresa_id, NEW.recebida_em, NEW.id
      FROM (SELECT a.documento_id FROM anexo a WHERE a.conta_id = NEW.conta_id AND a.email_id = NEW.id OFFSET 0) a
        CROSS JOIN LATERAL (SELECT d.chave FROM documento d
          WHERE d.conta_id = NEW.conta_id AND d.id = a.documento_id OFFSET 0) d
        CROSS JOIN LATERAL (SELECT n.empresa_id FROM nota n
          WHERE n.conta_id = NEW.conta_id AND n.chave = d.chave OFFSET 0) n
      WHERE n.empresa_id IS NOT NULL
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- The same when a nota gets its empresa, or another.
CREATE OR REPLACE FUNCTION email_empresa_da_nota() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
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
      SELECT DISTINCT NEW.conta_id, NEW.empresa_id, e.recebida_em, a.email_id
      FROM (SELECT d.id FROM documento d WHERE d.conta_id = NEW.conta_id AND d.chave = NEW.chave OFFSET 0) d
        CROSS JOIN LATERAL (SELECT a.email_id FROM anexo a
          WHERE a.conta_id = NEW.conta_id AND a.documento_id = d.id OFFSET 0) a
        CROSS JOIN LATERAL (SELECT e.recebida_em, e.importado FROM email e
          WHERE e.conta_id = NEW.conta_id AND e.id = a.email_id OFFSET 0) e
      WHERE NOT e.importado
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
