import * as z from "zod/mini";

const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
const EMPTY_DATE = Date.UTC(1901, 0, 1);

/** An instant in a response, or empty. ISO UTC on the wire; {@link reviveDates} makes it a Date in the
 * SPA. */
export const instant = z.nullable(z.date());

/** The only fields of responses with instants: an explicit list, because a supplier's subject line may
 * look like a date and must stay text. */
const DATE_FIELDS: ReadonlySet<string> = new Set([
  "data",
  "recebidaEm",
  "dataEmissao",
  "nfeProtocoloData",
  "protocoloData",
  "criadoEm",
  "alteradaEm",
  "revogadoEm",
  "alteradoEm",
  "processadoEm",
  "provadaEm",
  "recebidoEm",
  "conferidoEm",
  "quarentenaLiberadaEm",
  "sefazConsultadaEm",
  "sefazProximaEm",
  "sefazFalhouEm",
  "ultimaColeta",
  "ultimoErroEm",
  "proximaColeta",
  "ultimaVisita",
  "erroDesde",
  "ultimoEmailEm",
  "silenciosaDesde",
  "reprocessadoEm",
  "ultimoAcesso",
  "dataEvento",
  "validoDe",
  "validoAte",
  "enviadoEm",
  "ultimaEm",
  "proximaEm",
  "quando",
  "ate",
  "pedidaEm",
  "cienciaEm",
  "cienciaAte",
  "maisAntiga",
  "registradaEm",
  "prazoManifestacao",
  "confirmadaTacitamenteEm",
  "terminadoEm",
  "expiraEm",
  "criadaEm",
  "usadaEm",
  "ultimoUso",
  "terminaEm",
  "conviteExpiraEm",
  "abertaEm",
  "ultimaCaptura",
  "esperaDesde",
  "publicadaEm",
  "desativadoEm",
  "anteriorAte",
  "ultimaEntregaEm",
  "agoraEm",
  "noArDesde",
  "pausadaDesde",
  "desdeEm",
  "medidoEm",
  "comecouEm",
  "terminouEm",
  "pedidoEm",
  "desfeitoEm",
  "desfazerAte",
  "avisadaEm",
  "sefazEm",
]);

/** JSON.parse reviver of responses: ISO UTC text in a date field becomes a Date, 1 January 1901 becomes
 * null.
 * @source spec §7 */
export function reviveDates(key: string, value: unknown): unknown {
  if (typeof value !== "string" || !DATE_FIELDS.has(key) || !ISO_UTC.test(value)) return value;
  const date = new Date(value);
  return date.getTime() === EMPTY_DATE ? null : date;
}
