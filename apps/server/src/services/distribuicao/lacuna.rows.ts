import { anyOf, type Db, insertObjects, type Row } from "../../db/index.ts";
import type { SyncKey } from "./distribuicao.rules.ts";

/** A document under an NSU that became no record: its received bytes (gzip), if any. */
export type Leftover = Pick<Row<"distribuicaoLacuna">, "nsu" | "esquema" | "xmlGzip"> & {
  estado: "aberta" | "guardada";
};

/** Stores missing NSUs, to request them one by one. */
export async function insertLacunas(
  db: Db,
  contaId: string,
  { empresaId, modelo, nsus, now }: SyncKey & { nsus: readonly string[]; now: Date },
): Promise<void> {
  await insertObjects(db, "distribuicaoLacuna", {
    objects: nsus.map((nsu) => ({ nsu })),
    fields: { nsu: "text" },
    all: { contaId, empresaId, modelo, vistaEm: now },
  })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores documents that became no record; an unreadable one is requested again. */
export async function saveLeftovers(
  db: Db,
  contaId: string,
  { empresaId, modelo, leftovers, now }: SyncKey & { leftovers: readonly Leftover[]; now: Date },
): Promise<void> {
  await insertObjects(db, "distribuicaoLacuna", {
    objects: leftovers,
    fields: { nsu: "text", estado: "text", esquema: "text", xmlGzip: "bytea" },
    all: { contaId, empresaId, modelo, vistaEm: now },
  })
    .onConflict((conflict) =>
      conflict.columns(["contaId", "empresaId", "modelo", "nsu"]).doUpdateSet(({ ref, fn, eb }) => ({
        esquema: fn.coalesce("excluded.esquema", "distribuicaoLacuna.esquema"),
        xmlGzip: fn.coalesce("excluded.xmlGzip", "distribuicaoLacuna.xmlGzip"),
        estado: eb
          .case()
          .when("excluded.estado", "=", "guardada")
          .then(ref("excluded.estado"))
          .else(ref("distribuicaoLacuna.estado"))
          .end(),
      })),
    )
    .execute();
}

/** The next NSUs to request: those with the fewest attempts, newest first. */
export async function findLacunas(
  db: Db,
  contaId: string,
  { empresaId, modelo, limite }: SyncKey & { limite: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("distribuicaoLacuna")
    .where(({ and }) => and({ contaId, empresaId, modelo, estado: "aberta" }))
    .select("nsu")
    .orderBy("tentativas")
    .orderBy("nsu", "desc")
    .limit(limite)
    .execute();
  return rows.map(({ nsu }) => nsu);
}

type LacunaKey = SyncKey & { nsu: string };

function updateLacuna(db: Db, contaId: string, { empresaId, modelo, nsu }: LacunaKey) {
  return db.updateTable("distribuicaoLacuna").where(({ and }) => and({ contaId, empresaId, modelo, nsu }));
}

/** Records that SEFAZ has no document under this NSU. */
export async function closeLacuna(
  db: Db,
  contaId: string,
  { now, ...key }: LacunaKey & { now: Date },
): Promise<void> {
  await updateLacuna(db, contaId, key)
    .where("estado", "<>", "guardada")
    .set({ estado: "vazia", vistaEm: now })
    .execute();
}

/** Deletes missing NSUs that have arrived and were stored. */
export async function deleteLacunas(
  db: Db,
  contaId: string,
  { empresaId, modelo, nsus }: SyncKey & { nsus: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom("distribuicaoLacuna")
    .where(({ and }) => and({ contaId, empresaId, modelo, nsu: anyOf(nsus) }))
    .where("estado", "<>", "guardada")
    .execute();
}

/** Counts an attempt before the query, so that NSUs with fewer attempts come first. */
export async function countAttempt(
  db: Db,
  contaId: string,
  { now, ...key }: LacunaKey & { now: Date },
): Promise<void> {
  await updateLacuna(db, contaId, key)
    .where("estado", "=", "aberta")
    .set((eb) => ({ tentativas: eb("tentativas", "+", 1), vistaEm: now }))
    .execute();
}

/** Takes back a counted attempt that was not made. */
export async function uncountAttempt(db: Db, contaId: string, key: LacunaKey): Promise<void> {
  await updateLacuna(db, contaId, key)
    .where("estado", "=", "aberta")
    .set(({ eb, fn, lit }) => ({ tentativas: fn<number>("greatest", [lit(0), eb("tentativas", "-", 1)]) }))
    .execute();
}

/** Gives up an NSU after `max` attempts, with the bytes received so far. */
export async function giveUpLacuna(
  db: Db,
  contaId: string,
  { max, now, ...key }: LacunaKey & { max: number; now: Date },
): Promise<void> {
  await updateLacuna(db, contaId, key)
    .where("estado", "=", "aberta")
    .where("tentativas", ">=", max)
    .set({ estado: "ilegivel", vistaEm: now })
    .execute();
}
