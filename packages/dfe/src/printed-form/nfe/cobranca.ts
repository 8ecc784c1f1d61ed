import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { textoOf } from "../campos.ts";
import { at, dataAt, decimalAt, decimalsAt } from "./campos.ts";
import type { PrintedCobranca, PrintedPagamento } from "./tipos.ts";

/** Reads fatura, duplicatas and payments, of layout 4.00
 * (one pag, with detPag) or 3.10 (one per payment).
 * @source leiauteNFe_v4.00.xsd, leiauteNFe_v3.10.xsd */
export function readCobranca(assinado: XmlElement): PrintedCobranca {
  const cobr = at(assinado, "cobr");
  const pags = childrenOf(assinado, "pag");
  return {
    fatura: readFatura(at(cobr, "fat")),
    duplicatas: childrenOf(cobr, "dup").map((dup) => ({
      numero: textoOf(dup, "nDup"),
      vencimento: dataAt(dup, "dVenc"),
      valor: decimalAt(dup, "vDup"),
    })),
    pagamentos: pags.flatMap((pag) => {
      const detalhes = childrenOf(pag, "detPag");
      return (detalhes.length > 0 ? detalhes : [pag]).map(readPagamento);
    }),
    troco: decimalAt(pags[0] ?? null, "vTroco"),
  };
}

function readFatura(fat: XmlElement | null): PrintedCobranca["fatura"] {
  if (!fat) return null;
  return {
    numero: textoOf(fat, "nFat"),
    ...decimalsAt(fat, { original: "vOrig", desconto: "vDesc", liquido: "vLiq" }),
  };
}

function readPagamento(detalhe: XmlElement): PrintedPagamento {
  const card = at(detalhe, "card");
  return {
    meio: textoOf(detalhe, "tPag"),
    prazo: textoOf(detalhe, "indPag"),
    descricao: textoOf(detalhe, "xPag"),
    valor: decimalAt(detalhe, "vPag"),
    bandeira: textoOf(card, "tBand"),
    autorizacao: textoOf(card, "cAut"),
  };
}
