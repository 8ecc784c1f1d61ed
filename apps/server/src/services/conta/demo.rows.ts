import { type Db, newId } from "../../db/index.ts";

/** Whether the conta has a user of that name. */
export async function hasUsuario(db: Db, contaId: string, nomeUsuario: string): Promise<boolean> {
  const known = await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("nomeUsuario", "=", nomeUsuario)
    .select("id")
    .executeTakeFirst();
  return known !== undefined;
}

/** Creates the demo user, owner of the demo conta. */
export async function insertDemoUsuario(
  db: Db,
  contaId: string,
  { nomeUsuario, senhaHash }: { nomeUsuario: string; senhaHash: string },
): Promise<void> {
  const names = {
    nome: "Marina",
    nomeUsuario,
    nomeCompleto: "Marina Prado",
    email: "marina.prado@demo.example",
  };
  const may = { ativado: true, administrador: true, proprietarioConta: true, permissaoManifestacao: true };
  await db
    .insertInto("usuario")
    .values({ contaId, id: newId(), ...names, senhaHash, ...may })
    .onConflict((conflict) => conflict.columns(["contaId", "nomeUsuario"]).doNothing())
    .execute();
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
  const { nome, cnpj, uf, ativarAuditor } = empresa;
  await db
    .insertInto("empresa")
    .values({ contaId, id: newId(), nome, cnpj, uf, ativarAuditor, ativarManifestacao: true })
    .onConflict((conflict) => conflict.columns(["contaId", "cnpj"]).doNothing())
    .execute();
  const row = await db
    .selectFrom("empresa as e")
    .leftJoin("certificado as c", (join) =>
      join.onRef("c.contaId", "=", "e.contaId").onRef("c.empresaId", "=", "e.id"),
    )
    .where("e.contaId", "=", contaId)
    .where("e.cnpj", "=", cnpj)
    .select(["e.id as empresaId", "c.validoAte as certificadoAte"])
    .executeTakeFirst();
  if (!row) throw new Error(`empresa ${cnpj} was not saved`);
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
  const known = await db
    .selectFrom("caixaEmail")
    .where("contaId", "=", contaId)
    .where("usuario", "=", caixa.usuario)
    .where("apagadaEm", "is", null)
    .select(["id", "tipo", "autenticacao"])
    .orderBy("criadoEm")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (known !== undefined && !(known.tipo === "pop3" && known.autenticacao === "senha")) return known.id;
  const id = known?.id ?? newId();
  const { servidor, porta, usuario, pollMs } = caixa;
  const connection = { servidor, porta, usuario, senhaSelada: caixa.seal(id), pollMs };
  await db
    .insertInto("caixaEmail")
    .values({ contaId, id, tipo: "pop3", ...connection, descricao: "Caixa de demonstração" })
    .onConflict((conflict) => conflict.columns(["contaId", "id"]).doUpdateSet(connection))
    .execute();
  return id;
}
