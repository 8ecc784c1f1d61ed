-- Who changes the own password stays signed in where they did it: app.sessao, set in that transaction, names the session that stays.
-- One who is made inactive keeps none.
CREATE OR REPLACE FUNCTION usuario_encerra_sessoes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM sessao WHERE conta_id = NEW.conta_id AND usuario_id = NEW.id
    AND NOT (NEW.ativo AND id IS NOT DISTINCT FROM nullif(current_setting('app.sessao', true), '')::uuid);
  RETURN NULL;
END $$;
