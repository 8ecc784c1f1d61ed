import { STATUS_ABSENT } from "@malote/contract";
import {
  AUTHORIZED_CSTATS,
  CANCELLED_CSTATS,
  cleanDocumento,
  DENIED_CSTATS,
  readOperators,
  type SearchOperator,
  type SearchSituation,
} from "@malote/syntax";
import type { NotaFilter } from "../nota.rules.ts";

/** What each situation means in a filter. `divergente` excludes quarantine, as counts of the painel do. */
const SITUATIONS: Readonly<Record<SearchSituation, NotaFilter>> = {
  divergente: { divergente: true, quarentena: false },
  quarentena: { quarentena: true },
  autorizada: { nfeStatus: AUTHORIZED_CSTATS.join(",") },
  cancelada: { nfeStatus: CANCELLED_CSTATS.join(",") },
  denegada: { nfeStatus: DENIED_CSTATS.join(",") },
  "nao-validada": { nfeStatus: STATUS_ABSENT },
  aberta: { processadoErp: false },
  processada: { processadoErp: true },
  recebida: { recebido: true },
  conferida: { conferido: true },
};
const DOCUMENTO = /^(?=.*\d)[0-9A-Z]{3,14}$/;

/** The conditions that a search text names besides amounts, one filter each: all must match. */
export function readOperatorFilters(text: string): NotaFilter[] {
  return readOperators(text, null).operators.flatMap(({ operator }) =>
    operator.name === "valor" ? [] : [filterOf(operator)],
  );
}

/** Whether a search text is an amount, or has an operator. */
export function hasOperators(text: string): boolean {
  return readOperators(text, null).operators.length > 0;
}

function filterOf(operator: Exclude<SearchOperator, { name: "valor" }>): NotaFilter {
  switch (operator.name) {
    case "de":
      return isDocumento(operator.quem) ? { cnpjEmitente: operator.quem } : { nomeEmitente: operator.quem };
    case "para":
      return isDocumento(operator.quem)
        ? { cnpjDestinatario: operator.quem }
        : { nomeDestinatario: operator.quem };
    case "emissao":
      return {
        ...(operator.de === null ? {} : { emissaoDe: operator.de }),
        ...(operator.ate === null ? {} : { emissaoAte: operator.ate }),
      };
    case "situacao":
      return SITUATIONS[operator.situacao];
    case "tipo":
      return { tiposNota: [operator.tipo] };
    case "uf":
      return { uf: operator.uf };
  }
}

/** A CNPJ or CPF, or its first characters; a name has other characters, or no digit. */
function isDocumento(text: string): boolean {
  return DOCUMENTO.test(cleanDocumento(text)) && !/\p{Ll}{2}/u.test(text);
}
