import type { TipoNota } from "@malote/syntax";
import { sql } from "kysely";
import type { Db, Row } from "../../../db/index.ts";
import { isCancelledBy } from "../../evento/fact.rows.ts";
import type { SefazState } from "../nota.rules.ts";

/**
 * A document over all its views, for a user's query; each date is the latest of any view. Request, answer
 * and failure are timed by the database's clock: http and worker hosts may disagree.
 */
export type QueriedNota = SefazState & { chave: string; dataEmissao: Date; empresaIds: string[] };

export async function findQueriedNota(
  db: Db,
  contaId: string,
  { tipo, chave }: { tipo: TipoNota; chave: string },
): Promise<QueriedNota | null> {
  const found = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .where("tipoNota", "=", tipo)
    .select(({ fn, ref }) => [
      "chave",
      fn.max("sefazStatus").as("sefazStatus"),
      fn.max("sefazPedidaEm").as("sefazPedidaEm"),
      fn.max("sefazConsultadaEm").as("sefazConsultadaEm"),
      fn.max("sefazFalhouEm").as("sefazFalhouEm"),
      fn.max("dataEmissao").as("dataEmissao"),
      sql<string[]>`coalesce(array_agg(${ref("empresaId")} ORDER BY ${ref("papel")})
        FILTER (WHERE ${ref("empresaId")} IS NOT NULL), '{}')`.as("empresaIds"),
    ])
    .groupBy("chave")
    .executeTakeFirst();
  return found ?? null;
}

/** Records on every view of a chave that a user waits for a new answer. requester: full name. */
export async function markSefazRequested(
  db: Db,
  contaId: string,
  { chave, requester }: { chave: string; requester: string },
): Promise<void> {
  await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .set({ sefazPedidaEm: sql<Date>`clock_timestamp()`, sefazPedidaPor: requester })
    .execute();
}

/** Chaves of an empresa's published notas that could not be queried for lack of a certificate. */
export async function findWaitingForCertificado(
  db: Db,
  contaId: string,
  empresaId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("empresaId", "=", empresaId)
    .where(({ ref, not, and }) => and([ref("aguardandoCertificado"), not("quarentena"), not("terceiros")]))
    .select("chave")
    .distinct()
    .execute();
  return rows.map(({ chave }) => chave);
}

/** A nota that SEFAZ reports as cancelled, for its e-mail. canceladaEm: null if no evento gives the time. */
export type CancelledNota = Pick<
  Row<"nota">,
  | ("chave" | "tipoNota" | "numeroNota" | "nomeEmitente" | "cnpjEmitente" | "valorTotal" | "dataEmissao")
  | ("processadoErp" | "recebido")
> & { notaId: string; canceladaEm: Date | null };

export async function findCancelledNota(
  db: Db,
  contaId: string,
  notaId: string,
): Promise<CancelledNota | null> {
  const found = await db
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", notaId)
    .select(["n.id as notaId", "n.chave", "n.tipoNota", "n.numeroNota", "n.nomeEmitente", "n.cnpjEmitente"])
    .select(["n.valorTotal", "n.dataEmissao", "n.processadoErp", "n.recebido"])
    .select(({ selectFrom }) =>
      selectFrom("evento as e")
        .where("e.contaId", "=", contaId)
        .whereRef("e.chave", "=", "n.chave")
        .where(isCancelledBy({ evento: "e", nota: "n" }))
        .select(({ fn }) => fn.max("e.protocoloData").as("em"))
        .as("canceladaEm"),
    )
    .executeTakeFirst();
  return found ?? null;
}
