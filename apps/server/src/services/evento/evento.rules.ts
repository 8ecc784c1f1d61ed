import type { Ressalva } from "@malote/contract";
import {
  findCancelamentos,
  findEventoRule,
  findEventosOf,
  REGISTRADO,
  VEREDITOS,
  type Veredito,
} from "@malote/dfe";
import { isQuarentena } from "../documento/veredito.rules.ts";

/** True if the cStat of a mailed evento is a registration; an evento from SEFAZ itself needs none. */
export function isRegistered(cStat: string | null): boolean {
  return cStat !== null && REGISTRADO.has(cStat);
}

/** Vereditos with which an evento counts. */
export const PUBLISHABLE_VEREDITOS: readonly Veredito[] = VEREDITOS.filter(
  (veredito) => !isQuarentena({ veredito, achados: [] }),
);

/** Eventos that cancel, each as modelo and tpEvento. */
export const CANCELAMENTOS: readonly string[] = findCancelamentos();
/** Eventos that only the recipient of an NF-e may send, in the same format. */
export const BY_DESTINATARIO: readonly string[] = findEventosOf("destinatario");
/** Eventos that the recipient or the emitente may send. */
export const BY_EMITENTE_OR_DESTINATARIO: readonly string[] = findEventosOf("emitente", "destinatario");
/** Eventos that the tomador of a CT-e may send. */
export const BY_TOMADOR: readonly string[] = findEventosOf("tomador");

/** What is known of an evento, for one view of its nota. `autorCerto`: its author is entitled to it. */
export type EventoEvidence = {
  chave: string;
  tpEvento: string;
  autor: string;
  origem: "email" | "sefaz";
  cStat: string | null;
  veredito: Veredito | null;
  autorCerto: boolean;
};

/** Why an evento does not count; null if it does: SEFAZ sent it, or it was mailed registered, valid and by
 * its right author. */
export function ressalvaOf({
  origem,
  cStat,
  veredito,
  autorCerto,
  ...evento
}: EventoEvidence): Ressalva | null {
  if (origem === "sefaz") return null;
  if (isAnswerOnly({ veredito, autor: evento.autor })) return "so-registro";
  if (!isRegistered(cStat)) return "nao-registrado";
  if (veredito === null || !PUBLISHABLE_VEREDITOS.includes(veredito)) return "veredito";
  if (autorCerto) return null;
  const type = `${evento.chave.slice(20, 22)}${evento.tpEvento}`;
  if (BY_TOMADOR.includes(type)) return "autor-nao-tomador";
  return CANCELAMENTOS.includes(type) ? "autor-nao-emitente" : "autor-nao-destinatario";
}

/** Display name of an evento: from the table, else as its author wrote it. */
export function nameOfEvento(evento: { chave: string; tpEvento: string; descEvento: string }): string {
  const { chave, tpEvento, descEvento } = evento;
  const rule = findEventoRule(chave.slice(20, 22), tpEvento);
  return rule?.nome ?? (descEvento.trim() || `Evento ${tpEvento}`);
}

/** SEFAZ's answer to an evento, without the evento that its author signed. */
function isAnswerOnly({ autor, veredito }: Pick<EventoEvidence, "veredito" | "autor">): boolean {
  return autor === "" && veredito === "assinatura-invalida";
}
