import { expect, test } from "vitest";
import { chipsOf, emptyFilterOf } from "../../../ui/filter/filter-design.ts";
import { defaultFilterOf, readList, searchFilterOf, writeList } from "../../../ui/filter/list-design.ts";
import { EMAIL_LIST, type ListFilter } from "./email-filter.ts";

const EMPTY_FILTER = emptyFilterOf(EMAIL_LIST);
const readFilter = (params: URLSearchParams): ListFilter => readList(EMAIL_LIST, params).filter;
const toSearchFilter = (filter: ListFilter) =>
  searchFilterOf(EMAIL_LIST, { filter, tab: "todos" }, "2026-11-20");

test("a URL without parameters shows the e-mails of the last 90 days", () => {
  const filter = readFilter(new URLSearchParams());
  expect(filter).toEqual(defaultFilterOf(EMAIL_LIST, "todos"));
  expect(toSearchFilter(filter)).toEqual({ dataDe: "2026-08-23" });
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
  const params = writeList(EMAIL_LIST, new URLSearchParams("page=9"), { filter });
  expect(readFilter(new URLSearchParams(params.toString()))).toEqual(filter);
  expect(params.has("page")).toBe(false);
  expect(toSearchFilter(filter)).toEqual({
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
  expect(chipsOf(EMAIL_LIST, filter).map(({ field: campo, value: valor }) => `${campo}: ${valor}`)).toEqual([
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
  expect(chipsOf(EMAIL_LIST, EMPTY_FILTER)).toEqual([]);
  expect(toSearchFilter(EMPTY_FILTER)).toEqual({});
});
