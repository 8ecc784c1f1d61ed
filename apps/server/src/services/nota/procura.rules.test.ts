import { expect, test } from "vitest";
import { Refusal } from "../../errors.ts";
import { type Achado, joinAchados, readProcura } from "./procura.rules.ts";

const NADA = { chave: null, numero: null, documento: null, padrao: null };
const CHAVE = "35261012ABC34501DE35550010000000011000000010";

test.each([
  [CHAVE, { chave: { inicio: CHAVE, inteira: true } }],
  [
    CHAVE.replace(/(.{4})/g, "$1 ").toLowerCase(),
    { chave: { inicio: CHAVE, inteira: true }, padrao: expect.any(String) },
  ],
  [CHAVE.slice(0, 20), { chave: { inicio: CHAVE.slice(0, 20), inteira: false, curta: false } }],
  [
    CHAVE.slice(0, 9),
    { chave: { inicio: CHAVE.slice(0, 9), inteira: false, curta: true }, documento: "35261012A" },
  ],
  ["352613", { numero: 352_613, documento: "352613" }],
  ["992610", { numero: 992_610, documento: "992610" }],
  ["123", { chave: { inicio: "123", inteira: false, curta: true }, numero: 123, documento: "123" }],
  [" 000123 ", { numero: 123, documento: "000123" }],
  ["11.444.777/0001-61", { documento: "11444777000161" }],
  ["12.abc.3", { documento: "12ABC3", padrao: "%12.abc.3%" }],
  ["529.982.247-25", { documento: "52998224725" }],
  ["São João", { padrao: "%sao%joao%" }],
  ["3M do Brasil", { documento: "3MDOBRASIL", padrao: "%3m%do%brasil%" }],
  ["123456789012345", { chave: { inicio: "123456789012345", inteira: false } }],
  ["???", {}],
])("%j may mean %j", (text, procura) => {
  expect(readProcura(text)).toMatchObject({
    ...NADA,
    ...procura,
    ...(/[a-z]/i.test(text) ? { padrao: expect.any(String) } : {}),
  });
});

test.each(["", "  ", "ab", " 12 ", "é!"])("%j is too short", (text) => {
  expect(() => readProcura(text)).toThrow(Refusal);
});

test("a result of two searches is listed once, under the more certain one", () => {
  const achado = (alvo: Achado["alvo"], id: string, porque: Achado["porque"]) =>
    ({ alvo, id, porque }) as Achado;
  const found = joinAchados([
    [achado("nota", "1", "numero")],
    [achado("nota", "2", "nome"), achado("nota", "1", "nome")],
    [achado("auditor", "1", "registro")],
  ]);
  expect(found.map(({ alvo, id, porque }) => `${alvo} ${id} ${porque}`)).toEqual([
    "nota 1 numero",
    "nota 2 nome",
    "auditor 1 registro",
  ]);
});
