import type { Lote } from "../../rpc/documents/lotes.ts";
import { loteTexts as texts } from "../../texts/lists/lotes.ts";
import { manifestacaoTexts } from "../../texts/nota/manifestacao.ts";

/** What a lote does: "Marcar: Recebido", "Operação confirmada". */
export function nameAct({ marca, valor, status }: Lote): string {
  if (status !== null) return manifestacaoTexts.status[status];
  if (marca === null) return texts.titulo;
  return valor ? texts.marcar(texts.marcas[marca]) : texts.desmarcar(texts.marcas[marca]);
}

/** Documents with their final outcome. */
export function countDone({ total, naFila, enviando }: Lote): number {
  return total - naFila - enviando;
}

/** The number of documents of each outcome. */
export function countsOf(lote: Lote) {
  return {
    recusado: lote.recusados,
    enviando: lote.enviando,
    feito: lote.feitos,
    "sem-mudanca": lote.semMudanca,
    parado: lote.parados,
    "na-fila": lote.naFila,
  };
}

/** The title of the board. */
export function titleOf({ tipo, estado, origem }: Lote): string {
  const { loteDesfeito, andamento, fim, parado, falhou } = texts.quadro;
  if (estado === "concluido") return origem?.tipo === "desfaz" ? loteDesfeito : fim[tipo];
  if (estado === "parado") return parado[tipo];
  return estado === "falhou" ? falhou[tipo] : andamento[tipo];
}
