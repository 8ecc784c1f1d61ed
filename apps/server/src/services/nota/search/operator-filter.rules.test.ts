import { expect, test } from "vitest";
import { readOperatorFilters } from "./operator-filter.rules.ts";

test.each([
  ["de:orvalho uf:SP", [{ nomeEmitente: "orvalho" }, { uf: "SP" }]],
  ["de:27.391.485/0001-48", [{ cnpjEmitente: "27.391.485/0001-48" }]],
  ["para:27391485", [{ cnpjDestinatario: "27391485" }]],
  ["de:3irmaos", [{ nomeEmitente: "3irmaos" }]],
  ["emissao:2026-10 valor:>5", [{ emissaoDe: "2026-10-01", emissaoAte: "2026-10-31" }]],
  ["emissao:..2026", [{ emissaoAte: "2026-12-31" }]],
  ["situacao:divergente", [{ divergente: true, quarentena: false }]],
  ["situacao:aberta tipo:cte", [{ processadoErp: false }, { tiposNota: ["CTe"] }]],
  // Without today a relative day is no operator.
  ["emissao:7d", []],
  ["moinho 12", []],
])("the search text %j restricts a list by these filters", (text, filters) => {
  expect(readOperatorFilters(text)).toEqual(filters);
});
