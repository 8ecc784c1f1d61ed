import { isCancelamento, REGISTRADO } from "../judge/judge-evento.ts";
import { LayoutError } from "../read/fields.ts";
import type { EventoJunto } from "../read/juntos.ts";
import { isLocalizado, type Localizado } from "../read/locate.ts";
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
  const { lugar, eventos } = openDfe(bytes);
  if (lugar === null || !isLocalizado(lugar)) return null;
  try {
    const papel = readLugar(lugar);
    return eventos.some(isCancelamentoRegistrado) ? { ...papel, isCancelado: true } : papel;
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}

function isCancelamentoRegistrado(junto: EventoJunto): boolean {
  const leitura =
    junto.kind === "inteiro" ? openDfe(junto.bytes).leitura : { ...junto, kind: "evento" as const };
  return (
    leitura.kind === "evento" &&
    isCancelamento(leitura.evento) &&
    leitura.evento.cStat !== null &&
    REGISTRADO.has(leitura.evento.cStat)
  );
}

function readLugar(lugar: Localizado): Papel {
  if (lugar.kind === "evento") return readPapelEvento(lugar);
  switch (lugar.layout.familia) {
    case "nfe":
      return readPapelNfe(lugar);
    case "cte":
      return readPapelCte(lugar);
    case "mdfe":
      return readPapelMdfe(lugar);
  }
}
