-- People who see the documents of some companies only (docs/adr/0032-restrito.md). Their transactions run as malote_restrito, a member of
-- malote_app with its rights and policies; what follows takes away, and is said of that role alone: the plans of everybody else stay as they
-- are. app.empresas: the companies ('{…}'; absent, nothing is seen); app.usuario: who it is.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'malote_restrito') THEN
    BEGIN CREATE ROLE malote_restrito NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
  END IF;
  -- Setup has seen to it, or says who must (setup/roles.ts): here it is for who migrates without it.
  IF NOT pg_has_role('malote_restrito', 'malote_app', 'USAGE') THEN
    BEGIN GRANT malote_app TO malote_restrito; EXCEPTION WHEN insufficient_privilege THEN NULL; END;
  END IF;
END $$;

-- What is of a company.
DO $$
DECLARE
  t text;
  c_empresas CONSTANT text := 'ANY ((SELECT nullif(current_setting(''app.empresas'', true), '''')::uuid[])::uuid[])';
  c_usuario CONSTANT text := '(SELECT nullif(current_setting(''app.usuario'', true), '''')::uuid)';
BEGIN
  FOREACH t IN ARRAY ARRAY['nota', 'certificado', 'manifestacao', 'distribuicao', 'distribuicao_lacuna', 'rollup_dia', 'rollup_uf'] LOOP
    EXECUTE format('CREATE POLICY restrito ON %I AS RESTRICTIVE TO malote_restrito USING (empresa_id = %s)', t, c_empresas);
  END LOOP;
  EXECUTE format('CREATE POLICY restrito ON empresa AS RESTRICTIVE TO malote_restrito USING (id = %s)', c_empresas);
  -- SEFAZ told two companies of the conta of one document: one record stands for both.
  EXECUTE format('CREATE POLICY restrito ON auditor AS RESTRICTIVE TO malote_restrito USING (empresa_id = %s
    OR EXISTS (SELECT FROM nota n WHERE n.conta_id = auditor.conta_id AND n.chave = auditor.chave))', c_empresas);
  EXECUTE format('CREATE POLICY restrito ON usuario_empresa AS RESTRICTIVE TO malote_restrito
    USING (empresa_id = %s OR usuario_id = %s)', c_empresas, c_usuario);
  -- What is of a person.
  FOREACH t IN ARRAY ARRAY['importacao', 'arquivo_pedido'] LOOP
    EXECUTE format('CREATE POLICY restrito ON %I AS RESTRICTIVE TO malote_restrito USING (usuario_id = %s)', t, c_usuario);
  END LOOP;
END $$;

-- What is about a document: the notas seen here are those that this person sees.
CREATE POLICY restrito ON documento AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM nota n WHERE n.conta_id = documento.conta_id AND n.chave = documento.chave));
CREATE POLICY restrito ON documento_xml AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM documento d WHERE d.conta_id = documento_xml.conta_id AND d.id = documento_xml.documento_id));
CREATE POLICY restrito ON evento AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM nota n WHERE n.conta_id = evento.conta_id AND n.chave = evento.chave));
CREATE POLICY restrito ON consulta AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM nota n WHERE n.conta_id = consulta.conta_id AND n.chave = consulta.chave));
CREATE POLICY restrito ON feed AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM nota n WHERE n.conta_id = feed.conta_id AND n.id = feed.nota_id));
-- papel is named, so that the indexes of notas by CNPJ serve.
CREATE POLICY restrito ON participante AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM nota n WHERE n.conta_id = participante.conta_id AND n.papel IN ('E', 'S') AND n.cnpj_emitente = participante.documento)
    OR EXISTS (SELECT FROM nota n WHERE n.conta_id = participante.conta_id AND n.papel IN ('E', 'S') AND n.cnpj_destinatario = participante.documento));

-- The parts of e-mails that became documents, and whether the person of this transaction sees each; a part that could not be read may be
-- anybody's document, and is seen by none of them. It looks past row security, which an e-mail that also brought what others may not see must
-- do, and tells no more than that.
CREATE VIEW restrito_parte AS
  SELECT a.conta_id, a.email_id, EXISTS (
      SELECT FROM documento d JOIN nota n ON n.conta_id = d.conta_id AND n.chave = d.chave
      WHERE d.conta_id = a.conta_id AND d.id = a.documento_id
        AND n.empresa_id = ANY ((SELECT nullif(current_setting('app.empresas', true), '')::uuid[])::uuid[])) AS visivel
  FROM anexo a
  WHERE a.conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid)
    AND (a.documento_id IS NOT NULL OR a.destino IN ('erro', 'quarentena'));
ALTER VIEW restrito_parte OWNER TO malote_portaria;
GRANT SELECT ON restrito_parte TO malote_restrito;
GRANT SELECT (conta_id, email_id, documento_id, destino) ON anexo TO malote_portaria;
GRANT SELECT (conta_id, id, chave) ON documento TO malote_portaria;
GRANT SELECT (conta_id, chave, empresa_id) ON nota TO malote_portaria;
CREATE POLICY restrito_parte ON anexo FOR SELECT TO malote_portaria USING (true);
CREATE POLICY restrito_parte ON documento FOR SELECT TO malote_portaria USING (true);

-- An e-mail is seen by who sees one of the documents that it brought; a file that was sent, by who sent it.
CREATE POLICY restrito ON email AS RESTRICTIVE TO malote_restrito
  USING (CASE WHEN importado THEN EXISTS (SELECT FROM importacao i WHERE i.conta_id = email.conta_id AND i.id = email.id)
    ELSE EXISTS (SELECT FROM restrito_parte p WHERE p.conta_id = email.conta_id AND p.email_id = email.id AND p.visivel) END)
  WITH CHECK (importado);
CREATE POLICY restrito ON remetente AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM email e WHERE e.conta_id = remetente.conta_id AND e.remetente_ordem = remetente.endereco AND NOT e.importado));
-- A part that became a document is seen with it. Any other (a package, a PDF, the body) may hold what others may not see: it is shown
-- where the e-mail has been read to its end and brought nothing of theirs, and to who sent the file it came in.
CREATE POLICY restrito ON anexo AS RESTRICTIVE TO malote_restrito
  USING (CASE WHEN documento_id IS NOT NULL
    THEN EXISTS (SELECT FROM documento d WHERE d.conta_id = anexo.conta_id AND d.id = anexo.documento_id)
    ELSE EXISTS (SELECT FROM email e WHERE e.conta_id = anexo.conta_id AND e.id = anexo.email_id AND (e.importado
      OR e.estado = 'lido' AND NOT EXISTS (
        SELECT FROM restrito_parte p WHERE p.conta_id = e.conta_id AND p.email_id = e.id AND NOT p.visivel))) END);

-- Whoever writes it, a narrower view takes away the files that were made with the wider one. At the end of the transaction: who takes a
-- list away to write it again has not narrowed it. The person's row is locked first: who finishes a file holds it too, so that a file is either
-- finished before, and found here, or finished after, by who reads what is left (services/arquivo-pedido).
CREATE FUNCTION usuario_estreita() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_usuario uuid;
BEGIN
  IF TG_TABLE_NAME = 'usuario' THEN
    v_usuario := NEW.id;
  ELSE
    v_usuario := OLD.usuario_id;
    PERFORM FROM usuario u WHERE u.conta_id = OLD.conta_id AND u.id = v_usuario FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM usuario_empresa e WHERE e.conta_id = OLD.conta_id AND e.usuario_id = OLD.usuario_id AND e.empresa_id = OLD.empresa_id)
      OR NOT EXISTS (SELECT FROM usuario u WHERE u.conta_id = OLD.conta_id AND u.id = OLD.usuario_id AND u.restrito) THEN RETURN NULL; END IF;
  END IF;
  UPDATE arquivo_pedido SET estado = 'expirado', sha256 = NULL, expira_em = least(expira_em, now())
    WHERE conta_id = OLD.conta_id AND usuario_id = v_usuario AND estado = 'concluido';
  RETURN NULL;
END $$;
CREATE TRIGGER usuario_estreita AFTER UPDATE OF restrito ON usuario FOR EACH ROW
  WHEN (NEW.restrito AND NOT OLD.restrito) EXECUTE FUNCTION usuario_estreita();
CREATE CONSTRAINT TRIGGER usuario_estreita AFTER DELETE ON usuario_empresa DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION usuario_estreita();
