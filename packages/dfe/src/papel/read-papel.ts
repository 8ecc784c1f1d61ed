import { isCancelamento, REGISTRADO } from "../judge/judge-evento.ts";
import { LayoutError } from "../read/fields/fields.ts";
import { isLocatedDocumento, type LocatedDocumento } from "../read/locate.ts";
import type { EmbeddedEvento } from "../read/lote/embedded-eventos.ts";
import { openDfe } from "../read/read-dfe.ts";
import { type PapelCte, readPapelCte } from "./cte.ts";
import { type PapelEvento, readPapelEvento } from "./evento.ts";
import { type PapelMdfe, readPapelMdfe } from "./mdfe.ts";
import { type PapelNfe, readPapelNfe } from "./nfe.ts";

/**
 * Everything of a document that stands on its paper. `isCancelado`: the file that it was read from
 * holds a registered cancellation of it, which nothing here has judged.
 */
export type Papel = (PapelNfe | PapelCte | PapelMdfe | PapelEvento) & { isCancelado?: boolean };

/** Reads what the paper of a document shows; null when the bytes are no document or evento that has a paper.
 * Never throws for its input: a field that cannot be read is left out. */
export function readPapel(bytes: Uint8Array): Papel | null {
  const { location, eventos } = openDfe(bytes);
  if (location === null || !isLocatedDocumento(location)) return null;
  try {
    const papel = readLugar(location);
    return eventos.some(isCancelamentoRegistrado) ? { ...papel, isCancelado: true } : papel;
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}

function isCancelamentoRegistrado(junto: EmbeddedEvento): boolean {
  const leitura =
    junto.kind === "complete" ? openDfe(junto.bytes).leitura : { ...junto, kind: "evento" as const };
  return (
    leitura.kind === "evento" &&
    isCancelamento(leitura.evento) &&
    leitura.evento.cStat !== null &&
    REGISTRADO.has(leitura.evento.cStat)
  );
}

function readLugar(location: LocatedDocumento): Papel {
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
