import type { TipoNota } from "@malote/syntax";
import type { ParsedNota } from "../reading.ts";
import type { LocatedNota } from "./locate.ts";
import { readNfe } from "./nfe/nfe.ts";
import { readCte } from "./transport/cte.ts";
import { readMdfe } from "./transport/mdfe.ts";

const READERS: Readonly<Record<TipoNota, (location: LocatedNota) => ParsedNota>> = {
  NFe: readNfe,
  CTe: readCte,
  CTeOS: readCte,
  MDFe: readMdfe,
  NFCe: readNfe,
};

/** Reads a document that is stored as a nota, by the reader of its type.   @throws LayoutError */
export function readNota(location: LocatedNota): ParsedNota {
  return READERS[location.layout.tipo](location);
}
