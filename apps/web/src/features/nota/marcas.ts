import { addValor, formatReais, formatTipoNota } from "@malote/syntax";
import type { NotaLinha } from "../../rpc/queries.ts";
import { formatNumero } from "../../ui/numero.ts";

/** The three flags that a user sets on a document. */
export const MARCAS = ["processado", "recebido", "conferido"] as const;
export type Marca = (typeof MARCAS)[number];

/** The fields of a document that its flags need. */
export type Marcavel = Pick<
  NotaLinha,
  | "id"
  | "tipoNota"
  | "numeroNota"
  | "valorTotal"
  | "quarentena"
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
export type MarcaEstado = { ligada: boolean; por: string | null; em: Date | null };

export function estadoOf(nota: Marcavel, marca: Marca): MarcaEstado {
  if (marca === "processado") {
    return { ligada: nota.processadoErp, por: nota.processadoPor, em: nota.processadoEm };
  }
  if (marca === "recebido") return { ligada: nota.recebido, por: nota.recebidoPor, em: nota.recebidoEm };
  return { ligada: nota.conferido, por: nota.conferidoPor, em: nota.conferidoEm };
}

/** "NF-e 184.220". */
export function nomeOf(nota: Pick<NotaLinha, "tipoNota" | "numeroNota">): string {
  return `${formatTipoNota(nota.tipoNota)} ${formatNumero(nota.numeroNota)}`;
}

/** The total value of documents, in reais. */
export function sumValores(notas: readonly Pick<NotaLinha, "valorTotal">[]): string {
  return formatReais(notas.reduce((sum, nota) => addValor(sum, nota.valorTotal), "0.00"));
}

/** Outcome of one document of a batch. */
export type ResultadoItem = { nota: Marcavel; falha: string | null };
/** A running or finished batch; a stop skips the documents that are not started yet. */
export type Lote = {
  marca: Marca;
  feitas: number;
  total: number;
  resultados: ResultadoItem[] | null;
  parar: () => void;
};
