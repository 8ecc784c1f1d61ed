import type { EventoDetail, OwnTpEvento } from "@malote/sefaz";
import { sql } from "kysely";
import { anyOf, type Db, type Row, refsOf } from "../../db/index.ts";
import { haveSameRoot, isKnownToSefaz } from "../evento/fact.rows.ts";
import {
  CIENCIA,
  EVENTO_TYPES,
  type ManifestacaoStatus,
  type RegisteredManifestacao,
} from "../manifestacao/manifestacao.rules.ts";
import { statusOf } from "../manifestacao/manifestacao-status.rows.ts";

type Request = Row<"manifestacao">;

/** A manifestação that is waiting to be sent, with its empresa. */
export type PendingManifestacao = Pick<
  Request,
  "id" | "chave" | "nSeq" | "justificativa" | "autorizadaEm" | "empresaId"
> & {
  /** Null for an evento that is no manifestação. */
  status: ManifestacaoStatus | null;
  tpEvento: OwnTpEvento;
  /** Content of such an evento besides its type. */
  dizeres: EventoDetail | null;
  /** Full name of the requester; null = the empresa's automatic ciência. */
  quem: string | null;
  /** SEFAZ's last answer; null if there was none. */
  cStat: string | null;
  /** The signed evento; null if it is not signed yet. */
  eventoGzip: Buffer | null;
  cnpj: string;
  uf: string;
  sandbox: boolean;
  /** Whether the empresa sends manifestações at all, and whether it sends the ciência automatically. */
  ativa: boolean;
  cienciaAutomatica: boolean;
  /** The company's received view of the document; null if none arrived yet. */
  notaId: string | null;
  /** The emitente has no IE; null if it was never read. */
  emitenteSemIe: boolean | null;
};

/** The tpEvento that a row m requests. */
function requestedType() {
  const m = refsOf("manifestacao", "m");
  const cases = Object.entries(EVENTO_TYPES).map(
    ([status, tp]) => sql`WHEN ${sql.lit(Number(status))} THEN ${sql.lit(tp)}`,
  );
  return sql<OwnTpEvento>`coalesce(${m("tpEvento")}, CASE ${m("status")} ${sql.join(cases, sql` `)} END)`;
}

/** A pending request; null if it does not exist, or is finished. */
export async function findPendingManifestacao(
  db: Db,
  contaId: string,
  id: string,
): Promise<PendingManifestacao | null> {
  const found = await db
    .selectFrom("manifestacao as m")
    .innerJoin("empresa as e", (join) =>
      join.onRef("e.contaId", "=", "m.contaId").onRef("e.id", "=", "m.empresaId"),
    )
    .innerJoin("conta as c", "c.id", "m.contaId")
    .where(({ and }) => and({ "m.contaId": contaId, "m.id": id, "m.estado": "pendente" }))
    .select(["m.id", "m.chave", "m.status", requestedType().as("tpEvento"), "m.dizeres", "m.nSeq"])
    .select(["m.justificativa", "m.usuario as quem", "m.autorizadaEm", "m.cstat as cStat", "m.eventoGzip"])
    .select([
      "e.id as empresaId",
      "e.cnpj",
      "c.sandbox",
      "e.ativarManifestacao as ativa",
      "e.cienciaAutomatica",
    ])
    .select(({ selectFrom, fn }) => {
      const notas = selectFrom("nota as n")
        .whereRef("n.contaId", "=", "m.contaId")
        .whereRef("n.chave", "=", "m.chave");
      return [
        fn.coalesce("e.uf", "c.uf").as("uf"),
        notas.where("n.papel", "=", "E").select("n.id").as("notaId"),
        notas
          .select((eb) => eb.fn<boolean | null>("bool_or", ["n.emitenteSemIe"]).as("any"))
          .as("emitenteSemIe"),
      ];
    })
    .executeTakeFirst();
  return found ?? null;
}

type CompanyDocument = Pick<PendingManifestacao, "chave" | "cnpj">;

/** State of a conclusive manifestação of a document: registered, it excludes a ciência; pending, it may. */
export async function findConclusive(
  db: Db,
  contaId: string,
  { chave, cnpj }: CompanyDocument,
): Promise<"registrada" | "pendente" | null> {
  const conclusive = Object.values(EVENTO_TYPES).filter((tipo) => tipo !== EVENTO_TYPES[CIENCIA]);
  const found = await db
    .selectFrom("manifestacao")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .where("status", "<>", CIENCIA)
    .where("estado", "in", ["pendente", "registrada"])
    .select("estado")
    .$narrowType<{ estado: "pendente" | "registrada" }>()
    .unionAll(
      selectCompanyEventos(db, contaId, { chave, cnpj })
        .where("e.tpEvento", "=", anyOf(conclusive))
        .select(sql.lit<"registrada">("registrada").as("estado")),
    )
    .orderBy("estado", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.estado ?? null;
}

/** The eventos e about a document that a company, by any branch, sent and SEFAZ has. */
function selectCompanyEventos(db: Db, contaId: string, { chave, cnpj }: CompanyDocument) {
  return db
    .selectFrom("evento as e")
    .where("e.contaId", "=", contaId)
    .where("e.chave", "=", chave)
    .where(({ ref }) => haveSameRoot(ref("e.autor"), sql.val(cnpj)))
    .where(isKnownToSefaz("e"));
}

/** A registered evento of the company about a document. xmlGzip: null if its bytes were never received. */
export type CompanyEvento = Omit<RegisteredManifestacao, "status"> & {
  status: ManifestacaoStatus | null;
  protocolo: string | null;
  xmlGzip: Buffer | null;
};

/** All registered eventos of a type that a company, by any branch, sent about a document; all manifestações
 * count as one type. */
export async function findCompanyEventos(
  db: Db,
  contaId: string,
  { chave, cnpj, status, tpEvento }: CompanyDocument & Pick<PendingManifestacao, "status" | "tpEvento">,
): Promise<CompanyEvento[]> {
  const types = status === null ? [tpEvento] : Object.values(EVENTO_TYPES);
  return await selectCompanyEventos(db, contaId, { chave, cnpj })
    .leftJoin("documento as d", (join) =>
      join.onRef("d.contaId", "=", "e.contaId").onRef("d.id", "=", "e.documentoId"),
    )
    .leftJoin("documentoXml as x", (join) =>
      join
        .onRef("x.contaId", "=", "d.contaId")
        .onRef("x.documentoId", "=", "d.id")
        .onRef("x.mes", "=", "d.mes"),
    )
    .where("e.tpEvento", "=", anyOf<string>(types))
    .select([statusOf("e").as("status"), "e.nSeq", "e.protocoloData as em", "e.protocolo", "x.xmlGzip"])
    .orderBy(({ eb }) => eb("e.origem", "=", "sefaz"), "desc")
    .execute();
}

function updatePending(db: Db, contaId: string, id: string) {
  return db.updateTable("manifestacao").where(({ and }) => and({ contaId, id, estado: "pendente" }));
}

/** Gives a pending request another number, so that it is signed again. */
export async function saveNumber(
  db: Db,
  contaId: string,
  { id, nSeq }: { id: string; nSeq: number },
): Promise<void> {
  await updatePending(db, contaId, id)
    .set({ nSeq, eventoGzip: null, cstat: null, xMotivo: null, falha: null })
    .execute();
}

/**
 * Stores the signed evento, unless one is stored already.
 * @returns the stored one; null if the request is no longer pending
 */
export async function saveSigned(
  db: Db,
  contaId: string,
  { id, eventoGzip }: { id: string; eventoGzip: Buffer },
): Promise<Buffer | null> {
  const stored = await updatePending(db, contaId, id)
    .set(({ fn, val }) => ({ eventoGzip: fn.coalesce("eventoGzip", val(eventoGzip)) }))
    .returning("eventoGzip")
    .executeTakeFirst();
  return stored?.eventoGzip ?? null;
}

/** Result of an attempt after which the request is still pending. */
export type Attempt = Pick<Request, "id" | "xMotivo" | "falha"> & { cStat: string | null };

/** Records an attempt after which the request is still pending. */
export async function saveAttempt(
  db: Db,
  contaId: string,
  { id, cStat, xMotivo, falha }: Attempt,
): Promise<void> {
  await updatePending(db, contaId, id)
    .set(({ fn, val }) => ({
      cstat: fn.coalesce(val(cStat), "cstat"),
      xMotivo: fn.coalesce(val(xMotivo), "xMotivo"),
      falha,
    }))
    .execute();
}

/** Final state of a request. */
export type ManifestacaoEnd = {
  id: string;
  estado: "registrada" | "recusada" | "falhou";
  cStat?: string | null;
  xMotivo?: string | null;
  falha?: Request["falha"];
  protocolo?: string | null;
  registradaEm?: Date | null;
  now: Date;
};

/** Finishes a pending request; a finished one does not change. */
export async function closeManifestacao(db: Db, contaId: string, end: ManifestacaoEnd): Promise<void> {
  const { id, estado, protocolo = null, registradaEm = null, falha = null, now } = end;
  await updatePending(db, contaId, id)
    .set(({ fn, val }) => ({
      estado,
      cstat: fn.coalesce(val(end.cStat ?? null), "cstat"),
      xMotivo: fn.coalesce(val(end.xMotivo ?? null), "xMotivo"),
      falha,
      protocolo,
      registradaEm,
      terminadaEm: now,
    }))
    .execute();
}

/** The last attempt of a pending request. */
export async function findLastAttempt(
  db: Db,
  contaId: string,
  id: string,
): Promise<(Pick<Request, "chave" | "falha"> & { cStat: string | null }) | null> {
  const found = await db
    .selectFrom("manifestacao")
    .where(({ and }) => and({ contaId, id, estado: "pendente" }))
    .select(["chave", "cstat as cStat", "falha"])
    .executeTakeFirst();
  return found ?? null;
}
