import type { EventoDetail, OwnTpEvento } from "@malote/sefaz";
import { type NotNull, sql } from "kysely";
import { type Db, newId } from "../../../db/index.ts";
import { haveSameRoot, isFact } from "../../evento/fact.rows.ts";
import { findTargets, type ManifestacaoRow, REQUEST_COLUMNS, type Requester } from "../manifestacao.rows.ts";
import type { EventoTarget, OpenRequest, RegisteredEvento } from "./own-evento.rules.ts";

/** A requested evento. */
export type RequestedEventoRow = Omit<ManifestacaoRow, "status"> & { chave: string; tpEvento: OwnTpEvento };

const EVENTOS_MAX = 50;

/** Requested eventos of a document, except manifestações, newest first. */
export async function findRequestedEventos(
  db: Db,
  contaId: string,
  chave: string,
): Promise<RequestedEventoRow[]> {
  return await db
    .selectFrom("manifestacao")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .where("tpEvento", "is not", null)
    .select([...REQUEST_COLUMNS, "chave", "tpEvento"])
    // The condition above.
    .$narrowType<{ tpEvento: NotNull }>()
    .orderBy("pedidaEm", "desc")
    .orderBy("id", "desc")
    .limit(EVENTOS_MAX)
    .execute();
}

/** A view of a document, with all data that decides which eventos its company may send; null if none. */
export async function findEventoTarget(db: Db, contaId: string, id: string): Promise<EventoTarget | null> {
  const [target] = await findTargets(db, contaId, [id]);
  const extra = await db
    .selectFrom("nota as n")
    .leftJoin("empresa as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.id", "=", "n.empresaId"),
    )
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", id)
    .select(["e.cnpj as cnpjEmpresa", "n.cnpjDestinatario", "n.cnpjTomador", "n.finalidade"])
    .executeTakeFirst();
  if (!target || !extra) return null;
  const { chave } = target;
  const eventos = await findRegisteredEventos(db, contaId, { id, cnpj: extra.cnpjEmpresa });
  return { ...target, ...extra, eventos, pedidos: await findOpenRequests(db, contaId, chave) };
}

/** Registered eventos of the company about a document, from any of its branches. */
async function findRegisteredEventos(
  db: Db,
  contaId: string,
  { id, cnpj }: { id: string; cnpj: string | null },
): Promise<RegisteredEvento[]> {
  return await db
    .selectFrom("nota as n")
    .innerJoin("evento as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.chave", "=", "n.chave"),
    )
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", id)
    .where(({ ref }) => haveSameRoot(ref("e.autor"), sql.val(cnpj)))
    .where(isFact({ evento: "e", nota: "n" }))
    .select(["e.id", "e.tpEvento", "e.nSeq", "e.protocolo"])
    .orderBy("e.tpEvento")
    .orderBy("e.nSeq")
    .execute();
}

/** Pending requests, and registered cancellations of eventos. */
async function findOpenRequests(db: Db, contaId: string, chave: string): Promise<OpenRequest[]> {
  return await db
    .selectFrom("manifestacao")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .where("tpEvento", "is not", null)
    .where(({ eb, or, and }) =>
      or([
        eb("estado", "=", "pendente"),
        and([eb("estado", "=", "registrada"), eb("tpEvento", "=", "110001")]),
      ]),
    )
    .select(["id", "tpEvento", "estado", "dizeres"])
    // The conditions above; dizeres is written with each tpEvento.
    .$narrowType<{ tpEvento: NotNull; dizeres: NotNull; estado: OpenRequest["estado"] }>()
    .execute();
}

/** A new evento request. */
export type NewOwnEvento = {
  empresaId: string;
  chave: string;
  tpEvento: OwnTpEvento;
  nSeq: number;
  dizeres: EventoDetail;
  autorizadaEm: Date;
};

/** Stores the request. @returns its id; null if a request of its type is pending already */
export async function insertOwnEvento(
  db: Db,
  contaId: string,
  { newEvento, usuarioId, usuario, now }: Requester & { newEvento: NewOwnEvento },
): Promise<string | null> {
  const { empresaId, chave, tpEvento, nSeq, dizeres: statements, autorizadaEm } = newEvento;
  const inserted = await db
    .insertInto("manifestacao")
    .values({
      contaId,
      id: newId(),
      empresaId,
      chave,
      tpEvento,
      nSeq,
      justificativa: statements.justificativa ?? null,
      dizeres: JSON.stringify(statements),
      autorizadaEm,
      usuarioId,
      usuario,
      pedidaEm: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["contaId", "chave", "tpEvento"])
        .where("estado", "=", sql.lit("pendente"))
        .where("tpEvento", "is not", null)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}
