import type { Motivo } from "@malote/contract";
import { type LoteBudget, type LoteDocumento, type LoteRefusal, openLote } from "@malote/dfe";
import { type Budget, createBudget } from "@malote/mailbox";
import { type Arquivo, sorte } from "./arquivo.ts";

/** A lote may hold documents in wrappers of their own; deeper nesting is an attack. */
const LOTES_MAX = 3;

const RECUSAS: Record<LoteRefusal["motivo"], Motivo> = {
  "grande-demais": "xml-grande-demais",
  invalido: "lote-documento-invalido",
  "documentos-demais": "lote-muitos-documentos",
  "caro-demais": "caro-demais",
};

/**
 * Opens an XML with several documents: yields the file as a package, then its content as parts with
 * an outcome each. All of it counts in the e-mail's budget.
 * @param depth 1 for a file of the e-mail, more inside another lote
 */
export function openLoteDe(arquivo: Arquivo, depth: number, orcamento = createBudget()): Arquivo[] {
  if (depth >= LOTES_MAX) return [{ ...arquivo, sorte: sorte("erro", "pacote-fundo-demais") }];
  const { documentos, recusados } = openLote(arquivo.bytes, folgaOf(orcamento));
  const demais = recusados.find(({ motivo }) => motivo === "documentos-demais");
  if (demais) return [{ ...arquivo, sorte: sorte("erro", RECUSAS[demais.motivo], demais.nome) }];
  const dentro = [...documentos, ...recusados];
  orcamento.entradasLivres -= dentro.length;
  const opened = { ...arquivo, sorte: sorte("pacote", "lote-aberto", String(dentro.length)) };
  return [opened, ...dentro.map((each, i) => toArquivo(each, `${arquivo.caminho}/${i + 1}`))];
}

function folgaOf(orcamento: Budget): LoteBudget {
  return {
    bytes: orcamento.infladoLivre,
    documentos: orcamento.entradasLivres,
    isOver: orcamento.isOver,
    spend: (bytes) => {
      orcamento.infladoLivre -= bytes;
    },
  };
}

function toArquivo(each: LoteDocumento | LoteRefusal, caminho: string): Arquivo {
  const parte = { caminho, nome: each.nome, tipo: "application/xml", embutida: false, contentId: null };
  if ("bytes" in each) return { ...parte, bytes: each.bytes, sorte: null };
  return { ...parte, bytes: new Uint8Array(), sorte: sorte("erro", RECUSAS[each.motivo]) };
}
