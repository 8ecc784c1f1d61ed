-- Contas, their empresas and certificates, users and how they enter, API tokens, and the registro.
-- A table of a conta starts its keys with conta_id (docs/adr/0009-tenants-documents-ledger.md).

CREATE TABLE conta (
  id uuid PRIMARY KEY,
  identificador text NOT NULL,
  tipo_pessoa text NOT NULL CHECK (tipo_pessoa IN ('Física', 'Jurídica')),
  uf text NOT NULL,
  sandbox boolean NOT NULL DEFAULT false,
  criado_em timestamptz(3) NOT NULL DEFAULT now(),
  -- Documents a month. Nothing stops beyond it.
  plano integer NOT NULL DEFAULT 1000 CHECK (plano IN (1000, 2000, 4000, 6000, 10000)),
  download_publico boolean NOT NULL DEFAULT true,
  -- E-mail domains that the operator has proved.
  dominios text[] NOT NULL DEFAULT '{}',
  -- Only users with a second factor may manifest (docs/adr/0054-recent-sign-in.md).
  segundo_fator_manifestacao boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX conta_identificador_key ON conta (identificador);

-- The lock of this row orders all publications of a conta. It is not in conta: foreign keys would wait for
-- it.
CREATE TABLE conta_sequencia (
  conta_id uuid PRIMARY KEY REFERENCES conta (id),
  sequencia bigint NOT NULL DEFAULT 0,
  -- Time of the last publication: never earlier than the one before, whatever the clocks of the hosts say.
  publicada_em timestamptz(3)
);

-- What a conta used in a month of its own zone. avisado: the percentage of the plan last notified.
CREATE TABLE uso_mes (
  conta_id uuid NOT NULL REFERENCES conta (id),
  mes date NOT NULL,
  documentos integer NOT NULL DEFAULT 0,
  emails integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  avisado smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (conta_id, mes)
);

-- ── empresas ───────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE empresa (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  nome text NOT NULL,
  cnpj text NOT NULL,
  uf text,
  ativar_auditor boolean NOT NULL DEFAULT false,
  ativar_manifestacao boolean NOT NULL DEFAULT false,
  criado_em timestamptz(3) NOT NULL DEFAULT now(),
  -- A ciência for every nota that SEFAZ reports, without a user.
  ciencia_automatica boolean NOT NULL DEFAULT false,
  alterado_em timestamptz(3) NOT NULL DEFAULT now(),
  -- Printed on the forms of its own documents: a small PNG or JPEG.
  logo bytea,
  -- Programs with its certificate may read the SEFAZ-shaped feed (docs/adr/0043-sefaz-shaped-feed.md).
  feed_sefaz boolean NOT NULL DEFAULT false,
  -- Documents of an unproved empresa never leave the conta (docs/adr/0051-proved-empresas.md).
  provada_por text CHECK (provada_por IN ('certificado', 'dominio', 'operador')),
  provada_em timestamptz(3),
  provada_detalhe text,
  download_publico boolean NOT NULL DEFAULT true,
  PRIMARY KEY (conta_id, id),
  CONSTRAINT empresa_prova_inteira CHECK ((provada_por IS NULL) = (provada_em IS NULL))
);
CREATE UNIQUE INDEX empresa_conta_id_cnpj_key ON empresa (conta_id, cnpj);
-- A feed is found by the CNPJ of a certificate, before its conta is known.
CREATE INDEX empresa_feed_idx ON empresa (cnpj) WHERE feed_sefaz;

CREATE TABLE certificado (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  selado bytea NOT NULL,
  titular text NOT NULL,
  cnpj text,
  valido_de timestamptz(3) NOT NULL,
  valido_ate timestamptz(3) NOT NULL,
  criado_em timestamptz(3) NOT NULL DEFAULT now(),
  emissor text,
  -- SHA-256 of the certificate, AA:BB:…
  impressao text,
  -- Its chain when it was uploaded: to a trusted root, to an unknown one, or not checked.
  cadeia text NOT NULL DEFAULT 'nao-verificada' CHECK (cadeia IN ('verificada', 'nao-verificada', 'desconhecida')),
  enviado_por text,
  -- The last warning before its end: 30, 15, 7 or 1 days; 0 after it.
  avisado_dias integer,
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id)
);
CREATE UNIQUE INDEX certificado_conta_id_empresa_id_key ON certificado (conta_id, empresa_id);
CREATE INDEX certificado_fim_idx ON certificado (valido_ate, id);

-- ── users ──────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE usuario (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  nome text NOT NULL,
  nome_usuario text NOT NULL,
  nome_completo text NOT NULL,
  email text NOT NULL,
  senha_hash text,
  ativo boolean NOT NULL DEFAULT true,
  ativado boolean NOT NULL DEFAULT false,
  administrador boolean NOT NULL DEFAULT false,
  proprietario_conta boolean NOT NULL DEFAULT false,
  permissao_manifestacao boolean NOT NULL DEFAULT false,
  produto boolean NOT NULL DEFAULT false,
  color text,
  ultimo_acesso timestamptz(3),
  criado_em timestamptz(3) NOT NULL DEFAULT now(),
  -- Sees only the documents of the empresas in usuario_empresa.
  restrito boolean NOT NULL DEFAULT false,
  -- Second factor: its secret, its start (null: not confirmed yet), its last used step, and the SHA-256 of
  -- each unused reserve code.
  totp_selado bytea,
  totp_desde timestamptz(3),
  totp_passo bigint NOT NULL DEFAULT 0,
  totp_reservas bytea[] NOT NULL DEFAULT '{}',
  -- Anonymous since then: never listed, and never signs in.
  excluido_em timestamptz(3),
  -- Proved by following a link that was sent to it.
  email_provado boolean NOT NULL DEFAULT false,
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX usuario_conta_id_nome_usuario_key ON usuario (conta_id, nome_usuario);
CREATE INDEX usuario_email_idx ON usuario (lower(email));

CREATE TABLE usuario_empresa (
  conta_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  PRIMARY KEY (conta_id, usuario_id, empresa_id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE,
  FOREIGN KEY (conta_id, empresa_id) REFERENCES empresa (conta_id, id) ON DELETE CASCADE
);

-- E-mailed links, by the SHA-256 of their token. A user has at most one of each kind.
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

CREATE TABLE sessao (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  arquivo_hash bytea NOT NULL,
  origem text,
  criada_em timestamptz(3) NOT NULL,
  usada_em timestamptz(3) NOT NULL,
  expira_em timestamptz(3) NOT NULL,
  -- When its user last proved their identity (docs/adr/0054-recent-sign-in.md).
  autenticada_em timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sessao_arquivo_hash_key ON sessao (arquivo_hash);
CREATE INDEX sessao_expira_em_idx ON sessao (expira_em);

-- A session has one token for each tab; all end together.
CREATE TABLE sessao_token (
  conta_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  sessao_id uuid NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, token_hash),
  FOREIGN KEY (conta_id, sessao_id) REFERENCES sessao (conta_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sessao_token_hash_key ON sessao_token (token_hash);
CREATE INDEX sessao_token_conta_id_sessao_id_idx ON sessao_token (conta_id, sessao_id);

-- The public key of each credential, and the counter that it last showed (docs/adr/0055-passkeys.md).
CREATE TABLE passkey (
  conta_id uuid NOT NULL,
  id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  nome text NOT NULL,
  credencial bytea NOT NULL,
  chave_publica bytea NOT NULL,
  contador bigint NOT NULL,
  transportes text[] NOT NULL,
  sincronizada boolean NOT NULL,
  criada_em timestamptz(3) NOT NULL,
  usada_em timestamptz(3),
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX passkey_credencial_key ON passkey (conta_id, credencial);
CREATE INDEX passkey_usuario_idx ON passkey (conta_id, usuario_id);

-- ── sign-in, before a conta is known ───────────────────────────────────────────────────────────────────────

-- Unanswered challenges, by their SHA-256. Each is answered once.
CREATE TABLE passkey_desafio (
  desafio_hash bytea PRIMARY KEY,
  uso text NOT NULL CHECK (uso IN ('entrar', 'provar', 'registrar')),
  usuario_id uuid,
  expira_em timestamptz(3) NOT NULL
);
CREATE INDEX passkey_desafio_expira_idx ON passkey_desafio (expira_em);
CREATE INDEX passkey_desafio_usuario_idx ON passkey_desafio (usuario_id) WHERE usuario_id IS NOT NULL;

-- Uses of a limited resource in one window.
CREATE TABLE limite_uso (
  chave text NOT NULL,
  janela timestamptz(3) NOT NULL,
  usos integer NOT NULL,
  PRIMARY KEY (chave, janela)
);
CREATE INDEX limite_uso_janela_idx ON limite_uso (janela);

-- Throttles of failed sign-ins, by a hashed name; and networks from which a user signed in.
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

-- ── API tokens (docs/adr/0039-tokens.md) ───────────────────────────────────────────────────────────────────

CREATE TABLE api_token (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  criado_em timestamptz(3) NOT NULL,
  revogado_em timestamptz(3),
  nome text NOT NULL,
  escopos text[] NOT NULL DEFAULT '{}'
    CHECK (escopos <@ ARRAY['notas:ler', 'notas:marcar', 'manifestar', 'importar', 'emails:ler', 'admin']),
  -- Sees only the documents of the empresas in api_token_empresa.
  restrito boolean NOT NULL DEFAULT false,
  -- The one of Usuario.getAPIToken and Usuario.setNewAPIToken.
  principal boolean NOT NULL DEFAULT false,
  expira_em timestamptz(3),
  PRIMARY KEY (conta_id, id),
  FOREIGN KEY (conta_id, usuario_id) REFERENCES usuario (conta_id, id)
);
CREATE UNIQUE INDEX api_token_principal_key ON api_token (conta_id) WHERE principal AND revogado_em IS NULL;
CREATE UNIQUE INDEX api_token_nome_key ON api_token (conta_id, lower(nome)) WHERE revogado_em IS NULL;

-- usuario_id: was shown the secret, which ends with their access. termina_em: a newer one replaces it; null:
-- newest.
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
CREATE UNIQUE INDEX api_token_segredo_hash_key ON api_token_segredo (token_hash);
CREATE UNIQUE INDEX api_token_segredo_novo_key ON api_token_segredo (conta_id, token_id) WHERE termina_em IS NULL;
CREATE INDEX api_token_segredo_usuario_idx ON api_token_segredo (conta_id, usuario_id);

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

-- Answers to a POST with an Idempotency-Key, written in the transaction of its effect. portador_id: the token
-- or session that sent it; dono_id: its user.
CREATE TABLE idempotencia (
  conta_id uuid NOT NULL REFERENCES conta (id),
  portador_id uuid NOT NULL,
  chave text NOT NULL,
  dono_id uuid NOT NULL,
  pedido bytea NOT NULL,
  status smallint NOT NULL,
  corpo bytea NOT NULL,
  local text,
  criada_em timestamptz(3) NOT NULL,
  expira_em timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, portador_id, chave)
);
CREATE INDEX idempotencia_expira_idx ON idempotencia (expira_em);

-- ── registro ───────────────────────────────────────────────────────────────────────────────────────────────

-- Who did what. Rows are never changed; elo is the hash of the row and of the one before
-- (db/portaria/registro.sql).
CREATE TABLE registro (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  quando timestamptz(3) NOT NULL,
  usuario_id uuid,
  usuario text NOT NULL,
  acao text NOT NULL,
  alvo text NOT NULL,
  detalhe text,
  ordem bigint NOT NULL,
  elo bytea NOT NULL,
  PRIMARY KEY (conta_id, id)
);
CREATE INDEX registro_quando_idx ON registro (conta_id, quando DESC, id DESC);
CREATE INDEX registro_alvo_idx ON registro (conta_id, alvo, quando DESC);
CREATE UNIQUE INDEX registro_ordem_key ON registro (conta_id, ordem);
CREATE INDEX registro_usuario_idx ON registro (conta_id, usuario_id, ordem DESC);

-- The last row of each chain.
CREATE TABLE registro_ponta (
  conta_id uuid PRIMARY KEY REFERENCES conta (id),
  ordem bigint NOT NULL,
  elo bytea NOT NULL
);
