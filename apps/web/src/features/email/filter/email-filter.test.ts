import { expect, test } from "vitest";
import {
  chipsOf,
  DEFAULT_FILTER,
  EMPTY_FILTER,
  readFilter,
  toSearchFilter,
  writeFilter,
} from "./email-filter.ts";

const TODAY = "2026-11-20";

test("a URL without parameters shows the e-mails of the last 90 days", () => {
  const filter = readFilter(new URLSearchParams());
  expect(filter).toEqual(DEFAULT_FILTER);
  expect(toSearchFilter(filter, TODAY)).toEqual({ dataDe: "2026-08-23" });
});

test("an e-mail filter written to the URL is read back unchanged", () => {
  const filter = {
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
  const params = writeFilter(new URLSearchParams("page=9"), filter);
  expect(readFilter(new URLSearchParams(params.toString()))).toEqual(filter);
  expect(params.has("page")).toBe(false);
  expect(toSearchFilter(filter, TODAY)).toEqual({
    dataDe: "2026-11-14",
    tipoAnexo: "zip",
    resultadoAnexo: "sem-dfe",
    texto: "boleto",
    assunto: "segunda via",
    corpo: "vencimento",
    remetente: "cobranca@",
    destinatario: "notas@",
    empresaId: filter.empresa,
  });
  expect(chipsOf(filter).map(({ field: campo, value: valor }) => `${campo}: ${valor}`)).toEqual([
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

test("a cleared e-mail filter has no chips and no restrictions", () => {
  expect(chipsOf(EMPTY_FILTER)).toEqual([]);
  expect(toSearchFilter(EMPTY_FILTER, TODAY)).toEqual({});
});
