import { describe, expect, test } from "vitest";
import { METHODS } from "./table.ts";
import { reviveDates } from "./wire.ts";
import { formatWireInstant, parseWireInstant } from "./wire-dates.ts";

describe("parsing an instant of a request", () => {
  test.each([
    ["/Date(0)/", "1970-01-01T00:00:00.000Z"],
    ["/Date(-62135596800000)/", "0001-01-01T00:00:00.000Z"],
    ["2026-11-20T09:02:00-03:00", "2026-11-20T12:02:00.000Z"],
    ["2026-11-20T09:02Z", "2026-11-20T09:02:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("parseWireInstant reads %s as %s", (text, iso) => {
    expect(parseWireInstant(text)?.toISOString()).toBe(iso);
  });

  test.each([
    "/Date(-62135596800001)/",
    "/Date(253402300800000)/",
    "/Date(1e3)/",
    "Date(0)",
    "2026-11-20",
    "2026-11-20T09:02:00",
    "2026-02-30T25:00:00Z",
    "",
  ])("parseWireInstant refuses %j", (text) => {
    expect(parseWireInstant(text)).toBeNull();
  });

  test("an instant is parsed back unchanged from its wire format", () => {
    const instant = new Date("2026-11-20T12:02:00Z");
    expect(parseWireInstant(formatWireInstant(instant))).toEqual(instant);
  });
});

describe("reviveDates", () => {
  const revive = (text: string): unknown => JSON.parse(text, reviveDates);

  test("reviveDates turns date fields into dates, and 1 January 1901 into an empty one", () => {
    expect(
      revive('{"dataEmissao":"2026-11-20T12:02:00.000Z","recebidoEm":"1901-01-01T00:00:00.000Z"}'),
    ).toEqual({
      dataEmissao: new Date("2026-11-20T12:02:00Z"),
      recebidoEm: null,
    });
  });

  test("reviveDates leaves other fields as text, because a subject may look like a date", () => {
    const assunto = { assunto: "2026-11-20T12:02:00.000Z" };
    expect(revive(JSON.stringify(assunto))).toEqual(assunto);
  });
});

type Def = {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  options?: readonly Schema[];
};
type Schema = { _zod: { def: Def } };

/** Names of the fields of a schema that hold instants, at any depth. */
function instantsOf({ _zod: { def } }: Schema, name = ""): string[] {
  if (def.type === "date") return [name];
  const fields = Object.entries(def.shape ?? {}).flatMap(([campo, schema]) => instantsOf(schema, campo));
  const inner = [def.innerType, def.element, ...(def.options ?? [])];
  return [...fields, ...inner.flatMap((schema) => (schema === undefined ? [] : instantsOf(schema, name)))];
}

test("every instant of every response is revived as a Date", () => {
  const iso = "2026-11-20T12:02:00.000Z";
  const schemas = Object.values(METHODS).flatMap(({ result }) => [
    result.schema,
    "beside" in result ? result.beside : null,
  ]);
  const names = schemas.flatMap((schema) => (schema === null ? [] : instantsOf(schema as unknown as Schema)));
  expect(names).toContain("erroDesde");
  expect([...new Set(names)].filter((name) => !(reviveDates(name, iso) instanceof Date))).toEqual([]);
});
