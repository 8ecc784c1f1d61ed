import type { SearchOperatorName, SearchSituation } from "@malote/syntax";
import type * as source from "../../../texts/app/search-operators.ts";
import type { Translated } from "../../translated.ts";

/** One hint for each operator. The parser reads the Portuguese operators, so the examples keep them. */
const OPERATOR_HINTS: Record<SearchOperatorName, { exemplo: string; dica: string }> = {
  valor: { exemplo: "valor:>1000", dica: "value above, or valor:500..900" },
  de: { exemplo: "de:orvalho", dica: "issuer, name or CNPJ" },
  emissao: { exemplo: "emissao:mes-passado", dica: "issue date: hoje, 7d, 2026-10" },
  situacao: { exemplo: "situacao:divergente", dica: "status: quarentena, cancelada, aberta" },
  tipo: { exemplo: "tipo:cte", dica: "type: nfe, nfce, cteos, mdfe" },
  para: { exemplo: "para:moinho", dica: "recipient, name or CNPJ" },
  uf: { exemplo: "uf:SP", dica: "state of the other party" },
};

const SITUATIONS: Record<SearchSituation, string> = {
  divergente: "with a mismatch",
  quarentena: "in quarantine",
  autorizada: "authorized",
  cancelada: "cancelled",
  denegada: "denied",
  "nao-validada": "not validated",
  aberta: "not processed",
  processada: "processed",
  recebida: "received",
  conferida: "checked",
};

/** English texts of `texts/app/search-operators.ts`. */
export const operatorTexts: Translated<typeof source.operatorTexts> = {
  grupo: "Operators",
  completa: "Tab completes",
  completar: (exemplo, dica) => `${exemplo}: ${dica}`,
  retirar: (operador) => `Remove ${operador}`,
  dicas: OPERATOR_HINTS,
  valorAcima: (valor) => `value above ${valor}`,
  valorAte: (valor) => `value up to ${valor}`,
  valorEntre: (de, ate) => `value from ${de} to ${ate}`,
  valorDe: (valor) => `value of ${valor}`,
  de: (quem) => `from “${quem}”`,
  para: (quem) => `to “${quem}”`,
  emissaoEm: (dia) => `issued on ${dia}`,
  emissaoEntre: (de, ate) => `issued from ${de} to ${ate}`,
  emissaoDesde: (dia) => `issued since ${dia}`,
  emissaoAte: (dia) => `issued until ${dia}`,
  situacoes: SITUATIONS,
  uf: (uf) => `State ${uf}`,
  texto: (texto) => `“${texto}”`,
};
