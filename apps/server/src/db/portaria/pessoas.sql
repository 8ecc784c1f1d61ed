-- Users and their credentials.

-- SHA-256 of a link's token → its holder: an unexpired link of an active user. An invitation
-- requires that the user has never entered, a password reset that they have.
CREATE OR REPLACE FUNCTION portaria_link(p_token_hash bytea, p_tipo text, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, usuario_id uuid, sandbox boolean, identificador text, nome text, nome_usuario text, nome_completo text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.conta_id, u.id, c.sandbox, c.identificador, u.nome, u.nome_usuario, u.nome_completo, u.email
  FROM usuario_token t
    JOIN usuario u ON u.conta_id = t.conta_id AND u.id = t.usuario_id
    JOIN conta c ON c.id = t.conta_id
  WHERE t.token_hash = p_token_hash AND t.tipo = p_tipo AND t.expira_em > p_agora
    AND u.ativo AND u.excluido_em IS NULL AND u.ativado = (p_tipo = 'senha')
$$;

-- E-mail address → users of all contas who may enter or are invited. Order: proved address, then
-- entered before, then oldest; at most p_da_conta per conta. So no conta can fill the list with
-- users to whom it gave the address.
CREATE OR REPLACE FUNCTION portaria_pessoas_do_email(p_email text, p_da_conta integer, p_limite integer)
RETURNS TABLE (conta_id uuid, usuario_id uuid, sandbox boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.conta_id, p.id, p.sandbox FROM (
    SELECT u.conta_id, u.id, c.sandbox, u.email_provado AND u.ativado AS provado, u.ativado, u.criado_em,
      row_number() OVER (PARTITION BY u.conta_id ORDER BY u.email_provado AND u.ativado DESC, u.ativado DESC, u.criado_em, u.id) AS lugar
    FROM usuario u JOIN conta c ON c.id = u.conta_id
    WHERE lower(u.email) = lower(p_email) AND u.ativo AND u.excluido_em IS NULL
  ) p
  WHERE p.lugar <= p_da_conta
  ORDER BY p.provado DESC, p.ativado DESC, p.lugar, p.criado_em, p.id LIMIT p_limite
$$;

-- SHA-256 of an API token's secret → the token, while both are valid and the user who was shown the
-- secret is an active manager. Scopes and the contract's table decide what the token may do, not
-- that user's permissions. Exception: manifesting requires both.
CREATE OR REPLACE FUNCTION portaria_api_token(p_token_hash bytea, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, token_id uuid, segredo_id uuid, usuario_id uuid, sandbox boolean, uf text, nome text, escopos text[],
  manifestante boolean, sem_fator boolean, empresas uuid[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.conta_id, t.id, s.id, s.usuario_id, c.sandbox, c.uf, t.nome, t.escopos, u.permissao_manifestacao, portaria_sem_fator(u, c),
    CASE WHEN t.restrito THEN ARRAY(
      SELECT e.empresa_id FROM api_token_empresa e WHERE e.conta_id = t.conta_id AND e.token_id = t.id ORDER BY e.empresa_id) END
  FROM api_token_segredo s
    JOIN api_token t ON t.conta_id = s.conta_id AND t.id = s.token_id
    JOIN usuario u ON u.conta_id = s.conta_id AND u.id = s.usuario_id
    JOIN conta c ON c.id = s.conta_id
  WHERE s.token_hash = p_token_hash AND (s.termina_em IS NULL OR s.termina_em > p_agora)
    AND t.revogado_em IS NULL AND (t.expira_em IS NULL OR t.expira_em > p_agora)
    AND u.ativo AND u.ativado AND u.excluido_em IS NULL AND (u.administrador OR u.proprietario_conta) AND NOT u.restrito
$$;
