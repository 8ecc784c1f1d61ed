import type { VisaoLista } from "@malote/contract";
import { countChanged, type Db, type Row } from "../../db/index.ts";

const COLUMNS = [
  ...(["v.id", "v.usuarioId", "v.lista", "v.nome", "v.busca", "v.colunas", "v.densidade"] as const),
  ...(["v.compartilhada", "v.alteradaEm"] as const),
];

/** A view with its owner's name. padrao: the reader's list opens with it. */
export type VisaoRow = Pick<
  Row<"visao">,
  "id" | "usuarioId" | "lista" | "nome" | "busca" | "colunas" | "densidade" | "compartilhada" | "alteradaEm"
> & { dono: string; padrao: boolean };

/** The views that a user may open: own and shared ones; without a user (null) only shared ones. */
function selectVisoes(db: Db, contaId: string, usuarioId: string | null) {
  return db
    .selectFrom("visao as v")
    .innerJoin("usuario as u", (join) =>
      join.onRef("u.contaId", "=", "v.contaId").onRef("u.id", "=", "v.usuarioId"),
    )
    .leftJoin("visaoPadrao as p", (join) =>
      join
        .onRef("p.contaId", "=", "v.contaId")
        .onRef("p.visaoId", "=", "v.id")
        .on("p.usuarioId", "=", usuarioId),
    )
    .where("v.contaId", "=", contaId)
    .where(({ or, eb, ref }) =>
      or([ref("v.compartilhada"), ...(usuarioId === null ? [] : [eb("v.usuarioId", "=", usuarioId)])]),
    )
    .select(COLUMNS)
    .select(({ eb }) => [
      "u.nomeCompleto as dono",
      eb("p.visaoId", "is not", null).$castTo<boolean>().as("padrao"),
    ]);
}

/** The views that a user may open: the own ones first, each group in order of creation. */
export async function findVisoes(
  db: Db,
  contaId: string,
  { usuarioId, lista }: { usuarioId: string | null; lista: VisaoLista | null },
): Promise<VisaoRow[]> {
  const found = await selectVisoes(db, contaId, usuarioId)
    .$if(lista !== null, (query) => query.where("v.lista", "=", lista ?? "recebidos"))
    .orderBy("v.criadaEm")
    .orderBy("v.id")
    .execute();
  const isOwn = (row: VisaoRow): boolean => row.usuarioId === usuarioId;
  return [...found.filter(isOwn), ...found.filter((row) => !isOwn(row))];
}

export async function findVisao(
  db: Db,
  contaId: string,
  { usuarioId, id }: { usuarioId: string | null; id: string },
): Promise<VisaoRow | null> {
  const found = await selectVisoes(db, contaId, usuarioId).where("v.id", "=", id).executeTakeFirst();
  return found ?? null;
}

/** The views of one user for a list, in order of creation. */
export async function findOwnVisoes(
  db: Db,
  contaId: string,
  { usuarioId, lista }: { usuarioId: string; lista: VisaoLista },
): Promise<Pick<Row<"visao">, "id" | "nome" | "busca" | "colunas">[]> {
  return await db
    .selectFrom("visao")
    .where(({ and }) => and({ contaId, usuarioId, lista }))
    .select(["id", "nome", "busca", "colunas"])
    .orderBy("criadaEm")
    .orderBy("id")
    .execute();
}

/** How many views a conta has, and how many of them are shared. */
export async function countVisoes(
  db: Db,
  contaId: string,
): Promise<{ todas: number; compartilhadas: number }> {
  return await db
    .selectFrom("visao")
    .where("contaId", "=", contaId)
    .select(({ fn, ref }) => [
      fn.countAll<number>().as("todas"),
      fn.countAll<number>().filterWhere(ref("compartilhada")).as("compartilhadas"),
    ])
    .executeTakeFirstOrThrow();
}

export type NewVisao = Omit<Row<"visao">, "contaId" | "criadaEm" | "alteradaEm"> & { now: Date };

/** @returns false if the conta already has a view of this id */
export async function insertVisao(db: Db, contaId: string, { now, ...visao }: NewVisao): Promise<boolean> {
  const inserted = db
    .insertInto("visao")
    .values({ contaId, ...visao, criadaEm: now, alteradaEm: now })
    .onConflict((conflict) => conflict.columns(["contaId", "id"]).doNothing());
  return (await countChanged(inserted)) > 0;
}

export type VisaoChange = Pick<
  Row<"visao">,
  "id" | "nome" | "busca" | "colunas" | "densidade" | "compartilhada"
> & { now: Date };

export async function updateVisao(
  db: Db,
  contaId: string,
  { id, now, ...change }: VisaoChange,
): Promise<void> {
  await db
    .updateTable("visao")
    .set({ ...change, alteradaEm: now })
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .execute();
}

export async function deleteVisao(db: Db, contaId: string, id: string): Promise<void> {
  await db.deleteFrom("visao").where("contaId", "=", contaId).where("id", "=", id).execute();
}

/** The view with which a list of a user opens; null: none. */
export async function setDefaultVisao(
  db: Db,
  contaId: string,
  { usuarioId, lista, id }: { usuarioId: string; lista: VisaoLista; id: string | null },
): Promise<void> {
  if (id === null) {
    await db
      .deleteFrom("visaoPadrao")
      .where(({ and }) => and({ contaId, usuarioId, lista }))
      .execute();
    return;
  }
  await db
    .insertInto("visaoPadrao")
    .values({ contaId, usuarioId, lista, visaoId: id })
    .onConflict((conflict) =>
      conflict.columns(["contaId", "usuarioId", "lista"]).doUpdateSet({ visaoId: id }),
    )
    .execute();
}
