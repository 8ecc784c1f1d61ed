import { type EventoRegistrado, eventosOf, isManifestacao, type NotaRegistrada } from "../registro.ts";
import type { DonoFila, Filas } from "./filas.ts";

/**
 * Decides which document enters which queue.
 * @source NT 2014.002: resNFe first; the whole NF-e after the destinatário's manifestação; whole events
 * with the whole nota, else summaries. Recorded traffic: a manifestação goes to the issuer as procEventoNFe
 */
export type Distribuicao = {
  addNota(nota: NotaRegistrada, em: string): void;
  /** An event with a future date waits until then. */
  addEvento(nota: NotaRegistrada, evento: EventoRegistrado, em: string): void;
  isDue(agora: Date): boolean;
  /** Queues the waiting events that have happened. */
  deliver(agora: Date): void;
};

type Espera = { nota: NotaRegistrada; evento: EventoRegistrado };

const RES_NFE = "resNFe_v1.01.xsd";
const RES_EVENTO = "resEvento_v1.01.xsd";
const PROC_EVENTO = { NFe: "procEventoNFe_v1.00.xsd", CTe: "procEventoCTe_v4.00.xsd" };

export function createDistribuicao(filas: Filas): Distribuicao {
  let waiting: Espera[] = [];
  const isPast = ({ evento }: Espera, agora: Date): boolean =>
    Date.parse(evento.aPartirDe) <= agora.getTime();
  return {
    addNota: (nota, em) => addNota(filas, nota, em),
    addEvento: (nota, evento, em) => {
      const espera = { nota, evento };
      if (isPast(espera, new Date(em))) addEvento(filas, espera, em);
      else waiting.push(espera);
    },
    isDue: (agora) => waiting.some((espera) => isPast(espera, agora)),
    deliver: (agora) => {
      const due = waiting
        .filter((espera) => isPast(espera, agora))
        .sort((a, b) => Date.parse(a.evento.aPartirDe) - Date.parse(b.evento.aPartirDe));
      waiting = waiting.filter((espera) => !due.includes(espera));
      for (const espera of due) addEvento(filas, espera, agora.toISOString());
    },
  };
}

function addNota(filas: Filas, { protocolo, documento }: NotaRegistrada, em: string): void {
  if (!documento?.distribuidor) return;
  const { distribuidor, schema, procXml, resumoXml, interessados } = documento;
  const chave = protocolo.chaveAcesso;
  const item =
    resumoXml === null ? { schema, xml: procXml, chave, em } : { schema: RES_NFE, xml: resumoXml, chave, em };
  for (const interessado of interessados) filas.add({ distribuidor, interessado }, item);
}

function addEvento(filas: Filas, { nota, evento }: Espera, em: string): void {
  const { documento } = nota;
  if (!documento?.distribuidor) return;
  const { distribuidor } = documento;
  const chave = nota.protocolo.chaveAcesso;
  const whole = { schema: PROC_EVENTO[distribuidor], xml: evento.procEventoXml, chave, em };
  if (isManifestacao(evento.tpEvento)) {
    filas.add({ distribuidor, interessado: documento.emitente }, whole);
    for (const interessado of documento.interessados)
      free(filas, { nota, em }, { distribuidor, interessado });
    return;
  }
  for (const interessado of documento.interessados) {
    if (interessado === evento.autor) continue;
    const summed =
      evento.resumoXml !== undefined && documento.resumoXml !== null && !isFree(nota, new Date(em));
    filas.add(
      { distribuidor, interessado },
      summed ? { schema: RES_EVENTO, xml: evento.resumoXml ?? "", chave, em } : whole,
    );
  }
}

/**
 * After the first manifestação, queues the whole nota and the whole events whose summaries were
 * queued.
 */
function free(filas: Filas, { nota, em }: { nota: NotaRegistrada; em: string }, dono: DonoFila): void {
  const { documento, protocolo } = nota;
  if (!documento?.resumoXml || filas.findByChave(dono, protocolo.chaveAcesso, /^procNFe/)) return;
  const chave = protocolo.chaveAcesso;
  filas.add(dono, { schema: documento.schema, xml: documento.procXml, chave, em });
  for (const evento of eventosOf(nota, new Date(em))) {
    if (isManifestacao(evento.tpEvento) || evento.resumoXml === undefined) continue;
    filas.add(dono, { schema: PROC_EVENTO.NFe, xml: evento.procEventoXml, chave, em });
  }
}

/** Whether the destinatário may get the whole nota by now. */
export function isFree(nota: NotaRegistrada, agora: Date): boolean {
  return eventosOf(nota, agora).some((evento) => isManifestacao(evento.tpEvento));
}
