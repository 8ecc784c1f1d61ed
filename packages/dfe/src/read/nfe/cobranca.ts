import { isDia } from "@malote/syntax";
import type { ComercioLido, DuplicataLida, PagamentoLido } from "../../leitura.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { childOf, childrenOf, fieldOf, textFieldOf } from "../fields/fields.ts";
import { readOptionalValor } from "../fields/valor.ts";

/** Reads billing and payment of an NF-e or NFC-e: cobr, and pag
 * of layout 4.00 (one, with detPag) or 3.10 (one per payment).
 * @throws LayoutError   @source leiauteNFe_v4.00.xsd, leiauteNFe_v3.10.xsd */
export function readCobranca(
  assinado: XmlElement,
): Pick<ComercioLido, "fatura" | "duplicatas" | "pagamentos"> {
  const cobr = childOf(assinado, "cobr");
  return {
    fatura: readFatura(childOf(cobr, "fat")),
    duplicatas: childrenOf(cobr, "dup").map(readDuplicata),
    pagamentos: childrenOf(assinado, "pag").flatMap(readPagamentos),
  };
}

function readFatura(fat: XmlElement | null): ComercioLido["fatura"] {
  return fat && { numero: fieldOf(fat, "nFat"), valorLiquido: readOptionalValor(fat, "vLiq") };
}

function readDuplicata(dup: XmlElement): DuplicataLida {
  const vencimento = fieldOf(dup, "dVenc");
  return {
    numero: fieldOf(dup, "nDup"),
    vencimento: vencimento !== null && isDia(vencimento) ? vencimento : null,
    valor: readOptionalValor(dup, "vDup"),
  };
}

function readPagamentos(pag: XmlElement): PagamentoLido[] {
  const detalhes = childrenOf(pag, "detPag");
  return (detalhes.length > 0 ? detalhes : [pag]).flatMap(readPagamento);
}

function readPagamento(detalhe: XmlElement): PagamentoLido[] {
  const meio = fieldOf(detalhe, "tPag");
  if (meio === null) return [];
  const prazo = fieldOf(detalhe, "indPag");
  const descricao = textFieldOf(detalhe, "xPag");
  return [{ meio, prazo, descricao, valor: readOptionalValor(detalhe, "vPag") }];
}
