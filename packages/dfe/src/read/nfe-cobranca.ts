import { isDia } from "@malote/syntax";
import type { ComercioLido, DuplicataLida, PagamentoLido } from "../leitura.ts";
import type { XmlElement } from "../xml/tree.ts";
import { childOf, childrenOf, fieldOf, textFieldOf } from "./fields.ts";
import { readOptionalValor } from "./valor.ts";

/** Reads how an NF-e or NFC-e is charged and paid: cobr, and pag in the layout of 4.00 (one, with detPag) or of 3.10 (many,
 * each a payment).   @throws LayoutError   @source leiauteNFe_v4.00.xsd, leiauteNFe_v3.10.xsd */
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
