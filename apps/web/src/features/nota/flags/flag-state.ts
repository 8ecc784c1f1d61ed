import { addAmount, formatReais, formatTipoNota } from "@malote/syntax";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";

/** The three flags that a user sets on a document. */
export const FLAG_NAMES = ["processado", "recebido", "conferido"] as const;
export type FlagName = (typeof FLAG_NAMES)[number];

/** The fields of a document that its flags need. */
export type FlaggableNota = Pick<
  NotaRow,
  | "id"
  | "tipoNota"
  | "numeroNota"
  | "valorTotal"
  | "quarentena"
  | "divergente"
  | "sefazStatus"
  | "processadoErp"
  | "processadoEm"
  | "processadoPor"
  | "recebido"
  | "recebidoEm"
  | "recebidoPor"
  | "conferido"
  | "conferidoEm"
  | "conferidoPor"
>;

/** State of a flag: on or off, by whom and when. */
export type FlagState = { isOn: boolean; por: string | null; em: Date | null };

export function flagStateOf(nota: FlaggableNota, flag: FlagName): FlagState {
  if (flag === "processado") {
    return { isOn: nota.processadoErp, por: nota.processadoPor, em: nota.processadoEm };
  }
  if (flag === "recebido") return { isOn: nota.recebido, por: nota.recebidoPor, em: nota.recebidoEm };
  return { isOn: nota.conferido, por: nota.conferidoPor, em: nota.conferidoEm };
}

/** "NF-e 184.220". */
export function notaNameOf(nota: Pick<NotaRow, "tipoNota" | "numeroNota">): string {
  return `${formatTipoNota(nota.tipoNota)} ${formatDocumentNumber(nota.numeroNota)}`;
}

/** The total value of documents, in reais. */
export function sumTotals(notas: readonly Pick<NotaRow, "valorTotal">[]): string {
  return formatReais(notas.reduce((sum, nota) => addAmount(sum, nota.valorTotal), "0.00"));
}

/** A flag to set or to clear. */
export type FlagChange = { flag: FlagName; turnOn: boolean };

/** Outcome of one document of a batch. */
export type BatchOutcome = { nota: FlaggableNota; falha: string | null };
