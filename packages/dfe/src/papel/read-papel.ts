import { isCancelamento, REGISTRADO } from "../judge/judge-evento.ts";
import { LayoutError } from "../read/fields/fields.ts";
import { isLocatedDocumento, type LocatedDocumento } from "../read/locate.ts";
import type { EmbeddedEvento } from "../read/lote/embedded-eventos.ts";
import { openDfe } from "../read/read-dfe.ts";
import { type PapelCte, readPapelCte } from "./cte/cte.ts";
import { type PapelEvento, readPapelEvento } from "./evento/evento.ts";
import { type PapelMdfe, readPapelMdfe } from "./mdfe/mdfe.ts";
import { type PapelNfe, readPapelNfe } from "./nfe/nfe.ts";

/** The printed form of a document. `isCancelado`: its file
 * contains a registered cancelamento, which is not judged here. */
export type Papel = (PapelNfe | PapelCte | PapelMdfe | PapelEvento) & { isCancelado?: boolean };

/** Reads the printed form of a document; null when the bytes are not a document or
 * evento that has one. Never throws for its input: an unreadable field is omitted. */
export function readPapel(bytes: Uint8Array): Papel | null {
  const { location, eventos } = openDfe(bytes);
  if (location === null || !isLocatedDocumento(location)) return null;
  try {
    const papel = readLocation(location);
    return eventos.some(isCancelamentoRegistrado) ? { ...papel, isCancelado: true } : papel;
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}

function isCancelamentoRegistrado(embedded: EmbeddedEvento): boolean {
  const leitura =
    embedded.kind === "complete" ? openDfe(embedded.bytes).leitura : { ...embedded, kind: "evento" as const };
  return (
    leitura.kind === "evento" &&
    isCancelamento(leitura.evento) &&
    leitura.evento.cStat !== null &&
    REGISTRADO.has(leitura.evento.cStat)
  );
}

function readLocation(location: LocatedDocumento): Papel {
  if (location.kind === "evento") return readPapelEvento(location);
  switch (location.layout.familia) {
    case "nfe":
      return readPapelNfe(location);
    case "cte":
      return readPapelCte(location);
    case "mdfe":
      return readPapelMdfe(location);
  }
}
