import { expect, test } from "vitest";
import { fichasOf, INICIAL, LIVRE, readFiltro, toSearchFilter, writeFiltro } from "./filtro.ts";

const HOJE = "2026-11-20";

test("an empty address shows the e-mails of the last 90 days", () => {
  const filtro = readFiltro(new URLSearchParams());
  expect(filtro).toEqual(INICIAL);
  expect(toSearchFilter(filtro, HOJE)).toEqual({ dataDe: "2026-08-23" });
});

test("reads a filter back from the address that it wrote", () => {
  const filtro = {
    data: "7d",
    tipo: "zip",
    anexo: "sem-dfe",
    texto: "boleto",
    assunto: "segunda via",
    corpo: "vencimento",
    remetente: "cobranca@",
    destinatario: "notas@",
    empresa: "01a1f883-9227-7237-a8c2-d4d895a8d711",
  } as const;
  const params = writeFiltro(new URLSearchParams("page=9"), filtro);
  expect(readFiltro(new URLSearchParams(params.toString()))).toEqual(filtro);
  expect(params.has("page")).toBe(false);
  expect(toSearchFilter(filtro, HOJE)).toEqual({
    dataDe: "2026-11-14",
    tipoAnexo: "zip",
    resultadoAnexo: "sem-dfe",
    texto: "boleto",
    assunto: "segunda via",
    corpo: "vencimento",
    remetente: "cobranca@",
    destinatario: "notas@",
    empresaId: filtro.empresa,
  });
  expect(fichasOf(filtro).map(({ campo, valor }) => `${campo}: ${valor}`)).toEqual([
    "Busca: boleto",
    "Data: últimos 7 dias",
    "Tipo de anexo: ZIP",
    "Anexos: sem DF-e",
    "Assunto: segunda via",
    "Texto da mensagem: vencimento",
    "Remetente: cobranca@",
    "Destinatário: notas@",
    "Empresa: uma empresa",
  ]);
});

test("a cleared filter has no chips and no restrictions", () => {
  expect(fichasOf(LIVRE)).toEqual([]);
  expect(toSearchFilter(LIVRE, HOJE)).toEqual({});
});
