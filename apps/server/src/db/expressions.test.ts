import { sql } from "kysely";
import { expect, test } from "vitest";
import { literals, refsOf } from "./expressions.ts";
import { sqlText } from "./kysely.ts";

const n = refsOf("nota", "n");

test("an expression becomes text with snake_case names and constants", () => {
  expect(sqlText(sql`${n("valorTotal")} IN ${literals(["1.00", "D'Ávila"])}`)).toBe(
    `"n"."valor_total" IN ('1.00', 'D''Ávila')`,
  );
});

test("an expression with values is refused as text", () => {
  expect(() => sqlText(sql`${n("chave")} = ${"1"}`)).toThrow(`the expression "n"."chave" = $1 has values`);
});
