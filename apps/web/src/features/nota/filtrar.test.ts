import { expect, test } from "vitest";
import type { NotaLinha } from "../../rpc/queries.ts";
import { narrowFiltro } from "./filtrar.ts";
import { clearFiltro } from "./filtro.ts";

const livre = clearFiltro();
const nota = (fatos: Partial<NotaLinha>): NotaLinha =>
  ({ nfeStatus: "100", sefazStatus: "100", divergente: false, quarentena: false, ...fatos }) as NotaLinha;
const por = (campo: "nfe" | "sefaz", fatos: Partial<NotaLinha>): object =>
  narrowFiltro(livre, campo, { nota: nota(fatos), papel: "E" });

test("a click on a status filters by that status", () => {
  expect(por("nfe", {})).toEqual({ ...livre, nfe: ["autorizada"] });
  expect(por("nfe", { nfeStatus: "101" })).toEqual({ ...livre, nfe: ["cancelada"] });
  expect(por("sefaz", { sefazStatus: null })).toEqual({ ...livre, sefaz: ["nao-validada"] });
  expect(por("sefaz", { sefazStatus: "526" })).toEqual({ ...livre, sefaz: ["nao-validada"] });
  expect(por("nfe", { nfeStatus: "999" })).toEqual({ ...livre, nfe: ["nao-validada"] });
});

test("filters a divergence with SEFAZ's status, and a document in quarantine by quarantine", () => {
  expect(por("sefaz", { sefazStatus: "101", divergente: true })).toEqual({
    ...livre,
    sefaz: ["cancelada"],
    situacao: "divergente",
  });
  expect(por("nfe", { quarentena: true })).toEqual({ ...livre, situacao: "quarentena" });
  expect(por("sefaz", { sefazStatus: "101", divergente: true, quarentena: true })).toEqual({
    ...livre,
    sefaz: ["cancelada"],
    situacao: "quarentena",
  });
});

test("filters a document without protocolo as not validated, and status 120 as authorized", () => {
  expect(por("nfe", { nfeStatus: null })).toEqual({ ...livre, nfe: ["nao-validada"] });
  expect(por("nfe", { nfeStatus: "120" })).toEqual({ ...livre, nfe: ["autorizada"] });
});
