import { type Db, newId } from "../../db/index.ts";

/** Whether the conta has a user of that name. */
export async function hasUsuario(db: Db, contaId: string, nomeUsuario: string): Promise<boolean> {
  const known = await db.query("SELECT id FROM usuario WHERE conta_id = $1 AND nome_usuario = $2", [
    contaId,
    nomeUsuario,
  ]);
  return known.length > 0;
}

/** Creates the demo user, owner of the demo conta. */
export async function insertDemoUsuario(
  db: Db,
  contaId: string,
  { nomeUsuario, senhaHash }: { nomeUsuario: string; senhaHash: string },
): Promise<void> {
  await db.query(
    `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, senha_hash, ativado, administrador, proprietario_conta, permissao_manifestacao)
     VALUES ($1, $2, 'Marina', $3, 'Marina Prado', 'marina.prado@demo.example', $4, true, true, true, true)
     ON CONFLICT (conta_id, nome_usuario) DO NOTHING`,
    [contaId, newId(), nomeUsuario, senhaHash],
  );
}

/**
 * Creates a demo empresa by CNPJ, with manifestação on and the auditor as given; an existing one stays
 * unchanged.
 * @returns its id and the expiry of its stored certificate
 */
export async function saveDemoEmpresa(
  db: Db,
  contaId: string,
  empresa: { nome: string; cnpj: string; uf: string; ativarAuditor: boolean },
): Promise<{ empresaId: string; certificadoAte: Date | null }> {
  await db.query(
    `INSERT INTO empresa (conta_id, id, nome, cnpj, uf, ativar_auditor, ativar_manifestacao) VALUES ($1, $2, $3, $4, $5, $6, true)
     ON CONFLICT (conta_id, cnpj) DO NOTHING`,
    [contaId, newId(), empresa.nome, empresa.cnpj, empresa.uf, empresa.ativarAuditor],
  );
  const [row] = await db.query<{ empresaId: string; certificadoAte: Date | null }>(
    `SELECT e.id AS "empresaId", c.valido_ate AS "certificadoAte" FROM empresa e
     LEFT JOIN certificado c ON c.conta_id = e.conta_id AND c.empresa_id = e.id WHERE e.conta_id = $1 AND e.cnpj = $2`,
    [contaId, empresa.cnpj],
  );
  if (!row) throw new Error(`empresa ${empresa.cnpj} was not saved`);
  return row;
}

/**
 * Creates the demo mailbox or moves it to the sandbox's current address.
 * A mailbox that a user changed to another kind stays unchanged.
 */
export async function saveDemoCaixa(
  db: Db,
  contaId: string,
  caixa: { servidor: string; porta: number; usuario: string; pollMs: number; seal: (id: string) => Buffer },
): Promise<string> {
  const [known] = await db.query<{ id: string; isDemo: boolean }>(
    `SELECT id, tipo = 'pop3' AND autenticacao = 'senha' AS "isDemo" FROM caixa_email
     WHERE conta_id = $1 AND usuario = $2 AND apagada_em IS NULL ORDER BY criado_em, id LIMIT 1`,
    [contaId, caixa.usuario],
  );
  if (known?.isDemo === false) return known.id;
  const id = known?.id ?? newId();
  await db.query(
    known
      ? `UPDATE caixa_email SET servidor = $3, porta = $4, usuario = $5, senha_selada = $6, poll_ms = $7 WHERE conta_id = $1 AND id = $2`
      : `INSERT INTO caixa_email (conta_id, id, tipo, servidor, porta, usuario, senha_selada, poll_ms, descricao)
         VALUES ($1, $2, 'pop3', $3, $4, $5, $6, $7, 'Caixa de demonstração')`,
    [contaId, id, caixa.servidor, caixa.porta, caixa.usuario, caixa.seal(id), caixa.pollMs],
  );
  return id;
}
