-- Who may see and write which rows. Row security is forced: it binds the owner of a table too. Later
-- migrations say the same for their tables; tests/database/row-security.int.test.ts looks at every table.

-- Rights: r SELECT, a INSERT, w UPDATE, d DELETE. app: of malote_app in its conta; null: a table of no conta.
-- portaria: of the gatekeeper functions in all contas; c: reads columns granted below; C: writes some too.
-- restrito: the condition by which malote_restrito sees a row, beyond the one of malote_app.
DO $$
DECLARE
  v_table record;
  v_grant record;
  -- Subqueries, so that a statement reads each setting once. app.empresas: '{…}'; absent, no row is seen.
  c_conta CONSTANT text := 'conta_id = (SELECT nullif(current_setting(''app.conta'', true), '''')::uuid)';
  c_empresas CONSTANT text := 'ANY ((SELECT nullif(current_setting(''app.empresas'', true), '''')::uuid[])::uuid[])';
  c_usuario CONSTANT text := '(SELECT nullif(current_setting(''app.usuario'', true), '''')::uuid)';
  c_empresa CONSTANT text := 'empresa_id = ' || c_empresas;
  c_chave CONSTANT text := 'EXISTS (SELECT FROM nota n WHERE n.conta_id = %1$I.conta_id AND n.chave = %1$I.chave)';
BEGIN
  FOR v_table IN SELECT * FROM (VALUES
    -- contas
    ('conta', 'r', 'ra', NULL),
    ('conta_sequencia', 'r', 'raw', NULL),
    ('uso_mes', 'rawd', 'rawd', NULL),
    ('empresa', 'rawd', 'c', 'id = ' || c_empresas),
    ('certificado', 'rawd', 'c', c_empresa),
    ('usuario', 'raw', 'r', NULL),
    ('usuario_empresa', 'rawd', 'rawd', format('%s OR usuario_id = %s', c_empresa, c_usuario)),
    ('usuario_token', 'rawd', 'rawd', NULL),
    ('sessao', 'rawd', 'rwd', NULL),
    ('sessao_token', 'rawd', 'r', NULL),
    ('passkey', 'rawd', 'r', 'usuario_id = ' || c_usuario),
    ('passkey_desafio', NULL, 'rad', NULL),
    ('limite_uso', NULL, 'rawd', NULL),
    ('entrada_freio', NULL, 'rawd', NULL),
    ('entrada_conhecida', NULL, 'rawd', NULL),
    ('api_token', 'rawd', 'rawd', NULL),
    ('api_token_segredo', 'rawd', 'r', NULL),
    ('api_token_empresa', 'rawd', 'r', format('%s OR token_id = %s', c_empresa, c_usuario)),
    ('api_token_uso', 'rawd', NULL, NULL),
    ('idempotencia', 'rawd', 'rwd', 'dono_id = ' || c_usuario),
    -- The gatekeeper adds to the registro (db/portaria/registro.sql); no role changes it.
    ('registro', 'r', 'ra', NULL),
    ('registro_ponta', 'r', 'raw', NULL),
    -- capture
    ('caixa_email', 'raw', 'r', NULL),
    ('email', 'raw', 'r', NULL),
    ('caixa_mensagem', 'rawd', NULL, NULL),
    ('remetente', 'raw', NULL, NULL),
    ('email_empresa', 'rad', NULL, c_empresa),
    ('antivirus', 'rawd', NULL, NULL),
    ('documento', 'raw', 'c', c_chave),
    ('documento_xml', 'ra', 'rawd', NULL),
    -- A partition is reached through its table.
    ('documento_xml_resto', '', 'rawd', NULL),
    ('anexo', 'rawd', NULL, NULL),
    ('evento', 'raw', 'c', c_chave),
    ('participante', 'raw', 'r', NULL),
    ('nota', 'raw', 'C', c_empresa),
    ('rollup_dia', 'r', 'raw', c_empresa),
    ('rollup_uf', 'r', 'raw', c_empresa),
    -- sefaz
    ('consulta', 'ra', 'rd', c_chave),
    ('sefaz_uso', NULL, 'rawd', NULL),
    ('sefaz_bloqueio', NULL, 'rawd', NULL),
    ('sefaz_disjuntor', NULL, 'rawd', NULL),
    ('sefaz_voo', NULL, 'rawd', NULL),
    ('sefaz_posicao', NULL, 'rawd', NULL),
    ('manifestacao', 'rawd', NULL, c_empresa),
    -- SEFAZ reports a document to two empresas of the conta: one row is for both.
    ('auditor', 'rawd', NULL, format('%s OR %s', c_empresa, c_chave)),
    ('distribuicao', 'rawd', 'r', c_empresa),
    ('distribuicao_lacuna', 'rawd', NULL, c_empresa),
    -- deliveries
    ('feed', 'r', 'raw', 'EXISTS (SELECT FROM nota n WHERE n.conta_id = feed.conta_id AND n.id = feed.nota_id)'),
    ('feed_epoch', 'r', 'ra', NULL),
    -- A webhook may receive the documents of every empresa.
    ('webhook', 'rawd', 'c', 'false'),
    ('webhook_empresa', 'rawd', NULL, 'false'),
    ('webhook_entrega', 'rawd', 'c', 'false'),
    ('envio', 'raw', 'c', NULL),
    ('importacao', 'rawd', 'c', 'usuario_id = ' || c_usuario),
    ('arquivo_pedido', 'rawd', 'c', 'usuario_id = ' || c_usuario),
    -- operation
    ('tarefa', 'rawd', 'rwd', NULL),
    ('trabalho_minuto', NULL, 'rawd', NULL),
    ('coleta_pausa', NULL, 'rawd', NULL),
    ('installation', NULL, 'raw', NULL),
    ('contato', NULL, 'rawd', NULL),
    ('backup_execucao', NULL, 'rawd', NULL),
    ('backup_pedido', NULL, 'rawd', NULL),
    ('armazenamento_medida', NULL, 'rawd', NULL),
    ('operador_aviso', NULL, 'rawd', NULL),
    ('operador_ato', NULL, 'ra', NULL)
  ) AS t (name, app, portaria, restrito) LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', v_table.name);
    IF v_table.app IS NOT NULL AND v_table.name NOT IN ('conta', 'feed_epoch') THEN
      EXECUTE format('CREATE POLICY da_conta ON %I TO malote_app USING (%s) WITH CHECK (%2$s)', v_table.name, c_conta);
    END IF;
    IF v_table.portaria = 'c' THEN
      EXECUTE format('CREATE POLICY portaria ON %I FOR SELECT TO malote_portaria USING (true)', v_table.name);
    ELSIF v_table.portaria IS NOT NULL THEN
      EXECUTE format('CREATE POLICY portaria ON %I TO malote_portaria USING (true) WITH CHECK (true)', v_table.name);
    END IF;
    -- For malote_restrito alone: the plans of all other users stay as they are.
    IF v_table.restrito IS NOT NULL THEN
      EXECUTE format('CREATE POLICY restrito ON %I AS RESTRICTIVE TO malote_restrito USING (%s)', v_table.name,
        format(v_table.restrito, v_table.name));
    END IF;
    FOR v_grant IN
      SELECT g.role, string_agg(l.word, ', ') AS rights
      FROM (VALUES ('malote_app', v_table.app), ('malote_portaria', v_table.portaria)) AS g (role, letters)
        JOIN (VALUES ('r', 'SELECT'), ('a', 'INSERT'), ('w', 'UPDATE'), ('d', 'DELETE')) AS l (letter, word)
          ON strpos(g.letters, l.letter) > 0
      GROUP BY g.role
    LOOP
      EXECUTE format('GRANT %s ON %I TO %I', v_grant.rights, v_table.name, v_grant.role);
    END LOOP;
  END LOOP;
END $$;

-- Without WITH CHECK, the condition holds for written rows too.
CREATE POLICY da_conta ON conta TO malote_app
  USING (id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
CREATE POLICY da_conta ON feed_epoch TO malote_app
  USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));

-- ── columns ────────────────────────────────────────────────────────────────────────────────────────────────

GRANT UPDATE (identificador, tipo_pessoa, uf, download_publico, segundo_fator_manifestacao) ON conta TO malote_app;
GRANT UPDATE (pedida_em, duracao_ms, vezes) ON consulta TO malote_app;

GRANT UPDATE (plano, dominios) ON conta TO malote_portaria;
-- A clock that was set back moves the next syncs (portaria_tarefas_recua).
GRANT UPDATE (ultima_em) ON distribuicao TO malote_portaria;
-- publica() reads what a nota counts for, the public download what proves it (portaria_nota_publica).
GRANT SELECT (conta_id, id, chave, papel, terceiros, empresa_id, documento_id, tipo_nota, dia_emissao, valor_total,
  uf_emitente, uf_destinatario, veredito, quarentena, dig_val, nfe_status, sefaz_status, sefaz_dig_val,
  sefaz_consultada_em, divergente, processado_erp, hash_sha1_canc, alterado_em, contada_dia, contada_papel,
  contada_tipo, contada_empresa, contada_uf, contada_valor, contada_marcas, medida) ON nota TO malote_portaria;
GRANT UPDATE (alterado_em, contada_dia, contada_papel, contada_tipo, contada_empresa, contada_uf, contada_valor,
  contada_marcas, medida) ON nota TO malote_portaria;
GRANT SELECT (conta_id, id, chave, achados) ON documento TO malote_portaria;
GRANT SELECT (conta_id, id, documento_id) ON evento TO malote_portaria;
GRANT SELECT (conta_id, email_id, documento_id, destino) ON anexo TO malote_portaria;
GRANT SELECT (conta_id, id, nome, cnpj, feed_sefaz, provada_por, download_publico) ON empresa TO malote_portaria;
-- Of sealed values it reads the id of the key (portaria_selados); it has no key.
GRANT SELECT (conta_id, id, empresa_id, selado, titular, valido_ate, cadeia) ON certificado TO malote_portaria;
GRANT SELECT (conta_id, id, url, ativo, motivo, desativado_em, sequencia, falhas_seguidas, pausado_ate,
  segredo_selado, anterior_selado) ON webhook TO malote_portaria;
GRANT SELECT (conta_id, webhook_id, estado, ciclo, ultima_em, proxima_em, status, erro, criado_em)
  ON webhook_entrega TO malote_portaria;
GRANT SELECT (conta_id, id, modelo, ocasiao, para, dados, estado, criado_em) ON envio TO malote_portaria;
GRANT SELECT (tamanho) ON importacao TO malote_portaria;
GRANT SELECT (tamanho, estado) ON arquivo_pedido TO malote_portaria;

-- ── restricted users (docs/adr/0032-restricted-users.md) ───────────────────────────────────────────────────
-- A table that a condition reads is filtered too: the notas that it finds are those that the user sees.

CREATE POLICY restrito ON documento_xml AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM documento d WHERE d.conta_id = documento_xml.conta_id AND d.id = documento_xml.documento_id));
-- papel is named, so that the indexes of nota by CNPJ apply.
CREATE POLICY restrito ON participante AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM nota n WHERE n.conta_id = participante.conta_id AND n.papel IN ('E', 'S')
      AND n.cnpj_emitente = participante.documento)
    OR EXISTS (SELECT FROM nota n WHERE n.conta_id = participante.conta_id AND n.papel IN ('E', 'S')
      AND n.cnpj_destinatario = participante.documento));

-- Parts of e-mails that became documents, and whether the user sees each; an unreadable part may be any
-- document. Its owner sees past row security: the e-mail may also bring documents that the user does not see.
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
CREATE POLICY restrito_parte ON anexo FOR SELECT TO malote_portaria USING (true);
CREATE POLICY restrito_parte ON documento FOR SELECT TO malote_portaria USING (true);

-- An e-mail is seen with one of its documents; an uploaded file by its user.
CREATE POLICY restrito ON email AS RESTRICTIVE TO malote_restrito
  USING (CASE WHEN importado THEN EXISTS (SELECT FROM importacao i WHERE i.conta_id = email.conta_id AND i.id = email.id)
    ELSE EXISTS (SELECT FROM restrito_parte p WHERE p.conta_id = email.conta_id AND p.email_id = email.id AND p.visivel) END)
  WITH CHECK (importado);
CREATE POLICY restrito ON remetente AS RESTRICTIVE TO malote_restrito
  USING (EXISTS (SELECT FROM email e
    WHERE e.conta_id = remetente.conta_id AND e.remetente_ordem = remetente.endereco AND NOT e.importado));
-- A part that became a document is seen with it. Any other part (a package, a PDF, the body) is seen if all
-- documents of its read e-mail are, or by the user who uploaded its file.
CREATE POLICY restrito ON anexo AS RESTRICTIVE TO malote_restrito
  USING (CASE WHEN documento_id IS NOT NULL
    THEN EXISTS (SELECT FROM documento d WHERE d.conta_id = anexo.conta_id AND d.id = anexo.documento_id)
    ELSE EXISTS (SELECT FROM email e WHERE e.conta_id = anexo.conta_id AND e.id = anexo.email_id AND (e.importado
      OR e.estado = 'lido' AND NOT EXISTS (
        SELECT FROM restrito_parte p WHERE p.conta_id = e.conta_id AND p.email_id = e.id AND NOT p.visivel))) END);
