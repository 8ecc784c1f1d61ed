import { ERROR_FIELD_MAX, ERRORS_MAX } from "@malote/contract";
import { expect, test } from "vitest";
import { listErrors, shorten } from "./list-errors.ts";

const toError = (n: number) => ({ campo: `c${n}`, mensagem: "m" });
const many = (n: number): number[] => Array.from({ length: n }, (_, at) => at);

test("up to the allowed number of errors are listed; with one more, the last line counts those left out", () => {
  expect(listErrors(many(ERRORS_MAX), toError)).toHaveLength(ERRORS_MAX);
  const listed = listErrors(many(ERRORS_MAX + 1), toError);
  expect(listed).toHaveLength(ERRORS_MAX);
  expect(listed.at(-1)).toEqual({ campo: "", mensagem: "Há mais 2 erros, não listados nesta resposta." });
});

test("a batch call lists its first error and counts the rest", () => {
  expect(listErrors(many(1), toError, 1)).toEqual([toError(0)]);
  expect(listErrors(many(3), toError, 1)).toEqual([
    toError(0),
    { campo: "", mensagem: expect.stringContaining("2") },
  ]);
});

test("errors that are not listed are not formatted", () => {
  let written = 0;
  listErrors(many(100_000), (n) => {
    written += 1;
    return toError(n);
  });
  expect(written).toBe(ERRORS_MAX - 1);
});

test("a field name of the allowed length is kept, and a longer one is cut at a character boundary", () => {
  expect(shorten("k".repeat(ERROR_FIELD_MAX), ERROR_FIELD_MAX)).toBe("k".repeat(ERROR_FIELD_MAX));
  expect(shorten("k".repeat(ERROR_FIELD_MAX + 1), ERROR_FIELD_MAX)).toBe(
    `${"k".repeat(ERROR_FIELD_MAX - 1)}…`,
  );
  const cut = shorten("😀".repeat(ERROR_FIELD_MAX), ERROR_FIELD_MAX);
  expect([cut.length, Buffer.from(cut).toString()]).toEqual([ERROR_FIELD_MAX, cut]);
});

test("control characters and half surrogates are replaced: each takes six characters in JSON", () => {
  expect(shorten("a\u0001\u001f\ud800b", 10)).toBe("a\uFFFD\uFFFD\uFFFDb");
});
