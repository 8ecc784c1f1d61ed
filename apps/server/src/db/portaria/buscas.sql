-- The mailbox watch.

-- Mailboxes whose server can notify (IMAP), with a version that changes when a user saves the
-- mailbox, but not when a provider rotates its token.
CREATE OR REPLACE FUNCTION portaria_caixas_vigiadas()
RETURNS TABLE (conta_id uuid, id uuid, versao text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT x.conta_id, x.id, md5(concat_ws(E'\x01', x.tipo, x.servidor, x.porta, x.usuario, x.autenticacao, x.oauth, coalesce(x.pasta, ''),
    x.certificado_fixado, x.geracao, CASE WHEN md5(x.senha_selada) = x.girado_para THEN x.girado_de ELSE md5(x.senha_selada) END))
  FROM caixa_email x WHERE x.tipo LIKE 'imap%' AND x.apagada_em IS NULL
$$;

-- Searches of notas and e-mails: under row security these operators could not use their indexes.

-- CNPJs and CPFs of matching names, in the conta of this transaction. p_padrao: LIKE pattern over
-- nome_busca.
CREATE OR REPLACE FUNCTION portaria_participantes(p_padrao text)
RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
  SELECT documento FROM participante
  WHERE conta_id = nullif(current_setting('app.conta', true), '')::uuid AND nome_busca LIKE p_padrao
$$;

-- E-mails that contain the words, in the conta of this transaction. p_consulta: to_tsquery,
-- dictionary simple.
CREATE OR REPLACE FUNCTION portaria_emails(p_consulta text)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1000 SET search_path = public, pg_temp AS $$
  SELECT id FROM email
  WHERE conta_id = nullif(current_setting('app.conta', true), '')::uuid AND busca @@ to_tsquery('simple'::regconfig, p_consulta)
$$;
