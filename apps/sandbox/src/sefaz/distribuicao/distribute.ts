import type { Distribuidor } from "@malote/syntax";
import {
  eventosOf,
  isManifestacao,
  type RegisteredEvento,
  type RegisteredNota,
} from "../registered-documents.ts";
import type { QueueOwner, Queues } from "./queues.ts";

/**
 * Decides which document enters which queue.
 * @source NT 2014.002: resNFe first; the whole NF-e after the destinatário's manifestação; whole events
 * with the whole nota, else summaries. Recorded traffic: a manifestação goes to the issuer as procEventoNFe
 */
export type Distribuicao = {
  addNota(nota: RegisteredNota, em: string): void;
  /** An event with a future date waits until then. */
  addEvento(nota: RegisteredNota, evento: RegisteredEvento, em: string): void;
  isDue(now: Date): boolean;
  /** Queues the waiting events that have happened. */
  deliver(now: Date): void;
};

type WaitingEvento = { nota: RegisteredNota; evento: RegisteredEvento };

const RES_NFE = "resNFe_v1.01.xsd";
const RES_EVENTO = "resEvento_v1.01.xsd";
const PROC_EVENTO: Readonly<Record<Distribuidor, string>> = {
  NFe: "procEventoNFe_v1.00.xsd",
  CTe: "procEventoCTe_v4.00.xsd",
};

export function createDistribuicao(queues: Queues): Distribuicao {
  let waiting: WaitingEvento[] = [];
  const isPast = ({ evento }: WaitingEvento, now: Date): boolean =>
    Date.parse(evento.aPartirDe) <= now.getTime();
  return {
    addNota: (nota, em) => addNota(queues, nota, em),
    addEvento: (nota, evento, em) => {
      const waitingEvento = { nota, evento };
      if (isPast(waitingEvento, new Date(em))) addEvento(queues, waitingEvento, em);
      else waiting.push(waitingEvento);
    },
    isDue: (now) => waiting.some((waitingEvento) => isPast(waitingEvento, now)),
    deliver: (now) => {
      const due = waiting
        .filter((waitingEvento) => isPast(waitingEvento, now))
        .sort((a, b) => Date.parse(a.evento.aPartirDe) - Date.parse(b.evento.aPartirDe));
      waiting = waiting.filter((waitingEvento) => !due.includes(waitingEvento));
      for (const waitingEvento of due) addEvento(queues, waitingEvento, now.toISOString());
    },
  };
}

function addNota(queues: Queues, { protocolo, documento }: RegisteredNota, em: string): void {
  if (!documento?.distribuidor) return;
  const { distribuidor, schema, procXml, resumoXml, interessados } = documento;
  const chave = protocolo.chaveAcesso;
  const item =
    resumoXml === null ? { schema, xml: procXml, chave, em } : { schema: RES_NFE, xml: resumoXml, chave, em };
  for (const interessado of interessados) queues.add({ distribuidor, interessado }, item);
}

function addEvento(queues: Queues, { nota, evento }: WaitingEvento, em: string): void {
  const { documento } = nota;
  if (!documento?.distribuidor) return;
  const { distribuidor } = documento;
  const chave = nota.protocolo.chaveAcesso;
  const whole = { schema: PROC_EVENTO[distribuidor], xml: evento.procEventoXml, chave, em };
  if (isManifestacao(evento.tpEvento)) {
    queues.add({ distribuidor, interessado: documento.emitente }, whole);
    for (const interessado of documento.interessados)
      releaseNota(queues, { nota, em }, { distribuidor, interessado });
    return;
  }
  for (const interessado of documento.interessados) {
    if (interessado === evento.autor) continue;
    const summed =
      evento.resumoXml !== undefined && documento.resumoXml !== null && !isReleased(nota, new Date(em));
    queues.add(
      { distribuidor, interessado },
      summed ? { schema: RES_EVENTO, xml: evento.resumoXml ?? "", chave, em } : whole,
    );
  }
}

/**
 * After the first manifestação, queues the whole nota and the whole events whose summaries were
 * queued.
 */
function releaseNota(
  queues: Queues,
  { nota, em }: { nota: RegisteredNota; em: string },
  owner: QueueOwner,
): void {
  const { documento, protocolo } = nota;
  if (!documento?.resumoXml || queues.findByChave(owner, protocolo.chaveAcesso, /^procNFe/)) return;
  const chave = protocolo.chaveAcesso;
  queues.add(owner, { schema: documento.schema, xml: documento.procXml, chave, em });
  for (const evento of eventosOf(nota, new Date(em))) {
    if (isManifestacao(evento.tpEvento) || evento.resumoXml === undefined) continue;
    queues.add(owner, { schema: PROC_EVENTO.NFe, xml: evento.procEventoXml, chave, em });
  }
}

/** Whether the destinatário may get the whole nota by now. */
export function isReleased(nota: RegisteredNota, now: Date): boolean {
  return eventosOf(nota, now).some((evento) => isManifestacao(evento.tpEvento));
}
