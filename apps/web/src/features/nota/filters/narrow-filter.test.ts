import { expect, test } from "vitest";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { emptyFilterOf } from "../../../ui/filter/filter-design.ts";
import { narrowFilter } from "./narrow-filter.ts";
import { NOTA_LISTS } from "./nota-filter.ts";

const emptyFilterValue = emptyFilterOf(NOTA_LISTS.E);
const nota = (facts: Partial<NotaRow>): NotaRow =>
  ({ nfeStatus: "100", sefazStatus: "100", divergente: false, quarentena: false, ...facts }) as NotaRow;
const narrowBy = (field: "nfe" | "sefaz", facts: Partial<NotaRow>): object =>
  narrowFilter(emptyFilterValue, field, { nota: nota(facts), side: "E" });

test("a click on a status in the list filters by that status", () => {
  expect(narrowBy("nfe", {})).toEqual({ ...emptyFilterValue, nfe: ["autorizada"] });
  expect(narrowBy("nfe", { nfeStatus: "101" })).toEqual({ ...emptyFilterValue, nfe: ["cancelada"] });
  expect(narrowBy("sefaz", { sefazStatus: null })).toEqual({ ...emptyFilterValue, sefaz: ["nao-validada"] });
  expect(narrowBy("sefaz", { sefazStatus: "526" })).toEqual({ ...emptyFilterValue, sefaz: ["nao-validada"] });
  expect(narrowBy("nfe", { nfeStatus: "999" })).toEqual({ ...emptyFilterValue, nfe: ["nao-validada"] });
});

test("a click on a divergence filters by SEFAZ's status, a click on a quarantined document by quarantine", () => {
  expect(narrowBy("sefaz", { sefazStatus: "101", divergente: true })).toEqual({
    ...emptyFilterValue,
    sefaz: ["cancelada"],
    situacao: "divergente",
  });
  expect(narrowBy("nfe", { quarentena: true })).toEqual({ ...emptyFilterValue, situacao: "quarentena" });
  expect(narrowBy("sefaz", { sefazStatus: "101", divergente: true, quarentena: true })).toEqual({
    ...emptyFilterValue,
    sefaz: ["cancelada"],
    situacao: "quarentena",
  });
});

test("a click on a missing protocolo filters by “not validated”, a click on status 120 by “authorized”", () => {
  expect(narrowBy("nfe", { nfeStatus: null })).toEqual({ ...emptyFilterValue, nfe: ["nao-validada"] });
  expect(narrowBy("nfe", { nfeStatus: "120" })).toEqual({ ...emptyFilterValue, nfe: ["autorizada"] });
});
