-- Whoever writes it, a changed password or an inactive user ends that user's sessions in the same transaction.
-- The rights are those of the writer: malote_app, within its own conta.
CREATE FUNCTION usuario_encerra_sessoes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM sessao WHERE conta_id = NEW.conta_id AND usuario_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER usuario_encerra_sessoes AFTER UPDATE OF senha_hash, ativo ON usuario FOR EACH ROW
  WHEN (OLD.senha_hash IS DISTINCT FROM NEW.senha_hash OR (OLD.ativo AND NOT NEW.ativo))
  EXECUTE FUNCTION usuario_encerra_sessoes();
