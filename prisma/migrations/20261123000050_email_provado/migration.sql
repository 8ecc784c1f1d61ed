-- An address is proved by whoever follows a link that was sent to it; another address has to be proved again.
ALTER TABLE usuario ADD COLUMN email_provado BOOLEAN NOT NULL DEFAULT false;
UPDATE usuario SET email_provado = true WHERE ativado AND excluido_em IS NULL;

CREATE FUNCTION usuario_email_novo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_provado := false;
  RETURN NEW;
END $$;
CREATE TRIGGER usuario_email_novo BEFORE UPDATE OF email ON usuario FOR EACH ROW
  WHEN (lower(OLD.email) IS DISTINCT FROM lower(NEW.email)) EXECUTE FUNCTION usuario_email_novo();
