import { expect, test } from "vitest";
import type { Download } from "../../rpc/files/requested-files.ts";
import { checkValues, defaultValues, describeRequest, toRequest } from "./repositorio-request.ts";

const values = defaultValues("2026-11-22");

test("a new repositório request asks for the received documents of the last 30 days", () => {
  expect(toRequest(values)).toEqual({
    entradaSaida: "E",
    tipoDFe: null,
    cnpjEmpresa: null,
    dateRange: { de: "2026-10-24", ate: "2026-11-22" },
    cnpj: null,
    comPdf: false,
    comEventos: true,
  });
});

test("a repositório request rejects a reversed period, an invalid date and an invalid CNPJ", () => {
  expect(checkValues(values)).toEqual({});
  expect(checkValues({ ...values, de: "23/11/2026" })).toEqual({
    ate: "A data inicial vem depois da final.",
  });
  expect(checkValues({ ...values, de: "", ate: "30/02/2026" })).toEqual({
    de: "Escreva uma data válida, como 31/12/2026.",
    ate: "Escreva uma data válida, como 31/12/2026.",
  });
  expect(checkValues({ ...values, cnpj: "12ABC34501DE36" })).toEqual({
    cnpj: "CNPJ inválido. Confira as letras e os números.",
  });
});

test("a CNPJ is sent without its mask", () => {
  expect(toRequest({ ...values, cnpj: " 12.ABC.345/01DE-35 " }).cnpj).toBe("12ABC34501DE35");
});

test("a download is described by its period and its filters", () => {
  const asked = {
    entradaSaida: "T",
    tipoDFe: "CTeOS",
    cnpjEmpresa: "1",
    de: "2026-10-01",
    ate: "2026-10-31",
  };
  const download = { ...asked, cnpj: "2", comPdf: true, comEventos: false } as Download;
  expect(describeRequest(download, "Padaria Sol")).toEqual({
    period: "01/10/2026 a 31/10/2026",
    filters: "Recebidos e emitidos, CT-e OS, Padaria Sol, outra parte 2, com PDFs",
  });
});
