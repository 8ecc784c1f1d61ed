-- People, their keys, what they may see and what they did; plans and usage.

-- Documents a month of the plan. Nothing stops beyond it.
ALTER TABLE conta ADD COLUMN plano integer NOT NULL DEFAULT 1000 CHECK (plano IN (1000, 2000, 4000, 6000, 10000));

ALTER TABLE usuario
  -- Sees the documents of the companies in usuario_empresa and of no others.
  ADD COLUMN restrito boolean NOT NULL DEFAULT false,
  -- Second factor: the sealed secret, since when it counts (null: it was begun and not confirmed), the last step that was used, and the
  -- SHA-256 of each reserve code that is left.
  ADD COLUMN totp_selado bytea,
  ADD COLUMN totp_desde timestamptz(3),
  ADD COLUMN totp_passo bigint NOT NULL DEFAULT 0,
  ADD COLUMN totp_reservas bytea[] NOT NULL DEFAULT '{}',
  -- Made anonymous: neither listed nor ever entering again.
  ADD COLUMN excluido_em timestamptz(3);
CREATE INDEX usuario_email_idx ON usuario (lower(email));

CREATE TABLE usuario_empresa (
  conta_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  PRIMARY KEY (conta_id, usuario_id, empresa_id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE,
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id) ON DELETE CASCADE
);

-- Links that came by letter, by the SHA-256 of their token: one of each kind lives for a user.
CREATE TABLE usuario_token (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  tipo text NOT NULL CHECK (tipo IN ('convite', 'senha')),
  token_hash bytea NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  expira_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, id),
  UNIQUE (conta_id, usuario_id, tipo),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX usuario_token_hash_key ON usuario_token (token_hash);

-- The conta's token for its ERP: one that was not revoked at a time.
CREATE TABLE api_token (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  mascara text NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  ultimo_uso timestamptz(3),
  revogado_em timestamptz(3),
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id)
);
CREATE UNIQUE INDEX api_token_hash_key ON api_token (token_hash);
CREATE UNIQUE INDEX api_token_vivo_key ON api_token (conta_id) WHERE revogado_em IS NULL;

-- What a conta used in a month of its own zone; avisado: the part of the plan, in percent, of which its people were last told.
CREATE TABLE uso_mes (
  conta_id uuid NOT NULL REFERENCES conta (id),
  mes date NOT NULL,
  documentos integer NOT NULL DEFAULT 0,
  emails integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  avisado smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (conta_id, mes)
);

-- Who did what: each act is a link of its conta's chain (db/portaria/registro.sql). ponta: the last link.
ALTER TABLE registro ADD COLUMN ordem bigint, ADD COLUMN elo bytea;
CREATE TABLE registro_ponta (
  conta_id uuid NOT NULL REFERENCES conta (id),
  ordem bigint NOT NULL,
  elo bytea NOT NULL,
  PRIMARY KEY (conta_id)
);

-- Of no conta: how hard a sign-in is braked, by a hashed name; and from where somebody entered before.
CREATE TABLE entrada_freio (
  chave text PRIMARY KEY,
  falhas integer NOT NULL,
  ultima_em timestamptz(3) NOT NULL,
  livre_em timestamptz(3) NOT NULL
);
CREATE INDEX entrada_freio_ultima_idx ON entrada_freio (ultima_em);
CREATE TABLE entrada_conhecida (
  chave text PRIMARY KEY,
  vista_em timestamptz(3) NOT NULL
);
CREATE INDEX entrada_conhecida_vista_idx ON entrada_conhecida (vista_em);

-- Of no conta: what visitors wrote to us, until the operator's address has it.
CREATE TABLE contato (
  id uuid PRIMARY KEY,
  dados jsonb NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  proxima_em timestamptz(3),
  tentativas integer NOT NULL DEFAULT 0,
  enviado_em timestamptz(3),
  falha text
);
CREATE INDEX contato_pendente_idx ON contato (proxima_em) WHERE proxima_em IS NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['usuario_empresa', 'usuario_token', 'api_token', 'uso_mes', 'registro_ponta'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)) WITH CHECK (conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_app', t);
    EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_portaria', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['entrada_freio', 'entrada_conhecida', 'contato'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO malote_portaria', t);
  END LOOP;
END $$;
-- The chain's tip is written by the gatekeeper alone.
REVOKE INSERT, UPDATE, DELETE ON registro_ponta FROM malote_app;
GRANT UPDATE (tipo_pessoa, identificador, uf) ON conta TO malote_app;
GRANT SELECT, UPDATE (plano) ON conta TO malote_portaria;
