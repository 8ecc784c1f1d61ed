import { SENDABLE_EVENTO_TYPES, type SendableEventoType } from "@malote/contract";
import { findEventoDeadline, findEventoRule } from "@malote/dfe";
import type { EventoDetail } from "@malote/sefaz";
import { formatDateTime } from "@malote/syntax";
import {
  type Impediment,
  judgeEmpresa,
  type ManifestacaoTarget,
  type ZonedNow,
} from "../manifestacao.rules.ts";

/** An evento of the company that SEFAZ registered. */
export type RegisteredEvento = { id: string; tpEvento: string; nSeq: number; protocolo: string | null };

/** A pending request, or a registered cancellation of an evento. */
export type OpenRequest = {
  id: string;
  tpEvento: string;
  estado: "pendente" | "registrada";
  dizeres: EventoDetail;
};

/** A view of a document, for eventos that are no manifestação. */
export type EventoTarget = ManifestacaoTarget & {
  cnpjEmpresa: string | null;
  cnpjDestinatario: string | null;
  cnpjTomador: string | null;
  finalidade: string | null;
  eventos: readonly RegisteredEvento[];
  pedidos: readonly OpenRequest[];
};

const DESACORDO = "610110";
const DESACORDO_CANCELLATION = "610111";
const CANCELAMENTO = "110001";
const ACCEPTANCE = "211128";
const NOTA_DE_CREDITO = "5";
/** Eventos of a recipient that 110001 may cancel. @source e110001_v1.00.xsd, tpEventoAut */
const CANCELLABLE: readonly string[] = ["211110", "211120", "211124", "211128", "211130", "211140", "211150"];

/** Evento types that exist for the modelo of a document. */
export function typesOf({ chave }: Pick<EventoTarget, "chave">): SendableEventoType[] {
  return SENDABLE_EVENTO_TYPES.filter((type) => findEventoRule(chave.slice(20, 22), type) !== null);
}

/** Why one may not be requested now; null if it may. */
export function findEventoImpediment(
  target: EventoTarget,
  tpEvento: SendableEventoType,
  when: ZonedNow,
): Impediment | null {
  return (
    judgeType(target, tpEvento) ??
    judgeDocumento(target) ??
    judgeEmpresa(target.empresa, when) ??
    judgeHistory(target, tpEvento) ??
    judgeDeadline(target, tpEvento, when)
  );
}

/** Why the company may not send this evento about this document; null if it is the right party. */
export function judgeType(target: EventoTarget, tpEvento: SendableEventoType): Impediment | null {
  const rule = findEventoRule(target.chave.slice(20, 22), tpEvento);
  if (rule === null) return { key: "eventoDeOutroModelo" };
  const isOf = (party: string | null): boolean =>
    target.papel === "E" && !target.terceiros && haveSameRoot(target.cnpjEmpresa, party);
  if (rule.autores.includes("tomador")) return isOf(target.cnpjTomador) ? null : { key: "eventoSoTomador" };
  return isOf(target.cnpjDestinatario) ? null : { key: "eventoSoDestinatario" };
}

/** Why the document accepts no evento of any sender; null if it does. */
export function judgeDocumento(target: EventoTarget): Impediment | null {
  if (target.quarentena) return { key: "eventoEmQuarentena" };
  if (target.desconhecida) return { key: "eventoDeDesconhecido" };
  if (target.cancelada) return { key: "eventoDeCancelado" };
  return target.denegada ? { key: "eventoDeDenegado" } : null;
}

function judgeHistory(target: EventoTarget, tpEvento: SendableEventoType): Impediment | null {
  if (target.pedidos.some((request) => request.estado === "pendente" && request.tpEvento === tpEvento))
    return { key: "eventoEmEnvio" };
  if (tpEvento === DESACORDO && findDesacordo(target)) return { key: "desacordoRegistrado" };
  if (tpEvento === DESACORDO_CANCELLATION && !findDesacordo(target)) return { key: "eventoSemDesacordo" };
  if (tpEvento === CANCELAMENTO && findCancellable(target).length === 0)
    return { key: "eventoNadaACancelar" };
  if (tpEvento === ACCEPTANCE && target.finalidade !== NOTA_DE_CREDITO)
    return { key: "eventoSoNotaDeCredito" };
  return null;
}

function judgeDeadline(
  { chave, autorizadaEm }: EventoTarget,
  tpEvento: string,
  { now, zona }: ZonedNow,
): Impediment | null {
  const deadline = findEventoDeadline({ modelo: chave.slice(20, 22), tpEvento }, autorizadaEm);
  if (deadline === null || now <= deadline.ate) return null;
  return { key: "eventoForaDoPrazo", values: { data: formatDateTime(deadline.ate, zona) } };
}

/** The desacordo in force: registered, and not withdrawn since; null if there is none. */
export function findDesacordo({ eventos }: Pick<EventoTarget, "eventos">): RegisteredEvento | null {
  const of = (type: string): RegisteredEvento[] => eventos.filter(({ tpEvento }) => tpEvento === type);
  const registered = of(DESACORDO);
  return registered.length > of(DESACORDO_CANCELLATION).length ? (registered.at(-1) ?? null) : null;
}

/** The company's eventos that may still be cancelled. */
export function findCancellable({
  eventos,
  pedidos: requests,
}: Pick<EventoTarget, "eventos" | "pedidos">): RegisteredEvento[] {
  const cancelled = new Set(requests.map(({ dizeres: statements }) => statements.eventoCancelado?.protocolo));
  return eventos.filter(
    ({ tpEvento, protocolo }) =>
      CANCELLABLE.includes(tpEvento) && protocolo !== null && !cancelled.has(protocolo),
  );
}

/** The next nSeq of its type, from 1. */
export function nextNSeqOf({ eventos }: Pick<EventoTarget, "eventos">, tpEvento: string): number {
  return Math.max(0, ...eventos.filter((each) => each.tpEvento === tpEvento).map(({ nSeq }) => nSeq)) + 1;
}

/** All branches of a company share the first eight characters; a person has one CPF. */
function haveSameRoot(a: string | null, b: string | null): boolean {
  if (!a || !b) return false;
  return a.length === 14 && b.length === 14 ? a.slice(0, 8) === b.slice(0, 8) : a === b;
}
