-- Saved views of lists (docs/adr/0108-saved-views-on-the-server.md): a filter, an order and columns under a
-- name, of one user; a shared one is listed for all users of its conta. A view holds no documents.
CREATE TABLE visao (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  lista text NOT NULL CHECK (lista IN ('recebidos', 'emitidos', 'emails', 'auditor')),
  nome text NOT NULL CHECK (char_length(nome) BETWEEN 1 AND 40),
  -- The query string of the list, and its columns in their order, with widths.
  busca text NOT NULL CHECK (char_length(busca) <= 2000),
  colunas text NOT NULL CHECK (char_length(colunas) <= 600),
  densidade text CHECK (densidade IN ('normal', 'compacta')),
  compartilhada boolean NOT NULL DEFAULT false,
  criada_em timestamptz(3) NOT NULL,
  alterada_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX visao_nome_key ON visao (conta_id, usuario_id, lista, nome);
CREATE INDEX visao_compartilhada_idx ON visao (conta_id, lista) WHERE compartilhada;

-- The view with which the list of a user opens: an own one, or a shared one of another user.
CREATE TABLE visao_padrao (
  conta_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  lista text NOT NULL CHECK (lista IN ('recebidos', 'emitidos', 'emails', 'auditor')),
  visao_id uuid NOT NULL,
  PRIMARY KEY (conta_id, usuario_id, lista),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE,
  FOREIGN KEY (conta_id, visao_id) REFERENCES visao (conta_id, id) ON DELETE CASCADE
);
CREATE INDEX visao_padrao_visao_idx ON visao_padrao (conta_id, visao_id);

-- The shared views of a deleted user stay: others work with them.
CREATE FUNCTION usuario_apaga_visoes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM visao WHERE conta_id = NEW.conta_id AND usuario_id = NEW.id AND NOT compartilhada;
  DELETE FROM visao_padrao WHERE conta_id = NEW.conta_id AND usuario_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER usuario_apaga_visoes AFTER UPDATE OF excluido_em ON usuario FOR EACH ROW
  WHEN (OLD.excluido_em IS NULL AND NEW.excluido_em IS NOT NULL) EXECUTE FUNCTION usuario_apaga_visoes();

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['visao', 'visao_padrao'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app
      USING (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))
      WITH CHECK (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))', v_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_app', v_table);
  END LOOP;
END $$;
-- A restricted user sees the own views and the shared ones. The service decides who may change one.
CREATE POLICY restrito ON visao AS RESTRICTIVE TO malote_restrito
  USING (compartilhada OR usuario_id = (SELECT nullif(current_setting('app.usuario', true), '')::uuid))
  WITH CHECK (true);
CREATE POLICY restrito ON visao_padrao AS RESTRICTIVE TO malote_restrito
  USING (usuario_id = (SELECT nullif(current_setting('app.usuario', true), '')::uuid));
