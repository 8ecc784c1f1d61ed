import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { fieldTextOf } from "../fields.ts";
import { at, dataAt, decimalAt, decimalsAt } from "./fields.ts";
import type { PrintedCobranca, PrintedPagamento } from "./types.ts";

/** Reads fatura, duplicatas and payments, of layout 4.00
 * (one pag, with detPag) or 3.10 (one per payment).
 * @source leiauteNFe_v4.00.xsd, leiauteNFe_v3.10.xsd */
export function readCobranca(assinado: XmlElement): PrintedCobranca {
  const cobr = at(assinado, "cobr");
  const pags = childrenOf(assinado, "pag");
  return {
    fatura: readFatura(at(cobr, "fat")),
    duplicatas: childrenOf(cobr, "dup").map((dup) => ({
      numero: fieldTextOf(dup, "nDup"),
      vencimento: dataAt(dup, "dVenc"),
      valor: decimalAt(dup, "vDup"),
    })),
    pagamentos: pags.flatMap((pag) => {
      const details = childrenOf(pag, "detPag");
      return (details.length > 0 ? details : [pag]).map(readPagamento);
    }),
    troco: decimalAt(pags[0] ?? null, "vTroco"),
  };
}

function readFatura(fat: XmlElement | null): PrintedCobranca["fatura"] {
  if (!fat) return null;
  return {
    numero: fieldTextOf(fat, "nFat"),
    ...decimalsAt(fat, { original: "vOrig", desconto: "vDesc", liquido: "vLiq" }),
  };
}

function readPagamento(detail: XmlElement): PrintedPagamento {
  const card = at(detail, "card");
  return {
    meio: fieldTextOf(detail, "tPag"),
    prazo: fieldTextOf(detail, "indPag"),
    descricao: fieldTextOf(detail, "xPag"),
    valor: decimalAt(detail, "vPag"),
    bandeira: fieldTextOf(card, "tBand"),
    autorizacao: fieldTextOf(card, "cAut"),
  };
}
