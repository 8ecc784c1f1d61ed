import type { ResultOf } from "@malote/contract";
import type { Caller } from "../handler.ts";
import type { LoteRow } from "./lote.rows.ts";
import { isOpen, mayStop, undoableUntil } from "./lote.rules.ts";
import type { ItemRow } from "./lote-item.rows.ts";

type LoteWire = ResultOf<"Lote.getLote">["object"];
type DocumentoWire = ResultOf<"Lote.getListDocumento">["results"][number];

export function writeLote(row: LoteRow, caller: Caller, now: Date): LoteWire {
  const { usuarioId, origemId, origemTipo, alteradoEm: _, ...lote } = row;
  const { total, enviando, feitos, semMudanca, recusados, parados } = row;
  const isOver = !isOpen(row);
  return {
    ...lote,
    proprio: usuarioId === caller.usuarioId,
    origem: origemId !== null && origemTipo !== null ? { id: origemId, tipo: origemTipo } : null,
    naFila: total - enviando - feitos - semMudanca - recusados - parados,
    desfazerAte: caller.isPerson ? undoableUntil(row, now) : null,
    podeParar: !isOver && mayStop(caller, row),
    podeRepetir: isOver && mayRepeat(row, caller),
  };
}

/** Whether a caller may repeat what a lote did not reach. */
export function mayRepeat(row: LoteRow, { isPerson, isManifestante }: Caller): boolean {
  if (!isPerson || row.recusados + row.parados === 0) return false;
  return row.tipo === "marca" || isManifestante;
}

export function writeDocumento({ feitoEm, papel, ...row }: ItemRow): DocumentoWire {
  const numero = (n: number | string | null): string | null => (n === null ? null : String(n));
  return {
    ...row,
    numeroNota: numero(row.numeroNota),
    serieNota: numero(row.serieNota),
    type: papel,
    terminadoEm: feitoEm,
  };
}
