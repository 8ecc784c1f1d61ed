-- Gatekeeper functions: all that run before a conta is known, or that row security would make slow
-- or impossible. SECURITY DEFINER, owned by malote_portaria, fixed search_path.
-- tests/database/gatekeeper.int.test.ts lists them, so that each new one is a decision. Setup applies them
-- after the migrations; every statement can be repeated.

-- Sign-in: identificador → conta.
CREATE OR REPLACE FUNCTION portaria_conta(p_identificador text)
RETURNS TABLE (conta_id uuid, sandbox boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id, sandbox FROM conta WHERE identificador = p_identificador
$$;

-- Creates a conta: its row, and the row whose lock orders its publications. A repetition changes nothing.
CREATE OR REPLACE FUNCTION portaria_abre_conta(p_id uuid, p_identificador text, p_tipo_pessoa text, p_uf text, p_sandbox boolean)
RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO conta (id, identificador, tipo_pessoa, uf, sandbox) VALUES (p_id, p_identificador, p_tipo_pessoa, p_uf, p_sandbox)
  ON CONFLICT (id) DO NOTHING;
  INSERT INTO conta_sequencia (conta_id) VALUES (p_id) ON CONFLICT (conta_id) DO NOTHING
$$;

-- The only empresas whose documents a user sees; null = all. An empty list stays a restriction.
CREATE OR REPLACE FUNCTION portaria_empresas_de(p_conta uuid, p_usuario uuid, p_restrito boolean)
RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_restrito THEN ARRAY(
    SELECT e.empresa_id FROM usuario_empresa e WHERE e.conta_id = p_conta AND e.usuario_id = p_usuario ORDER BY e.empresa_id) END
$$;

-- Whether the conta requires a second factor to manifest, and this user has none.
CREATE OR REPLACE FUNCTION portaria_sem_fator(p_usuario usuario, p_conta conta)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p_conta.segundo_fator_manifestacao AND p_usuario.totp_desde IS NULL AND NOT EXISTS (
    SELECT FROM passkey k WHERE k.conta_id = p_usuario.conta_id AND k.usuario_id = p_usuario.id)
$$;

-- SHA-256 of a session token → its session, while valid and its user active. One query returns all
-- that admission needs, because every call runs it.
CREATE OR REPLACE FUNCTION portaria_sessao(p_token_hash bytea, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, sessao_id uuid, usuario_id uuid, sandbox boolean, uf text, nome text, gerente boolean,
  proprietario boolean, manifestante boolean, sem_fator boolean, empresas uuid[], criada_em timestamptz, usada_em timestamptz,
  autenticada_em timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.conta_id, s.id, s.usuario_id, c.sandbox, c.uf, u.nome_completo, u.administrador OR u.proprietario_conta,
    u.proprietario_conta, u.permissao_manifestacao, portaria_sem_fator(u, c), portaria_empresas_de(u.conta_id, u.id, u.restrito),
    s.criada_em, s.usada_em, s.autenticada_em
  FROM sessao_token t
    JOIN sessao s ON s.conta_id = t.conta_id AND s.id = t.sessao_id
    JOIN usuario u ON u.conta_id = s.conta_id AND u.id = s.usuario_id
    JOIN conta c ON c.id = s.conta_id
  WHERE t.token_hash = p_token_hash AND s.expira_em > p_agora AND u.ativo AND u.ativado
$$;

-- SHA-256 of a file cookie → the same.
CREATE OR REPLACE FUNCTION portaria_sessao_arquivo(p_arquivo_hash bytea, p_agora timestamptz)
RETURNS TABLE (conta_id uuid, sessao_id uuid, usuario_id uuid, sandbox boolean, uf text, nome text, gerente boolean,
  proprietario boolean, manifestante boolean, sem_fator boolean, empresas uuid[], criada_em timestamptz, usada_em timestamptz,
  autenticada_em timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.conta_id, s.id, s.usuario_id, c.sandbox, c.uf, u.nome_completo, u.administrador OR u.proprietario_conta,
    u.proprietario_conta, u.permissao_manifestacao, portaria_sem_fator(u, c), portaria_empresas_de(u.conta_id, u.id, u.restrito),
    s.criada_em, s.usada_em, s.autenticada_em
  FROM sessao s
    JOIN usuario u ON u.conta_id = s.conta_id AND u.id = s.usuario_id
    JOIN conta c ON c.id = s.conta_id
  WHERE s.arquivo_hash = p_arquivo_hash AND s.expira_em > p_agora AND u.ativo AND u.ativado
$$;

-- Counts one use of a limited resource in its window, and returns the count. Windows last at most a day,
-- and a captcha's starts at its expiry. So rows two days before can be deleted (limite_uso_janela_idx).
CREATE OR REPLACE FUNCTION portaria_limite(p_chave text, p_janela timestamptz)
RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM limite_uso WHERE janela < p_janela - interval '2 days';
  INSERT INTO limite_uso (chave, janela, usos) VALUES (p_chave, p_janela, 1)
  ON CONFLICT (chave, janela) DO UPDATE SET usos = limite_uso.usos + 1 RETURNING usos
$$;
