import type { LoteEstado, LoteOrigem } from "@malote/contract";
import { sql } from "kysely";
import { countChanged, type Db, newId, type Row } from "../../db/index.ts";
import type { Page } from "../list/list.rules.ts";
import type { ManifestacaoStatus } from "../manifestacao/manifestacao.rules.ts";
import type { Flag } from "../nota/flags/nota-flag.rows.ts";

const COLUMNS = [
  ...(["id", "numero", "tipo", "marca", "valor", "status", "justificativa", "usuarioId", "usuario"] as const),
  ...(["pedidoEm", "estado", "origemId", "origemTipo", "desfeitoEm", "total", "enviando", "feitos"] as const),
  ...(["semMudanca", "recusados", "parados", "terminadoEm", "alteradoEm"] as const),
];

export type LoteRow = Pick<Row<"lote">, (typeof COLUMNS)[number]>;

// Constants, as in the index lote_aberto_idx.
const OPEN = [sql.lit("pendente" as const), sql.lit("em-andamento" as const)];

function selectLotes(db: Db, contaId: string, abertos: boolean) {
  return db
    .selectFrom("lote")
    .where("contaId", "=", contaId)
    .$if(abertos, (query) => query.where("estado", "in", OPEN));
}

/** One page of lotes, newest first. */
export async function findLotes(
  db: Db,
  contaId: string,
  { abertos, page }: { abertos: boolean; page: Page },
): Promise<LoteRow[]> {
  return await selectLotes(db, contaId, abertos)
    .select(COLUMNS)
    .orderBy("numero", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countLotes(db: Db, contaId: string, abertos: boolean): Promise<number> {
  const { n } = await selectLotes(db, contaId, abertos)
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

export async function findLote(db: Db, contaId: string, id: string): Promise<LoteRow | null> {
  const query = selectLotes(db, contaId, false).where("id", "=", id).select(COLUMNS);
  return (await query.executeTakeFirst()) ?? null;
}

/** As {@link findLote}; locks the row: steps, a stop and an undo of one lote follow each other. */
export async function lockLote(db: Db, contaId: string, id: string): Promise<LoteRow | null> {
  const query = selectLotes(db, contaId, false).where("id", "=", id).select(COLUMNS).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** What a lote does to each of its documents. */
export type LoteAct =
  | { tipo: "marca"; marca: Flag; valor: boolean }
  | { tipo: "manifestacao"; status: ManifestacaoStatus; justificativa: string | null };

/** A lote to store. origem: the lote that it undoes or repeats. */
export type NewLote = {
  act: LoteAct;
  ids: readonly string[];
  usuarioId: string;
  usuario: string;
  origem: { id: string; tipo: LoteOrigem } | null;
  now: Date;
};

/** Stores a lote and its documents, in their order. Others of the conta wait for its number. */
export async function insertLote(
  db: Db,
  contaId: string,
  { act, ids, usuarioId, usuario, origem, now }: NewLote,
): Promise<{ id: string; numero: number }> {
  const { ultimo: numero } = await db
    .insertInto("loteNumero")
    .values({ contaId, ultimo: 1 })
    .onConflict((conflict) =>
      conflict.column("contaId").doUpdateSet({ ultimo: sql<number>`lote_numero.ultimo + 1` }),
    )
    .returning("ultimo")
    .executeTakeFirstOrThrow();
  const id = newId();
  const times = { pedidoEm: now, alteradoEm: now };
  await db
    .insertInto("lote")
    .values({
      ...{ contaId, id, numero, usuarioId, usuario, total: ids.length, estado: "pendente", ...times, ...act },
      ...{ origemId: origem?.id ?? null, origemTipo: origem?.tipo ?? null },
    })
    .execute();
  await db
    .insertInto("loteItem")
    .columns(["contaId", "loteId", "notaId", "ordem"])
    .expression(
      db
        .selectFrom(
          sql<{ id: string; n: number }>`unnest(${ids}::uuid[]) WITH ORDINALITY`.as<"u">(sql`u(id, n)`),
        )
        .select([
          sql<string>`${contaId}::uuid`.as("contaId"),
          sql<string>`${id}::uuid`.as("loteId"),
          "u.id as notaId",
          sql<number>`u.n::integer`.as("ordem"),
        ]),
    )
    .execute();
  return { id, numero };
}

/** Stores the state of a lote. terminadoEm: null while it is open. */
export async function updateLote(
  db: Db,
  contaId: string,
  { id, estado, now, ended }: { id: string; estado: LoteEstado; now: Date; ended: boolean },
): Promise<void> {
  await db
    .updateTable("lote")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .set({ estado, alteradoEm: now })
    .$if(ended, (query) => query.set({ terminadoEm: now }))
    .$if(!ended, (query) => query.set(({ fn }) => ({ iniciadoEm: fn.coalesce("iniciadoEm", sql.val(now)) })))
    .execute();
}

export async function setUndone(
  db: Db,
  contaId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const lote = db.updateTable("lote").where("contaId", "=", contaId).where("id", "=", id);
  await lote.set({ desfeitoEm: now, alteradoEm: now }).execute();
}

/**
 * Deletes ended lotes: those that ended before `before`, and the oldest beyond the newest `kept`.
 * @returns how many
 */
export async function deleteOldLotes(
  db: Db,
  contaId: string,
  { before, kept }: { before: Date; kept: number },
): Promise<number> {
  const excess = selectLotes(db, contaId, false).select("id").orderBy("numero", "desc").offset(kept);
  return await countChanged(
    db
      .deleteFrom("lote")
      .where("contaId", "=", contaId)
      .where("terminadoEm", "is not", null)
      .where(({ eb, or }) => or([eb("terminadoEm", "<", before), eb("id", "in", excess)])),
  );
}

/** The requester of a lote as of now; null if deleted. */
export type Requester = Pick<Row<"usuario">, "ativo" | "permissaoManifestacao" | "nomeCompleto">;

export async function findRequester(db: Db, contaId: string, usuarioId: string): Promise<Requester | null> {
  const found = await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("id", "=", usuarioId)
    .where("excluidoEm", "is", null)
    .select(["ativo", "permissaoManifestacao", "nomeCompleto"])
    .executeTakeFirst();
  return found ?? null;
}
