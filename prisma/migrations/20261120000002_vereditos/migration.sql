-- One verdict of seven for each document (docs/adr/0013-verdict-quarantine-release.md): situacao becomes veredito, findings say how grave
-- they are, a document may be a proven repair of what came, and an administrator may take a view out of quarantine.
ALTER TABLE documento DROP CONSTRAINT documento_situacao_check;
ALTER TABLE nota DROP CONSTRAINT nota_situacao_check;
ALTER TABLE evento DROP CONSTRAINT evento_situacao_check;
ALTER TABLE documento RENAME COLUMN situacao TO veredito;
ALTER TABLE nota RENAME COLUMN situacao TO veredito;
ALTER TABLE evento RENAME COLUMN situacao TO veredito;

-- reparo: the reversals that gave the signed original back; recebido_sha256: the bytes that came, in the blob store, when the documento
-- is not they (repaired, or taken out of a wrapper).
ALTER TABLE documento ADD COLUMN reparo text[], ADD COLUMN recebido_sha256 text;
ALTER TABLE nota ADD COLUMN quarentena_liberada_em timestamptz(3), ADD COLUMN quarentena_liberada_por text, ADD COLUMN quarentena_motivo text;

-- Row security is forced, and an owner who is no superuser has no policy: without this the rows below would not be seen.
ALTER TABLE documento NO FORCE ROW LEVEL SECURITY;
ALTER TABLE nota NO FORCE ROW LEVEL SECURITY;
ALTER TABLE evento NO FORCE ROW LEVEL SECURITY;

-- What was judged before is read by its findings: whoever may be published stays so.
UPDATE documento SET veredito = CASE
    WHEN achados @? '$[*].codigo ? (@ == "nao-autorizada" || @ == "ambiente-homologacao" || @ == "evento-nao-registrado")' THEN 'nao-autorizada'
    WHEN achados @? '$[*].codigo ? (@ == "sem-protocolo" || @ == "protocolo-invalido")' THEN 'sem-protocolo'
    WHEN achados @? '$[*].codigo ? (@ == "cadeia-nao-verificada" || @ == "certificado-de-provedor" || @ == "nao-julgado" || @ == "codificacao-reparada")' THEN 'integra'
    ELSE 'autentica'
  END
WHERE veredito IN ('integra', 'reparada');

UPDATE documento SET achados = (
    SELECT jsonb_agg((a - 'grave') || jsonb_build_object('gravidade', CASE
        WHEN (a ->> 'grave')::boolean THEN 'grave'
        WHEN a ->> 'codigo' IN ('cadeia-nao-verificada', 'certificado-de-provedor', 'cdata-no-assinado', 'chave-de-emissao-avulsa') THEN 'informacao'
        ELSE 'aviso' END) ORDER BY n)
    FROM jsonb_array_elements(achados) WITH ORDINALITY AS e (a, n))
WHERE jsonb_array_length(achados) > 0;

UPDATE nota SET veredito = d.veredito FROM documento d WHERE d.conta_id = nota.conta_id AND d.id = nota.documento_id;
UPDATE evento SET veredito = coalesce(
    (SELECT d.veredito FROM documento d WHERE d.conta_id = evento.conta_id AND d.id = evento.documento_id),
    CASE WHEN evento.veredito = 'reparada' THEN 'integra' ELSE evento.veredito END);

ALTER TABLE documento FORCE ROW LEVEL SECURITY;
ALTER TABLE nota FORCE ROW LEVEL SECURITY;
ALTER TABLE evento FORCE ROW LEVEL SECURITY;

ALTER TABLE documento ADD CONSTRAINT documento_veredito_check
  CHECK (veredito IN ('autentica', 'integra', 'sem-protocolo', 'nao-autorizada', 'assinatura-invalida', 'suspeita', 'ilegivel'));
ALTER TABLE nota ADD CONSTRAINT nota_veredito_check
  CHECK (veredito IN ('autentica', 'integra', 'sem-protocolo', 'nao-autorizada', 'assinatura-invalida', 'suspeita', 'ilegivel'));
ALTER TABLE evento ADD CONSTRAINT evento_veredito_check
  CHECK (veredito IN ('autentica', 'integra', 'sem-protocolo', 'nao-autorizada', 'assinatura-invalida', 'suspeita', 'ilegivel'));

-- Who did what of weight, for as long as the conta lasts: written once, never changed.
CREATE TABLE registro (
  conta_id uuid NOT NULL REFERENCES conta (id),
  id uuid NOT NULL,
  quando timestamptz(3) NOT NULL,
  usuario_id uuid,
  usuario text NOT NULL,
  acao text NOT NULL,
  alvo text NOT NULL,
  detalhe text,
  PRIMARY KEY (conta_id, id)
);
CREATE INDEX registro_quando_idx ON registro (conta_id, quando DESC, id DESC);
CREATE INDEX registro_alvo_idx ON registro (conta_id, alvo, quando DESC);
ALTER TABLE registro ENABLE ROW LEVEL SECURITY;
ALTER TABLE registro FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON registro TO malote_app
  USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid))
  WITH CHECK (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
GRANT SELECT, INSERT ON registro TO malote_app;
