-- Mail boxes of every kind, their health, and the mail that leaves the house.

ALTER TABLE caixa_email DROP CONSTRAINT caixa_email_tipo_check;
ALTER TABLE caixa_email ADD CONSTRAINT caixa_email_tipo_check
  CHECK (tipo IN ('pop3', 'pop3-starttls', 'spop3', 'imap', 'imap-starttls', 'imaps'));
ALTER TABLE caixa_email
  ADD COLUMN autenticacao text NOT NULL DEFAULT 'senha' CHECK (autenticacao IN ('senha', 'oauth2')),
  -- provedor, tokenUrl, clientId, escopo; what is secret is sealed in senha_selada.
  ADD COLUMN oauth jsonb,
  ADD COLUMN pasta text,
  ADD COLUMN certificado_fixado text,
  ADD COLUMN apagar_apos_dias integer CHECK (apagar_apos_dias BETWEEN 1 AND 3650),
  -- Another server, user or folder: the uids of before mean nothing any more.
  ADD COLUMN geracao integer NOT NULL DEFAULT 1,
  -- Up to here everything is kept or written down, in the words of the source; null where it cannot say so (POP3).
  ADD COLUMN marca text,
  ADD COLUMN ultima_visita timestamptz(3),
  ADD COLUMN erro_desde timestamptz(3),
  ADD COLUMN falhas_seguidas integer NOT NULL DEFAULT 0,
  -- When its owner was told of the error that still stands.
  ADD COLUMN avisada_em timestamptz(3),
  ADD COLUMN silenciosa_desde timestamptz(3),
  -- MD5 of the sealed secret that a provider has put in the place of another, and of the one that a person had saved: what was rotated is
  -- no change of the connection, what was saved is.
  ADD COLUMN girado_para text,
  ADD COLUMN girado_de text;

ALTER TABLE caixa_mensagem
  ADD COLUMN geracao integer NOT NULL DEFAULT 1,
  -- What the server said of its size, and a hash of its header where the uid alone proves little: a server may renumber.
  ADD COLUMN tamanho bigint,
  ADD COLUMN prova text,
  -- When it was deleted from its server, by the caixa's own rule.
  ADD COLUMN apagada_em timestamptz(3);
ALTER TABLE caixa_mensagem DROP CONSTRAINT caixa_mensagem_pkey;
ALTER TABLE caixa_mensagem ADD PRIMARY KEY (conta_id, caixa_id, geracao, uid);
CREATE INDEX caixa_mensagem_email_idx ON caixa_mensagem (conta_id, email_id) WHERE email_id IS NOT NULL;
-- Who asks again for what was not given, longest ago first.
CREATE INDEX caixa_mensagem_adiada_idx ON caixa_mensagem (conta_id, caixa_id, geracao, vista_em) WHERE recusa <> 'sumida';
-- Who deletes what was kept long enough, oldest first.
CREATE INDEX caixa_mensagem_vencida_idx ON caixa_mensagem (conta_id, caixa_id, geracao, vista_em)
  WHERE apagada_em IS NULL AND recusa IS NULL;

ALTER TABLE email
  ADD COLUMN reprocessado_em timestamptz(3),
  -- Access keys named by the text of an e-mail that brought no document of its own.
  ADD COLUMN chaves_sem_xml text[] NOT NULL DEFAULT '{}';
CREATE INDEX email_caixa_idx ON email (conta_id, caixa_id, recebida_em DESC);

-- A letter that leaves the house: written with what caused it, sent by a tarefa, never twice for one occasion.
CREATE TABLE envio (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  modelo text NOT NULL,
  -- The occasion: the same one never writes twice.
  ocasiao text NOT NULL,
  para text NOT NULL,
  dados jsonb NOT NULL,
  estado text NOT NULL DEFAULT 'pendente' CHECK (estado IN ('pendente', 'enviado', 'falhou')),
  falha text,
  criado_em timestamptz(3) NOT NULL,
  enviado_em timestamptz(3),
  PRIMARY KEY (conta_id, id)
);
CREATE UNIQUE INDEX envio_ocasiao_key ON envio (conta_id, ocasiao, para);
CREATE INDEX envio_criado_idx ON envio (conta_id, criado_em DESC);
ALTER TABLE envio ENABLE ROW LEVEL SECURITY;
ALTER TABLE envio FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON envio TO malote_app
  USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid))
  WITH CHECK (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON envio TO malote_app;
-- Who finds letters that nobody has sent.
CREATE INDEX envio_pendente_idx ON envio (conta_id) WHERE estado = 'pendente';

-- Letters travel by the same queues as the road.
ALTER TABLE tarefa DROP CONSTRAINT tarefa_tipo_check;
ALTER TABLE tarefa ADD CONSTRAINT tarefa_tipo_check CHECK (tipo IN ('poll', 'ingest', 'validate', 'envio'));
-- Who finds messages that stopped in the middle of their reading.
CREATE INDEX email_em_leitura_idx ON email (conta_id) WHERE estado = 'em-leitura';
-- The watcher asks for the mailboxes of all contas.
GRANT SELECT ON caixa_email TO malote_portaria;
CREATE POLICY portaria ON caixa_email TO malote_portaria USING (true) WITH CHECK (true);
