import { formatMessage, type ResultOf, type SendableEventoType } from "@malote/contract";
import { findEventoDeadline } from "@malote/dfe";
import { zoneOfUf } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { nameOfEvento } from "../../evento/evento.rules.ts";
import type { Caller } from "../../handler.ts";
import { canManifest } from "../manifestacao.rows.ts";
import type { Impediment } from "../manifestacao.rules.ts";
import { writeRequestedEvento } from "../manifestacao.wire.ts";
import { findEventoTarget, findRequestedEventos } from "./own-evento.rows.ts";
import {
  type EventoTarget,
  findCancellable,
  findEventoImpediment,
  judgeType,
  typesOf,
} from "./own-evento.rules.ts";

type NotaWire = ResultOf<"Nota.getNota">["object"];

/** The fields of a document for other eventos than manifestações, on the wire. */
export type NotaEventos = Pick<NotaWire, "eventosPedidos" | "eventosPossiveis">;

/** Requested eventos, and those that the company may send; types of another party are left out. */
export async function readEventos(
  db: Db,
  { contaId, usuarioId, contaUf }: Caller,
  { id, now }: { id: string; now: Date },
): Promise<NotaEventos> {
  const target = await findEventoTarget(db, contaId, id);
  if (target === null) return { eventosPedidos: [], eventosPossiveis: [] };
  const isAllowed = await canManifest(db, contaId, usuarioId);
  const when = { now, zona: zoneOfUf(contaUf) };
  const judge = (tpEvento: SendableEventoType): Impediment | null =>
    isAllowed ? findEventoImpediment(target, tpEvento, when) : { key: "manifestacaoSemPermissao" };
  return {
    eventosPedidos: (await findRequestedEventos(db, contaId, target.chave)).map(writeRequestedEvento),
    eventosPossiveis: typesOf(target)
      .filter((tpEvento) => judgeType(target, tpEvento) === null)
      .map((tpEvento) => writePossibleEvento(target, tpEvento, judge(tpEvento))),
  };
}

function writePossibleEvento(
  target: EventoTarget,
  tpEvento: SendableEventoType,
  impediment: Impediment | null,
): NotaEventos["eventosPossiveis"][number] {
  const { chave, autorizadaEm } = target;
  const deadline = findEventoDeadline({ modelo: chave.slice(20, 22), tpEvento }, autorizadaEm);
  return {
    tpEvento,
    descEvento: nameOfEvento({ chave, tpEvento, descEvento: "" }),
    ate: deadline?.ate ?? null,
    impedimento: impediment && formatMessage(impediment.key, impediment.values),
    cancelaveis: tpEvento === "110001" ? findCancellable(target).map(({ id }) => id) : [],
  };
}
