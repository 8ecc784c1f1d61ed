import type { TipoNota } from "@malote/syntax";
import { isCancelamento, REGISTRADO } from "../judge/judge-evento.ts";
import { LayoutError } from "../read/fields/fields.ts";
import { isLocatedDocumento, type LocatedDocumento } from "../read/locate.ts";
import type { EmbeddedEvento } from "../read/lote/embedded-eventos.ts";
import { openDfe } from "../read/read-dfe.ts";
import { type PrintedCte, readPrintedCte } from "./cte/cte.ts";
import { type PrintedEvento, readPrintedEvento } from "./evento/evento.ts";
import { type PrintedMdfe, readPrintedMdfe } from "./mdfe/mdfe.ts";
import { type PrintedNfe, readPrintedNfe } from "./nfe/nfe.ts";

/** The printed form of a document. `isCancelado`: its file
 * contains a registered cancelamento, which is not judged here. */
export type PrintedForm = (PrintedNfe | PrintedCte | PrintedMdfe | PrintedEvento) & { isCancelado?: boolean };

const READERS: Readonly<Record<TipoNota, (location: LocatedDocumento) => PrintedForm>> = {
  NFe: readPrintedNfe,
  CTe: (location) => readPrintedCte(location, "cte"),
  CTeOS: (location) => readPrintedCte(location, "os"),
  MDFe: readPrintedMdfe,
  NFCe: readPrintedNfe,
};

/** Reads the printed form of a document; null when the bytes are not a document or
 * evento that has one. Never throws for its input: an unreadable field is omitted. */
export function readPrintedForm(bytes: Uint8Array): PrintedForm | null {
  const { location, eventos } = openDfe(bytes);
  if (location === null || !isLocatedDocumento(location)) return null;
  try {
    const form = readLocation(location);
    return eventos.some(isCancelamentoRegistrado) ? { ...form, isCancelado: true } : form;
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}

function isCancelamentoRegistrado(embedded: EmbeddedEvento): boolean {
  const reading =
    embedded.kind === "complete" ? openDfe(embedded.bytes).reading : { ...embedded, kind: "evento" as const };
  return (
    reading.kind === "evento" &&
    isCancelamento(reading.evento) &&
    reading.evento.cStat !== null &&
    REGISTRADO.has(reading.evento.cStat)
  );
}

function readLocation(location: LocatedDocumento): PrintedForm {
  return location.kind === "evento" ? readPrintedEvento(location) : READERS[location.layout.tipo](location);
}
