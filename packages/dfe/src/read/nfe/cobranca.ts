import { isDay } from "@malote/syntax";
import type { ParsedComercio, ParsedDuplicata, ParsedPagamento } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { readOptionalAmount } from "../fields/amount.ts";
import { childOf, childrenOf, fieldOf, textFieldOf } from "../fields/fields.ts";

/** Reads billing and payment of an NF-e or NFC-e: cobr, and pag
 * of layout 4.00 (one, with detPag) or 3.10 (one per payment).
 * @throws LayoutError   @source leiauteNFe_v4.00.xsd, leiauteNFe_v3.10.xsd */
export function readCobranca(
  assinado: XmlElement,
): Pick<ParsedComercio, "fatura" | "duplicatas" | "pagamentos"> {
  const cobr = childOf(assinado, "cobr");
  return {
    fatura: readFatura(childOf(cobr, "fat")),
    duplicatas: childrenOf(cobr, "dup").map(readDuplicata),
    pagamentos: childrenOf(assinado, "pag").flatMap(readPagamentos),
  };
}

function readFatura(fat: XmlElement | null): ParsedComercio["fatura"] {
  return fat && { numero: fieldOf(fat, "nFat"), valorLiquido: readOptionalAmount(fat, "vLiq") };
}

function readDuplicata(dup: XmlElement): ParsedDuplicata {
  const vencimento = fieldOf(dup, "dVenc");
  return {
    numero: fieldOf(dup, "nDup"),
    vencimento: vencimento !== null && isDay(vencimento) ? vencimento : null,
    valor: readOptionalAmount(dup, "vDup"),
  };
}

function readPagamentos(pag: XmlElement): ParsedPagamento[] {
  const details = childrenOf(pag, "detPag");
  return (details.length > 0 ? details : [pag]).flatMap(readPagamento);
}

function readPagamento(detail: XmlElement): ParsedPagamento[] {
  const meio = fieldOf(detail, "tPag");
  if (meio === null) return [];
  const prazo = fieldOf(detail, "indPag");
  const descricao = textFieldOf(detail, "xPag");
  return [{ meio, prazo, descricao, valor: readOptionalAmount(detail, "vPag") }];
}
