import type { Db, Row } from "../../../db/index.ts";

/** The chave of a view; null if there is none. */
export async function findChave(db: Db, contaId: string, id: string): Promise<string | null> {
  const found = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .select("chave")
    .executeTakeFirst();
  return found?.chave ?? null;
}

/** Whether SEFAZ contradicts a view. */
export async function isDivergente(db: Db, contaId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .select("divergente")
    .executeTakeFirst();
  return found?.divergente === true;
}

const ACTS = ["liberar-quarentena", "colocar-quarentena", "retomar-quarentena"] as const;
const ACTS_MAX = 50;

/** A change of the quarantine of a view after its arrival. */
export type QuarantineActRow = Pick<Row<"registro">, "usuario" | "quando" | "detalhe"> & {
  acao: (typeof ACTS)[number];
};

/** The changes of the quarantine of a view, oldest first. */
export async function findQuarantineActs(
  db: Db,
  contaId: string,
  notaId: string,
): Promise<QuarantineActRow[]> {
  return await db
    .selectFrom("registro")
    .where("contaId", "=", contaId)
    .where("alvo", "=", notaId)
    .where("acao", "in", ACTS)
    .select(["usuario", "quando", "detalhe"])
    .select(({ ref }) => ref("acao").$castTo<QuarantineActRow["acao"]>().as("acao"))
    .orderBy("ordem")
    .limit(ACTS_MAX)
    .execute();
}

/** Puts a view into quarantine; the registro keeps user, time and reason. */
export async function quarantineNota(
  db: Db,
  contaId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .set({ quarentena: true, alteradoEm: now })
    .set({ quarentenaLiberadaEm: null, quarentenaLiberadaPor: null, quarentenaMotivo: null })
    .execute();
}

/** Releases a view from quarantine, with user, time and reason. */
export async function releaseNota(
  db: Db,
  contaId: string,
  { id, por, motivo, now }: { id: string; por: string; motivo: string; now: Date },
): Promise<void> {
  await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .set({ quarentena: false, alteradoEm: now })
    .set({ quarentenaLiberadaEm: now, quarentenaLiberadaPor: por, quarentenaMotivo: motivo })
    .execute();
}
