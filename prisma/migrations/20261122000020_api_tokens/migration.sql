-- Several named tokens in a conta, with scopes, companies and an end; each with one secret, or two while it is rotated (docs/adr/0039-tokens.md).
ALTER TABLE api_token
  ADD COLUMN nome text NOT NULL DEFAULT 'ERP',
  ADD COLUMN escopos text[] NOT NULL DEFAULT '{}'
    CHECK (escopos <@ ARRAY['notas:ler', 'notas:marcar', 'manifestar', 'importar', 'emails:ler', 'admin']),
  -- Sees the documents of the companies in api_token_empresa and of no others.
  ADD COLUMN restrito boolean NOT NULL DEFAULT false,
  -- The one of Usuario.getAPIToken and Usuario.setNewAPIToken.
  ADD COLUMN principal boolean NOT NULL DEFAULT false,
  ADD COLUMN expira_em timestamptz(3);
-- Those of before are the main ones, and may what every token could.
UPDATE api_token SET escopos = ARRAY['notas:ler', 'notas:marcar', 'importar', 'emails:ler'], principal = true;
ALTER TABLE api_token ALTER COLUMN nome DROP DEFAULT;

-- usuario_id: whom it was shown to; it ends with their access. termina_em: a newer one was made; null: the newest.
CREATE TABLE api_token_segredo (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  token_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  mascara text NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  termina_em timestamptz(3),
  ultimo_uso timestamptz(3),
  ultimo_ip text,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, token_id) REFERENCES api_token (conta_id, id) ON DELETE CASCADE,
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id)
);
INSERT INTO api_token_segredo (conta_id, id, token_id, usuario_id, token_hash, mascara, criado_em, ultimo_uso)
  SELECT conta_id, id, id, usuario_id, token_hash, mascara, criado_em, ultimo_uso FROM api_token WHERE revogado_em IS NULL;
CREATE UNIQUE INDEX api_token_segredo_hash_key ON api_token_segredo (token_hash);
CREATE UNIQUE INDEX api_token_segredo_novo_key ON api_token_segredo (conta_id, token_id) WHERE termina_em IS NULL;
CREATE INDEX api_token_segredo_usuario_idx ON api_token_segredo (conta_id, usuario_id);

DROP INDEX api_token_vivo_key;
ALTER TABLE api_token DROP COLUMN token_hash, DROP COLUMN mascara, DROP COLUMN ultimo_uso;
CREATE UNIQUE INDEX api_token_principal_key ON api_token (conta_id) WHERE principal AND revogado_em IS NULL;
CREATE UNIQUE INDEX api_token_nome_key ON api_token (conta_id, lower(nome)) WHERE revogado_em IS NULL;

CREATE TABLE api_token_empresa (
  conta_id uuid NOT NULL,
  token_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  PRIMARY KEY (conta_id, token_id, empresa_id),
  FOREIGN KEY (conta_id, token_id) REFERENCES api_token (conta_id, id) ON DELETE CASCADE,
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id) ON DELETE CASCADE
);

-- Calls of a token on a day of its conta's zone.
CREATE TABLE api_token_uso (
  conta_id uuid NOT NULL,
  token_id uuid NOT NULL,
  dia date NOT NULL,
  chamadas integer NOT NULL DEFAULT 0,
  PRIMARY KEY (conta_id, token_id, dia),
  FOREIGN KEY (conta_id, token_id) REFERENCES api_token (conta_id, id) ON DELETE CASCADE
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['api_token_segredo', 'api_token_empresa', 'api_token_uso'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)) WITH CHECK (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_app', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['api_token_segredo', 'api_token_empresa'] LOOP
    EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT ON %I TO malote_portaria', t);
  END LOOP;
END $$;
CREATE POLICY restrito ON api_token_empresa AS RESTRICTIVE TO malote_restrito
  USING (empresa_id = ANY ((SELECT nullif(current_setting('app.empresas', true), '')::uuid[])::uuid[])
    OR token_id = (SELECT nullif(current_setting('app.usuario', true), '')::uuid));

-- As usuario_estreita (20261122000011_restrito): a token that sees less by now loses the files that were made for it with the wider view.
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
