import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { JSON_ANONYMOUS_ITEMS_MAX, JSON_ANONYMOUS_MAX, JSON_ITEMS_MAX } from "./limits.ts";
import { type ParamsLimit, paramsLimitOf } from "./method.ts";
import { getRestRow, ROUTES } from "./rest/table.ts";
import { getMethodRow, isMethodName, METHODS } from "./table.ts";

type Def = {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodMiniType>;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  in?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
  checks?: readonly { _zod: { def: { check: string; maximum?: number; length?: number } } }[];
};

/** Characters of an id, and of a text that has another limit than a length, such as a day or a name. */
const UUID_CHARS = 36;
const TEXT_CHARS = 254;
const NOTHING: ParamsLimit = { chars: 0, items: 0 };

const add = (a: ParamsLimit, b: ParamsLimit): ParamsLimit => ({
  chars: a.chars + b.chars,
  items: a.items + b.items,
});

/** The size of the largest valid value of a schema. */
function largest(schema: z.ZodMiniType | undefined): ParamsLimit {
  if (schema === undefined) return NOTHING;
  const def = schema._zod.def as unknown as Def;
  const inner = def.innerType ?? def.in;
  if (inner !== undefined) return largest(inner);
  const max = def.checks?.map(({ _zod: { def: d } }) => d.maximum ?? d.length).find((n) => n !== undefined);
  if (def.type === "string") {
    return { chars: max ?? (def.format === "uuid" ? UUID_CHARS : TEXT_CHARS), items: 0 };
  }
  if (def.type === "object") {
    return Object.entries(def.shape ?? {})
      .map(([key, held]) => add({ chars: key.length, items: 1 }, largest(held)))
      .reduce(add, NOTHING);
  }
  if (def.type === "union") {
    const all = def.options?.map(largest) ?? [];
    return { chars: Math.max(...all.map((o) => o.chars)), items: Math.max(...all.map((o) => o.items)) };
  }
  if (def.type !== "array") return NOTHING;
  if (max === undefined) throw new Error("a list of the contract has no maximum length");
  const one = largest(def.element);
  return { chars: max * one.chars, items: max * (1 + one.items) };
}

const CALLS: readonly (readonly [string, ParamsLimit, ParamsLimit])[] = [
  ...Object.keys(METHODS)
    .filter(isMethodName)
    .map((name) => [name, largest(getMethodRow(name).params), paramsLimitOf(getMethodRow(name))] as const),
  ...ROUTES.map((name) => [name, largest(getRestRow(name).corpo), paramsLimitOf(getRestRow(name))] as const),
];

test.each(CALLS)("the largest call of %s fits its size limit", (_, most, limit) => {
  expect(most.chars).toBeLessThanOrEqual(limit.chars);
  expect(most.items).toBeLessThanOrEqual(limit.items);
});

test("a caller with the token in the body can make every JSON-RPC call", () => {
  for (const [name, { chars, items }] of CALLS.filter(([fieldName]) => isMethodName(fieldName))) {
    expect([name, chars + 8 * items <= JSON_ANONYMOUS_MAX]).toEqual([name, true]);
    expect([name, items <= JSON_ANONYMOUS_ITEMS_MAX]).toEqual([name, true]);
  }
  expect(Math.max(...CALLS.map(([, , { items }]) => items))).toBeLessThanOrEqual(JSON_ITEMS_MAX);
});
