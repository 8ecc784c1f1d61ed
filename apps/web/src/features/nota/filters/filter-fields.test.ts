import { expect, test } from "vitest";
import { emptyFilterOf } from "../../../ui/filter/filter-design.ts";
import { defaultFilterOf } from "../../../ui/filter/list-design.ts";
import { checkTyped, toFilter, toTyped } from "../../../ui/filter/typed-filter.ts";
import { type ListFilter, NOTA_LISTS } from "./nota-filter.ts";

const LIST = NOTA_LISTS.E;
const TODAY = "2026-11-22";
const EMPTY_FIELDS = toTyped(LIST, emptyFilterOf(LIST), TODAY);

test.each([
  {},
  defaultFilterOf(LIST, "repo"),
  defaultFilterOf(LIST, "div"),
  { numero: "10..20", valor: "1234.50..", serie: "2" },
  { criado: "2026-11-20T14:30..2026-11-21", emissao: "2026-11-01.." },
  { criado: "..2026-11-21T09:00", emissao: "mes-passado" },
] as Partial<ListFilter>[])("a filter converted to form fields and back is unchanged: %j", (part) => {
  const filter = { ...emptyFilterOf(LIST), ...part };
  const fields = toTyped(LIST, filter, TODAY);
  expect(toFilter(LIST, fields)).toEqual(filter);
  expect(checkTyped(LIST, fields)).toEqual({});
});

test("the filter form reads numbers, values, dates and times in Brazilian notation", () => {
  const filter = toFilter(LIST, {
    ...EMPTY_FIELDS,
    numero: { de: "1.234", ate: " 2000 " },
    valor: { de: "1.234,5", ate: "2000.75" },
    emissao: { preset: "", de: "01/11/2026", ate: "" },
    criado: { de: "20/11/2026", deHora: "9", ate: "21/11/2026", ateHora: "ab:30" },
  });
  expect(filter).toMatchObject({
    numero: "1234..2000",
    valor: "1234.5..2000.75",
    emissao: "2026-11-01..",
    criado: "2026-11-20T09:00..2026-11-21T00:30",
  });
});

test.each([
  [{ chave: "3".repeat(44) }, "chave", "Chave de acesso inválida. Confira os 44 caracteres."],
  [{ emitente: "12ABC34501DE36" }, "emitente", "CNPJ inválido. Confira as letras e os números."],
  [{ destinatario: "11111111111" }, "destinatario", "CPF inválido. Confira os números."],
  [{ texto: " \u0301" }, "texto", "O filtro tem um valor inválido."],
  [{ serie: "1,5" }, "serie", "Escreva um número inteiro."],
  [{ numero: { de: "x", ate: "" } }, "numero.de", "Escreva um número inteiro."],
  [{ numero: { de: "20", ate: "10" } }, "numero.ate", "O valor inicial é maior que o final."],
  [{ valor: { de: "10,555", ate: "" } }, "valor.de", "Escreva um valor com até duas casas, como 1.234,56."],
  [{ valor: { de: "-1", ate: "" } }, "valor.de", "Escreva um valor com até duas casas, como 1.234,56."],
  [{ valor: { de: "100", ate: "99,99" } }, "valor.ate", "O valor inicial é maior que o final."],
] as const)("the invalid field %j is rejected", (part, field, sentence) => {
  expect(checkTyped(LIST, { ...EMPTY_FIELDS, ...part })).toEqual({ [field]: sentence });
});

test.each([
  [{ preset: "", de: "31/02/2026", ate: "" }, "emissao.de", "Escreva uma data válida, como 31/12/2026."],
  [{ preset: "", de: "02/11/2026", ate: "01/11/2026" }, "emissao.ate", "A data inicial vem depois da final."],
] as const)("an invalid period is rejected: %j", (emissao, field, sentence) => {
  expect(checkTyped(LIST, { ...EMPTY_FIELDS, emissao })).toEqual({ [field]: sentence });
});

const NO_MOMENTS = { de: "", deHora: "", ate: "", ateHora: "" };

test.each([
  [{ deHora: "10:00" }, "criado.de", "Escreva também o dia."],
  [{ de: "20/11/2026", deHora: "24:00" }, "criado.deHora", "Escreva uma hora de 00:00 a 23:59."],
  [{ ate: "20/13/2026" }, "criado.ate", "Escreva uma data válida, como 31/12/2026."],
  [
    { de: "20/11/2026", deHora: "10:00", ate: "20/11/2026", ateHora: "09:45" },
    "criado.ate",
    "A data inicial vem depois da final.",
  ],
] as const)("an invalid range of days and times is rejected: %j", (part, field, sentence) => {
  expect(checkTyped(LIST, { ...EMPTY_FIELDS, criado: { ...NO_MOMENTS, ...part } })).toEqual({
    [field]: sentence,
  });
});

test("an end day without a time is accepted after any start hour of that day", () => {
  const criado = { ...NO_MOMENTS, de: "20/11/2026", deHora: "23:45", ate: "20/11/2026" };
  expect(checkTyped(LIST, { ...EMPTY_FIELDS, criado })).toEqual({});
});

test("the first characters of a CNPJ or chave are accepted", () => {
  expect(checkTyped(LIST, { ...EMPTY_FIELDS, emitente: "12ABC345", chave: "3126" })).toEqual({});
  expect(checkTyped(LIST, { ...EMPTY_FIELDS, emitente: "12345678000" })).toEqual({});
});
