import { DAY_MS, dayInZone, formatDate, formatTipoNota } from "@malote/syntax";
import type { MissingXml, Supplier } from "../../rpc/documents/missing-xmls.ts";
import { missingXmlTexts as texts } from "../../texts/lists/missing-xmls.ts";
import type { Tone } from "../../ui/documento/documento-status.ts";
import { formatNearInstant } from "../../ui/format/relative-time.ts";

/** A request without an answer is shown in amber after this many days. */
const NO_ANSWER_DAYS = 7;

/** The instant of a text, and the zone of its days. */
export type At = { now: Date; timeZone: string };

/** Whole calendar days from one instant to another. */
function daysBetween(from: Date, to: Date, timeZone: string): number {
  return Math.round((Date.parse(dayInZone(to, timeZone)) - Date.parse(dayInZone(from, timeZone))) / DAY_MS);
}

/** The one state of a document, in words. */
export function stateOf(
  { estado, pedidoEm }: MissingXml,
  { now, timeZone }: At,
): { word: string; tone: Tone } {
  if (estado === "baixando") return { word: texts.estado.baixando, tone: "neutro" };
  if (estado === "faltando" || pedidoEm === null) return { word: texts.estado.faltando, tone: "aviso" };
  return { word: texts.estado.pedido(daysBetween(pedidoEm, now, timeZone)), tone: "neutro" };
}

/** What happened with a document or may still be done, in words; amber from the day before the term ends. */
export function noteOf(missing: MissingXml, at: At): { text: string; isUrgent: boolean } {
  const { estado, pedidoEm, pedidoPor, porFora, lembretes, cienciaEm, cienciaAte, tipoNota } = missing;
  const near = (instant: Date): string => formatNearInstant(instant, at.now, at.timeZone);
  if (estado === "baixando" && cienciaEm !== null) return calm(texts.cienciaEnviada(near(cienciaEm)));
  if (estado === "pedido" && pedidoEm !== null) {
    const by = (porFora ? texts.porForaPor : texts.por)(pedidoPor ?? "", near(pedidoEm));
    return calm(lembretes === 0 ? by : `${by} · ${texts.lembretes(lembretes)}`);
  }
  if (cienciaAte === null) return calm(texts.semCiencia(formatTipoNota(tipoNota)));
  const day = formatDate(cienciaAte, at.timeZone).slice(0, 5);
  if (cienciaAte < at.now) return calm(texts.prazoTerminou(day));
  const left = daysBetween(at.now, cienciaAte, at.timeZone);
  if (left <= 1)
    return { text: left === 0 ? texts.cienciaHoje(day) : texts.cienciaAmanha(day), isUrgent: true };
  return calm(texts.cienciaAte(day));
}

function calm(text: string): { text: string; isUrgent: boolean } {
  return { text, isUrgent: false };
}

/** A note beside the name of a supplier; null if none. */
export function supplierNoteOf(
  { propria, para, aPedir, documentos }: Supplier,
  { now, timeZone }: At,
): { text: string; tone: Tone } | null {
  if (propria) return { text: texts.propria, tone: "neutro" };
  const last = latestOf(documentos);
  if (aPedir === 0 && last !== null) {
    const days = daysBetween(last, now, timeZone);
    return days > NO_ANSWER_DAYS
      ? { text: texts.estado.semResposta(days), tone: "aviso" }
      : { text: texts.estado.pedido(days), tone: "neutro" };
  }
  return para === null && aPedir > 0 ? { text: texts.semEndereco, tone: "neutro" } : null;
}

function latestOf(documentos: readonly MissingXml[]): Date | null {
  const instants = documentos.flatMap(({ pedidoEm }) => pedidoEm?.getTime() ?? []);
  return instants.length === 0 ? null : new Date(Math.max(...instants));
}

/** The documents of one supplier that its button requests: those still to ask, else those asked before. */
export function toRequest({ documentos, aPedir }: Supplier): string[] {
  const wanted = aPedir > 0 ? "faltando" : "pedido";
  return documentos.filter(({ estado }) => estado === wanted).map(({ id }) => id);
}
