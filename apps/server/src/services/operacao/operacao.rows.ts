import { sql } from "kysely";
import { anyOf, type Db, type Row } from "../../db/index.ts";

type Manifestacao = Row<"manifestacao">;

const COLUMNS = [
  ...(["m.id", "n.id as notaId", "m.status", "m.estado", "m.cstat as cStat", "m.xMotivo"] as const),
  ...(["m.falha", "m.pedidaEm", "m.registradaEm"] as const),
];

/** A manifestação, or an evento that is none: then its status is null. */
export type ManifestacaoOperacao = Pick<
  Manifestacao,
  "id" | "status" | "estado" | "xMotivo" | "falha" | "pedidaEm" | "registradaEm"
> & { notaId: string | null; cStat: string | null };

export async function findManifestacaoById(
  db: Db,
  contaId: string,
  id: string,
): Promise<ManifestacaoOperacao | null> {
  const found = await db
    .selectFrom("manifestacao as m")
    .leftJoin("nota as n", (join) =>
      join.onRef("n.contaId", "=", "m.contaId").onRef("n.chave", "=", "m.chave").on("n.papel", "=", "E"),
    )
    .where(({ and }) => and({ "m.contaId": contaId, "m.id": id }))
    .select(COLUMNS)
    .executeTakeFirst();
  return found ?? null;
}

/** Finds the latest manifestação with this status that was requested for each nota. */
export async function findLatestManifestacoes(
  db: Db,
  contaId: string,
  { notaIds, status }: { notaIds: readonly string[]; status: number },
): Promise<(ManifestacaoOperacao & { notaId: string })[]> {
  return await db
    .selectFrom("nota as n")
    .innerJoin("manifestacao as m", (join) =>
      join.onRef("m.contaId", "=", "n.contaId").onRef("m.chave", "=", "n.chave"),
    )
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", anyOf(notaIds))
    // No row has the status 0 of a request, which asks for none.
    .where("m.status", "=", sql<Manifestacao["status"]>`${status}`)
    .distinctOn("n.id")
    .select(COLUMNS)
    .orderBy("n.id")
    .orderBy("m.pedidaEm", "desc")
    .orderBy("m.id", "desc")
    .execute();
}
