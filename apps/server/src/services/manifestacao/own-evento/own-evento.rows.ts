import type { EventoDetail } from "@malote/sefaz";
import { type Db, newId } from "../../../db/index.ts";
import { writeFact } from "../../evento/fact.rows.ts";
import { findTargets, type ManifestacaoRow, type Requester } from "../manifestacao.rows.ts";
import type { EventoTarget, OpenRequest, RegisteredEvento } from "./own-evento.rules.ts";

/** A requested evento. */
export type RequestedEventoRow = Omit<ManifestacaoRow, "status"> & { chave: string; tpEvento: string };

const EVENTOS_MAX = 50;

/** Requested eventos of a document, except manifestações, newest first. */
export async function findRequestedEventos(
  db: Db,
  contaId: string,
  chave: string,
): Promise<RequestedEventoRow[]> {
  return await db.query<RequestedEventoRow>(
    `SELECT id, chave, tp_evento AS "tpEvento", estado, justificativa, usuario AS quem, pedida_em AS "pedidaEm", cstat AS "cStat",
       x_motivo AS "xMotivo", falha, protocolo, registrada_em AS "registradaEm"
     FROM manifestacao WHERE conta_id = $1 AND chave = $2 AND tp_evento IS NOT NULL ORDER BY pedida_em DESC, id DESC LIMIT $3`,
    [contaId, chave, EVENTOS_MAX],
  );
}

type Extra = Pick<EventoTarget, "cnpjEmpresa" | "cnpjDestinatario" | "cnpjTomador" | "finalidade">;

/** A view of a document, with all data that decides which eventos its company may send; null if none. */
export async function findEventoTarget(db: Db, contaId: string, id: string): Promise<EventoTarget | null> {
  const [target] = await findTargets(db, contaId, [id]);
  const [extra] = await db.query<Extra>(
    `SELECT e.cnpj AS "cnpjEmpresa", n.cnpj_destinatario AS "cnpjDestinatario", n.cnpj_tomador AS "cnpjTomador", n.finalidade
     FROM nota n LEFT JOIN empresa e ON e.conta_id = n.conta_id AND e.id = n.empresa_id WHERE n.conta_id = $1 AND n.id = $2`,
    [contaId, id],
  );
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
  return await db.query<RegisteredEvento>(
    `SELECT e.id, e.tp_evento AS "tpEvento", e.n_seq AS "nSeq", e.protocolo
     FROM nota n JOIN evento e ON e.conta_id = n.conta_id AND e.chave = n.chave
     WHERE n.conta_id = $1 AND n.id = $2 AND left(e.autor, 8) = left($3, 8) AND ${writeFact({ evento: "e", nota: "n" })}
     ORDER BY e.tp_evento, e.n_seq`,
    [contaId, id, cnpj],
  );
}

/** Pending requests, and registered cancellations of eventos. */
async function findOpenRequests(db: Db, contaId: string, chave: string): Promise<OpenRequest[]> {
  return await db.query<OpenRequest>(
    `SELECT id, tp_evento AS "tpEvento", estado, dizeres FROM manifestacao
     WHERE conta_id = $1 AND chave = $2 AND tp_evento IS NOT NULL
       AND (estado = 'pendente' OR (estado = 'registrada' AND tp_evento = '110001'))`,
    [contaId, chave],
  );
}

/** A new evento request. */
export type NewOwnEvento = {
  empresaId: string;
  chave: string;
  tpEvento: string;
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
  const justificativa = statements.justificativa ?? null;
  const requester = [usuarioId, usuario, now];
  const rows = await db.query<{ id: string }>(
    `INSERT INTO manifestacao (conta_id, id, empresa_id, chave, tp_evento, n_seq, justificativa, dizeres, autorizada_em, usuario_id, usuario, pedida_em)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12)
     ON CONFLICT (conta_id, chave, tp_evento) WHERE estado = 'pendente' AND tp_evento IS NOT NULL DO NOTHING RETURNING id`,
    [
      contaId,
      newId(),
      empresaId,
      chave,
      tpEvento,
      nSeq,
      justificativa,
      JSON.stringify(statements),
      autorizadaEm,
      ...requester,
    ],
  );
  return rows[0]?.id ?? null;
}
