-- The companies whose documents an e-mail brought (docs/adr/0064-o-que-se-conta.md): a company's e-mails of a range are counted off the key
-- alone, however many documents they brought. recebida_em is the e-mail's own. Imports are no e-mails.
CREATE TABLE email_empresa (
  conta_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  recebida_em timestamptz(3) NOT NULL,
  email_id uuid NOT NULL,
  PRIMARY KEY (conta_id, empresa_id, recebida_em, email_id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id),
  FOREIGN KEY (conta_id, email_id) REFERENCES email (conta_id, id)
);
CREATE INDEX email_empresa_email_idx ON email_empresa (conta_id, email_id);
ALTER TABLE email_empresa ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_empresa FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON email_empresa TO malote_app USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid))
  WITH CHECK (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
CREATE POLICY restrito ON email_empresa AS RESTRICTIVE TO malote_restrito
  USING (empresa_id = ANY ((SELECT nullif(current_setting('app.empresas', true), '')::uuid[])::uuid[]));
GRANT SELECT, INSERT, DELETE ON email_empresa TO malote_app;

-- Who writes parts or notas of a chave holds it (lockChaves), so that each of these finds what the other left.
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

-- A message that its server gave late is an e-mail of the day on which it came whole.
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

-- All parts of an e-mail go together, when it is read again.
CREATE FUNCTION email_empresa_sem_anexos() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM email_empresa x USING (SELECT DISTINCT conta_id, email_id FROM velhos) a
    WHERE x.conta_id = a.conta_id AND x.email_id = a.email_id;
  RETURN NULL;
END $$;
CREATE TRIGGER email_empresa_velhos AFTER DELETE ON anexo REFERENCING OLD TABLE AS velhos FOR EACH STATEMENT
  EXECUTE FUNCTION email_empresa_sem_anexos();

-- A view that becomes another company's takes the e-mails along that brought it; those that brought the first one nothing else leave it.
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
