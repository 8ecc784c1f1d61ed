-- What searches stand on (docs/adr/0031-buscas.md).

-- Words of the body alone can be asked for: they have weight D, those of subject and sender weight A. Who asks for no weight finds all.
-- remetente_ordem is a column, not an expression of its index, which row security would keep lower() from. 320 characters: the longest address
-- that RFC 5321 knows; whatever a From says, an index row holds 2704 bytes.
ALTER TABLE email
  ALTER COLUMN busca SET EXPRESSION AS (
    setweight(to_tsvector('simple'::regconfig, assunto || ' ' || remetente || ' ' || coalesce(remetente_nome, '')), 'A')
      || to_tsvector('simple'::regconfig, left(coalesce(corpo_mensagem, ''), 20000))),
  ADD COLUMN remetente_ordem text COLLATE "C" GENERATED ALWAYS AS ("left"(lower(remetente), 320)) STORED;

-- The order by sender, and whether anybody who may see it has a letter of an address.
CREATE INDEX email_remetente_idx ON email (conta_id, remetente_ordem, data DESC, id DESC) WHERE NOT importado;

-- Who wrote e-mails: thousands where e-mails are hundreds of thousands. busca: address and name, folded; nome: the last that came.
CREATE TABLE remetente (
  conta_id uuid NOT NULL REFERENCES conta (id),
  endereco text COLLATE "C" NOT NULL,
  nome text,
  busca text NOT NULL,
  PRIMARY KEY (conta_id, endereco)
);
ALTER TABLE remetente ENABLE ROW LEVEL SECURITY;
ALTER TABLE remetente FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON remetente TO malote_app USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid))
  WITH CHECK (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
GRANT SELECT, INSERT, UPDATE ON remetente TO malote_app;

-- As foldNome (packages/syntax) folds.
CREATE FUNCTION dobra_nome(p_texto text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT btrim(regexp_replace(lower(regexp_replace(normalize(p_texto, NFD), '[\u0300-\u036f]', '', 'g')), '\s+', ' ', 'g'))
$$;

-- A known sender costs a look, and no lock: two e-mails of one wait for nobody. A new one, or a new name of one, costs a row.
CREATE FUNCTION email_remetente() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM remetente r WHERE r.conta_id = NEW.conta_id AND r.endereco = NEW.remetente_ordem
    AND (NEW.remetente_nome IS NULL OR r.nome = NEW.remetente_nome)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO remetente AS r (conta_id, endereco, nome, busca)
    VALUES (NEW.conta_id, NEW.remetente_ordem, NEW.remetente_nome, dobra_nome(NEW.remetente || ' ' || coalesce(NEW.remetente_nome, '')))
    ON CONFLICT (conta_id, endereco) DO UPDATE SET nome = excluded.nome, busca = excluded.busca
    WHERE excluded.nome IS NOT NULL AND r.nome IS DISTINCT FROM excluded.nome;
  RETURN NULL;
END $$;
CREATE TRIGGER email_remetente_novo AFTER INSERT ON email FOR EACH ROW
  WHEN (NOT NEW.importado AND NEW.remetente <> '') EXECUTE FUNCTION email_remetente();
CREATE TRIGGER email_remetente_lido AFTER UPDATE OF remetente, remetente_nome ON email FOR EACH ROW
  WHEN (NOT NEW.importado AND NEW.remetente <> ''
    AND (NEW.remetente IS DISTINCT FROM OLD.remetente OR NEW.remetente_nome IS DISTINCT FROM OLD.remetente_nome))
  EXECUTE FUNCTION email_remetente();

ALTER TABLE email NO FORCE ROW LEVEL SECURITY;
ALTER TABLE remetente NO FORCE ROW LEVEL SECURITY;
INSERT INTO remetente (conta_id, endereco, nome, busca)
  SELECT DISTINCT ON (conta_id, remetente_ordem) conta_id, remetente_ordem, remetente_nome,
    dobra_nome(remetente || ' ' || coalesce(remetente_nome, ''))
  FROM email WHERE NOT importado AND remetente <> ''
  ORDER BY conta_id, remetente_ordem, remetente_nome IS NULL, data DESC;
ALTER TABLE email FORCE ROW LEVEL SECURITY;
ALTER TABLE remetente FORCE ROW LEVEL SECURITY;

-- A number that is looked for; SEFAZ tells of few documents at a time.
CREATE INDEX auditor_numero_idx ON auditor (conta_id, numero_nota) WHERE numero_nota IS NOT NULL;

-- ── the list of notas ──────────────────────────────────────────────────────────────────────────────────────────
-- Row security keeps numeric's comparisons from an index, not those of integers: a range of values is one of cents.
ALTER TABLE nota ADD COLUMN valor_centavos bigint NOT NULL GENERATED ALWAYS AS ((valor_total * 100)::bigint) STORED;
DROP INDEX nota_valor_idx;
CREATE INDEX nota_valor_idx ON nota (conta_id, papel, valor_centavos) INCLUDE (terceiros);

-- What a filter may ask for lies beside the order, so that a list is counted without its rows: of 100 000 those were 50 MB.
DROP INDEX nota_emissao_idx, nota_cnpj_emitente_idx, nota_cnpj_destinatario_idx;
CREATE INDEX nota_emissao_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros, quarentena, processado_erp, recebido,
  conferido, divergente, manifestacao, tipo_nota, serie_nota, uf_emitente, uf_destinatario, nfe_status, sefaz_status, finalidade, veredito,
  valor_centavos, cnpj_emitente, cnpj_destinatario);
CREATE INDEX nota_cnpj_emitente_idx ON nota (conta_id, papel, cnpj_emitente, data_emissao DESC, id DESC) INCLUDE (terceiros);
CREATE INDEX nota_cnpj_destinatario_idx ON nota (conta_id, papel, cnpj_destinatario, data_emissao DESC, id DESC) INCLUDE (terceiros);

-- What has few values: all of them in one index of 7 bytes a row, for equal keys are written once, and PostgreSQL skips over the columns that
-- a filter does not name.
CREATE INDEX nota_marcas_idx ON nota (conta_id, papel, tipo_nota, finalidade, nfe_status, sefaz_status, veredito, manifestacao, quarentena,
  processado_erp, recebido, conferido) WHERE NOT terceiros;
-- The state of the other party: every nota stands in one of the two.
CREATE INDEX nota_uf_emitente_idx ON nota (conta_id, uf_emitente) WHERE papel = 'E' AND NOT terceiros;
CREATE INDEX nota_uf_destinatario_idx ON nota (conta_id, uf_destinatario) WHERE papel = 'S' AND NOT terceiros;
CREATE INDEX nota_serie_idx ON nota (conta_id, papel, serie_nota) WHERE NOT terceiros;
CREATE INDEX nota_criado_idx ON nota (conta_id, papel, criado_em) WHERE NOT terceiros;
