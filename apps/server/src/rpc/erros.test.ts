import { ERRO_CAMPO_MAX, ERROS_MAX } from "@malote/contract";
import { expect, test } from "vitest";
import { listErros, shorten } from "./erros.ts";

const say = (n: number) => ({ campo: `c${n}`, mensagem: "m" });
const many = (n: number): number[] => Array.from({ length: n }, (_, at) => at);

test("lists up to the allowed number of errors; with one more, the last line counts those left out", () => {
  expect(listErros(many(ERROS_MAX), say)).toHaveLength(ERROS_MAX);
  const listed = listErros(many(ERROS_MAX + 1), say);
  expect(listed).toHaveLength(ERROS_MAX);
  expect(listed.at(-1)).toEqual({ campo: "", mensagem: "Há mais 2 erros, não listados nesta resposta." });
});

test("a batch call lists its first error and counts the rest", () => {
  expect(listErros(many(1), say, 1)).toEqual([say(0)]);
  expect(listErros(many(3), say, 1)).toEqual([say(0), { campo: "", mensagem: expect.stringContaining("2") }]);
});

test("does not format errors that are not listed", () => {
  let written = 0;
  listErros(many(100_000), (n) => {
    written += 1;
    return say(n);
  });
  expect(written).toBe(ERROS_MAX - 1);
});

test("keeps a name of the allowed length, and cuts a longer one at a character boundary", () => {
  expect(shorten("k".repeat(ERRO_CAMPO_MAX), ERRO_CAMPO_MAX)).toBe("k".repeat(ERRO_CAMPO_MAX));
  expect(shorten("k".repeat(ERRO_CAMPO_MAX + 1), ERRO_CAMPO_MAX)).toBe(`${"k".repeat(ERRO_CAMPO_MAX - 1)}…`);
  const cut = shorten("😀".repeat(ERRO_CAMPO_MAX), ERRO_CAMPO_MAX);
  expect([cut.length, Buffer.from(cut).toString()]).toEqual([ERRO_CAMPO_MAX, cut]);
});

test("replaces control characters and half surrogates, which each take six characters in JSON", () => {
  expect(shorten("a\u0001\u001f\ud800b", 10)).toBe("a\uFFFD\uFFFD\uFFFDb");
});
