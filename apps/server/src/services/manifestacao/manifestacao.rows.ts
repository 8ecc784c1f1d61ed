import { type NotNull, sql } from "kysely";
import { anyOf, type Db, insertObjects, newId, type Row, refsOf } from "../../db/index.ts";
import { authorizedAt, isOfOtherParty, lastStatus } from "./deadline.rows.ts";
import {
  CANCELLED_STATUSES,
  DENIED_STATUSES,
  type ManifestacaoRequest,
  type ManifestacaoStatus,
  type ManifestacaoTarget,
  type RegisteredManifestacao,
  UNKNOWN_TO_SEFAZ,
} from "./manifestacao.rules.ts";
import { isValidManifestacao, statusOf } from "./manifestacao-status.rows.ts";

type Request = Row<"manifestacao">;

/** A requested manifestação. */
export type ManifestacaoRow = Pick<
  Request,
  "id" | "estado" | "justificativa" | "pedidaEm" | "xMotivo" | "falha" | "protocolo" | "registradaEm"
> & { status: ManifestacaoStatus; quem: string | null; cStat: string | null };

/** Columns of a requested manifestação or other evento. */
export const REQUEST_COLUMNS = [
  ...(["id", "estado", "justificativa", "usuario as quem", "pedidaEm", "cstat as cStat"] as const),
  ...(["xMotivo", "falha", "protocolo", "registradaEm"] as const),
];

const MANIFESTACOES_MAX = 50;

/** Requested manifestações of a document, newest first. */
export async function findManifestacoes(db: Db, contaId: string, chave: string): Promise<ManifestacaoRow[]> {
  return await db
    .selectFrom("manifestacao")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .where("status", "is not", null)
    .select([...REQUEST_COLUMNS, "status"])
    // The condition above.
    .$narrowType<{ status: NotNull }>()
    .orderBy("pedidaEm", "desc")
    .orderBy("id", "desc")
    .limit(MANIFESTACOES_MAX)
    .execute();
}

/** Views of documents by id, with all data that decides whether a manifestação is possible. */
export async function findTargets(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<ManifestacaoTarget[]> {
  const rows = await selectTargets(db, contaId, ids).execute();
  const registered = await findRegistered(db, contaId, ids);
  const pending = await findPending(db, contaId, [...new Set(rows.map(({ chave }) => chave))]);
  return rows.map(({ empresaId, nome, ativa, validoDe, validoAte, ...row }) => ({
    ...row,
    empresa:
      empresaId === null
        ? null
        : {
            id: empresaId,
            nome: nome ?? "",
            ativa: ativa === true,
            certificado: validoDe && validoAte ? { validoDe, validoAte } : null,
          },
    registradas: registered.get(row.id) ?? [],
    pendentes: pending.get(row.chave) ?? [],
  }));
}

function selectTargets(db: Db, contaId: string, ids: readonly string[]) {
  const n = refsOf("nota", "n");
  const status = lastStatus("n");
  return db
    .selectFrom("nota as n")
    .leftJoin("empresa as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.id", "=", "n.empresaId"),
    )
    .leftJoin("certificado as c", (join) =>
      join.onRef("c.contaId", "=", "e.contaId").onRef("c.empresaId", "=", "e.id"),
    )
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", anyOf(ids))
    .select(["n.id", "n.chave", "n.tipoNota", "n.papel", "n.quarentena"])
    .select([
      sql<boolean>`${n("terceiros")} OR ${n("papel")} = 'E' AND ${isOfOtherParty("n")}`.as("terceiros"),
      sql<boolean>`${n("hashSha1Canc")} IS NOT NULL OR ${status} = ${anyOf(CANCELLED_STATUSES)}`.as(
        "cancelada",
      ),
      sql<boolean>`${status} = ${anyOf(DENIED_STATUSES)}`.as("denegada"),
      sql<boolean>`coalesce(${n("sefazStatus")}, '') = ${UNKNOWN_TO_SEFAZ}`.as("desconhecida"),
      authorizedAt("n").as("autorizadaEm"),
    ])
    .select(["e.id as empresaId", "e.nome", "e.ativarManifestacao as ativa", "c.validoDe", "c.validoAte"]);
}

/** Registered manifestações of some views, by authors who are entitled to them. */
async function findRegistered(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<Map<string, RegisteredManifestacao[]>> {
  const rows = await db
    .selectFrom("nota as n")
    .innerJoin("evento as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.chave", "=", "n.chave"),
    )
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", anyOf(ids))
    .where(isValidManifestacao({ evento: "e", nota: "n" }))
    .select(["n.id", statusOf("e").as("status"), "e.nSeq", "e.protocoloData as em"])
    .execute();
  return groupBy(rows, ({ id }) => id);
}

async function findPending(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<Map<string, ManifestacaoRequest[]>> {
  const rows = await db
    .selectFrom("manifestacao")
    .where(({ and }) => and({ contaId, chave: anyOf(chaves), estado: "pendente" }))
    .where("status", "is not", null)
    .select(["chave", "status", "justificativa"])
    // The condition above.
    .$narrowType<{ status: NotNull }>()
    .execute();
  return groupBy(rows, ({ chave }) => chave);
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Whether a user may send manifestações for the conta's companies. */
export async function canManifest(db: Db, contaId: string, usuarioId: string): Promise<boolean> {
  const found = await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("id", "=", usuarioId)
    .select("permissaoManifestacao")
    .executeTakeFirst();
  return found?.permissaoManifestacao ?? false;
}

/** A new manifestação request. usuarioId, usuario: null = the empresa's automatic ciência. */
export type NewManifestacao = {
  empresaId: string;
  chave: string;
  status: ManifestacaoStatus;
  nSeq: number;
  justificativa: string | null;
  autorizadaEm: Date;
};

/** The requester, and the time. */
export type Requester = { usuarioId: string | null; usuario: string | null; now: Date };

/**
 * Stores requests. A pending one of the same type replaces a new one.
 * @returns the new ones
 */
export async function insertManifestacoes(
  db: Db,
  contaId: string,
  { newRequests, usuarioId, usuario, now }: Requester & { newRequests: readonly NewManifestacao[] },
): Promise<{ id: string; chave: string }[]> {
  if (newRequests.length === 0) return [];
  return await insertObjects(db, "manifestacao", {
    objects: newRequests.map((each) => ({ id: newId(), ...each })),
    fields: {
      id: "uuid",
      empresaId: "uuid",
      chave: "text",
      status: "int4",
      nSeq: "int4",
      justificativa: "text",
      autorizadaEm: "timestamptz",
    },
    all: { contaId, usuarioId, usuario, pedidaEm: now },
    orderBy: ["chave"],
  })
    .onConflict((conflict) =>
      conflict.columns(["contaId", "chave", "status"]).where("estado", "=", sql.lit("pendente")).doNothing(),
    )
    .returning(["id", "chave"])
    .execute();
}
