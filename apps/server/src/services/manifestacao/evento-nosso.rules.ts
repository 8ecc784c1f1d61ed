import { TIPOS_EVENTO_ENVIADO, type TipoEventoEnviado } from "@malote/contract";
import { findEventoRule, findPrazoEvento } from "@malote/dfe";
import type { EventoDetail } from "@malote/sefaz";
import { formatDataHora } from "@malote/syntax";
import { type Agora, type Alvo, type Impedimento, judgeEmpresa } from "./manifestacao.rules.ts";

/** An evento of the company that SEFAZ registered. */
export type EventoRegistrado = { id: string; tpEvento: string; nSeq: number; protocolo: string | null };

/** A pending request, or a registered cancellation of an evento. */
export type PedidoPendente = {
  id: string;
  tpEvento: string;
  estado: "pendente" | "registrada";
  dizeres: EventoDetail;
};

/** A view of a document, for eventos that are no manifestação. */
export type AlvoDoEvento = Alvo & {
  cnpjEmpresa: string | null;
  cnpjDestinatario: string | null;
  cnpjTomador: string | null;
  finalidade: string | null;
  eventos: readonly EventoRegistrado[];
  pedidos: readonly PedidoPendente[];
};

const DESACORDO = "610110";
const FIM_DO_DESACORDO = "610111";
const CANCELAMENTO = "110001";
const ACEITE = "211128";
const NOTA_DE_CREDITO = "5";
/** Eventos of a recipient that 110001 may cancel. @source e110001_v1.00.xsd, tpEventoAut */
const CANCELAVEIS: readonly string[] = ["211110", "211120", "211124", "211128", "211130", "211140", "211150"];

/** Evento types that exist for the modelo of a document. */
export function tiposOf({ chave }: Pick<AlvoDoEvento, "chave">): TipoEventoEnviado[] {
  return TIPOS_EVENTO_ENVIADO.filter((tipo) => findEventoRule(chave.slice(20, 22), tipo) !== null);
}

/** Why one may not be requested now; null if it may. */
export function findImpedimentoDoEvento(
  alvo: AlvoDoEvento,
  tpEvento: TipoEventoEnviado,
  quando: Agora,
): Impedimento | null {
  return (
    judgeTipo(alvo, tpEvento) ??
    judgeDocumento(alvo) ??
    judgeEmpresa(alvo.empresa, quando) ??
    judgeHistoria(alvo, tpEvento) ??
    judgePrazo(alvo, tpEvento, quando)
  );
}

/** Why the company may not send this evento about this document; null if it is the right party. */
export function judgeTipo(alvo: AlvoDoEvento, tpEvento: TipoEventoEnviado): Impedimento | null {
  const linha = findEventoRule(alvo.chave.slice(20, 22), tpEvento);
  if (linha === null) return { key: "eventoDeOutroModelo" };
  const isOf = (parte: string | null): boolean =>
    alvo.papel === "E" && !alvo.terceiros && sameRaiz(alvo.cnpjEmpresa, parte);
  if (linha.autores.includes("tomador")) return isOf(alvo.cnpjTomador) ? null : { key: "eventoSoTomador" };
  return isOf(alvo.cnpjDestinatario) ? null : { key: "eventoSoDestinatario" };
}

/** Why the document accepts no evento of any sender; null if it does. */
export function judgeDocumento(alvo: AlvoDoEvento): Impedimento | null {
  if (alvo.quarentena) return { key: "eventoEmQuarentena" };
  if (alvo.desconhecida) return { key: "eventoDeDesconhecido" };
  if (alvo.cancelada) return { key: "eventoDeCancelado" };
  return alvo.denegada ? { key: "eventoDeDenegado" } : null;
}

function judgeHistoria(alvo: AlvoDoEvento, tpEvento: TipoEventoEnviado): Impedimento | null {
  if (alvo.pedidos.some((pedido) => pedido.estado === "pendente" && pedido.tpEvento === tpEvento))
    return { key: "eventoEmEnvio" };
  if (tpEvento === DESACORDO && findDesacordo(alvo)) return { key: "desacordoRegistrado" };
  if (tpEvento === FIM_DO_DESACORDO && !findDesacordo(alvo)) return { key: "eventoSemDesacordo" };
  if (tpEvento === CANCELAMENTO && findCancelaveis(alvo).length === 0) return { key: "eventoNadaACancelar" };
  if (tpEvento === ACEITE && alvo.finalidade !== NOTA_DE_CREDITO) return { key: "eventoSoNotaDeCredito" };
  return null;
}

function judgePrazo(
  { chave, autorizadaEm }: AlvoDoEvento,
  tpEvento: string,
  { agora, zona }: Agora,
): Impedimento | null {
  const prazo = findPrazoEvento({ modelo: chave.slice(20, 22), tpEvento }, autorizadaEm);
  if (prazo === null || agora <= prazo.ate) return null;
  return { key: "eventoForaDoPrazo", values: { data: formatDataHora(prazo.ate, zona) } };
}

/** The desacordo in force: registered, and not withdrawn since; null if there is none. */
export function findDesacordo({ eventos }: Pick<AlvoDoEvento, "eventos">): EventoRegistrado | null {
  const of = (tipo: string): EventoRegistrado[] => eventos.filter(({ tpEvento }) => tpEvento === tipo);
  const ditos = of(DESACORDO);
  return ditos.length > of(FIM_DO_DESACORDO).length ? (ditos.at(-1) ?? null) : null;
}

/** The company's eventos that may still be cancelled. */
export function findCancelaveis({
  eventos,
  pedidos,
}: Pick<AlvoDoEvento, "eventos" | "pedidos">): EventoRegistrado[] {
  const cancelados = new Set(pedidos.map(({ dizeres }) => dizeres.eventoCancelado?.protocolo));
  return eventos.filter(
    ({ tpEvento, protocolo }) =>
      CANCELAVEIS.includes(tpEvento) && protocolo !== null && !cancelados.has(protocolo),
  );
}

/** The next nSeq of its type, from 1. */
export function nextNSeqOf({ eventos }: Pick<AlvoDoEvento, "eventos">, tpEvento: string): number {
  return Math.max(0, ...eventos.filter((each) => each.tpEvento === tpEvento).map(({ nSeq }) => nSeq)) + 1;
}

/** All branches of a company share the first eight characters; a person has one CPF. */
function sameRaiz(a: string | null, b: string | null): boolean {
  if (!a || !b) return false;
  return a.length === 14 && b.length === 14 ? a.slice(0, 8) === b.slice(0, 8) : a === b;
}
