import { type Db, newId } from "../../db/index.ts";

/** Whether the conta has a user of that name. */
export async function hasUsuario(db: Db, contaId: string, nomeUsuario: string): Promise<boolean> {
  const known = db.selectFrom("usuario").where(({ and }) => and({ contaId, nomeUsuario }));
  return (await known.select("id").executeTakeFirst()) !== undefined;
}

/** Creates the demo user, owner of the demo conta. */
export async function insertDemoUsuario(
  db: Db,
  contaId: string,
  { nomeUsuario, senhaHash }: { nomeUsuario: string; senhaHash: string },
): Promise<void> {
  const marina = { nome: "Marina", nomeCompleto: "Marina Prado", email: "marina.prado@demo.example" };
  const owner = { ativado: true, administrador: true, proprietarioConta: true, permissaoManifestacao: true };
  const row = { contaId, id: newId(), ...marina, nomeUsuario, senhaHash, ...owner };
  const insertion = db.insertInto("usuario").values(row);
  await insertion.onConflict((c) => c.columns(["contaId", "nomeUsuario"]).doNothing()).execute();
}

/**
 * Creates a demo empresa by CNPJ, with manifestação on and the auditor as given; an existing one stays
 * unchanged.
 * @returns its id and the expiry of its stored certificate
 */
export async function saveDemoEmpresa(
  db: Db,
  contaId: string,
  { nome, cnpj, uf, ativarAuditor }: { nome: string; cnpj: string; uf: string; ativarAuditor: boolean },
): Promise<{ empresaId: string; certificadoAte: Date | null }> {
  const row = { contaId, id: newId(), nome, cnpj, uf, ativarAuditor, ativarManifestacao: true };
  const insertion = db.insertInto("empresa").values(row);
  await insertion.onConflict((c) => c.columns(["contaId", "cnpj"]).doNothing()).execute();
  return await db
    .selectFrom("empresa as e")
    .leftJoin("certificado as c", (join) =>
      join.onRef("c.contaId", "=", "e.contaId").onRef("c.empresaId", "=", "e.id"),
    )
    .where("e.contaId", "=", contaId)
    .where("e.cnpj", "=", cnpj)
    .select(["e.id as empresaId", "c.validoAte as certificadoAte"])
    .executeTakeFirstOrThrow();
}

/** A mailbox of the demo conta. seal: encrypts its password. */
export type DemoCaixa = {
  servidor: string;
  porta: number;
  usuario: string;
  descricao: string;
  pollMs: number;
  seal: (id: string) => Buffer;
};

/**
 * Creates the demo mailbox or moves it to the sandbox's current address.
 * A mailbox that a user changed to another kind stays unchanged.
 */
export async function saveDemoCaixa(db: Db, contaId: string, caixa: DemoCaixa): Promise<string> {
  const { servidor, porta, usuario, pollMs, descricao } = caixa;
  const caixas = db.selectFrom("caixaEmail").where(({ and }) => and({ contaId, usuario }));
  const oldest = caixas.where("apagadaEm", "is", null).orderBy("criadoEm").orderBy("id").limit(1);
  const known = await oldest.select(["id", "tipo", "autenticacao"]).executeTakeFirst();
  if (known && (known.tipo !== "pop3" || known.autenticacao !== "senha")) return known.id;
  const id = known?.id ?? newId();
  const settings = { servidor, porta, usuario, senhaSelada: caixa.seal(id), pollMs };
  const caixaDemo = { contaId, id, tipo: "pop3", descricao, ...settings } as const;
  await (known
    ? db.updateTable("caixaEmail").where("contaId", "=", contaId).where("id", "=", id).set(settings)
    : db.insertInto("caixaEmail").values(caixaDemo)
  ).execute();
  return id;
}
