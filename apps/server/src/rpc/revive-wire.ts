import { parseWireInstant } from "@malote/contract";
import type * as z from "zod/mini";

type Def = {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
};

/** Value that similar systems write for an absent instant.   @source spec §7 */
const EMPTY_INSTANT = Date.UTC(1901, 0, 1);

/** Fields of an object schema; none for other schemas. */
export function fieldsOf(schema: z.ZodMiniType | null | undefined): Readonly<Record<string, z.ZodMiniType>> {
  return schema === null || schema === undefined ? {} : (defOf(schema).shape ?? {});
}

/**
 * Converts a request value to the types of a response
 * schema: text becomes an instant where the schema has one.
 */
export function reviveWire(schema: z.ZodMiniType, value: unknown): unknown {
  const { type, innerType, element, shape } = defOf(schema);
  if (type === "date") return typeof value === "string" ? toInstant(value) : value;
  if (innerType !== undefined) return reviveWire(innerType, value);
  if (element !== undefined && Array.isArray(value)) return value.map((each) => reviveWire(element, each));
  if (shape === undefined || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => {
      const field = shape[name];
      return [name, field === undefined ? held : reviveWire(field, held)];
    }),
  );
}

function toInstant(text: string): Date | string | null {
  const instant = parseWireInstant(text);
  return instant?.getTime() === EMPTY_INSTANT ? null : (instant ?? text);
}

function defOf(schema: z.ZodMiniType): Def {
  return schema._zod.def as unknown as Def;
}
