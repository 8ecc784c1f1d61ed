import { parseWireInstant } from "@malote/contract";
import type * as z from "zod/mini";

type Def = {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
};

/** Value that similar systems write for an absent instant.   @source spec §7 */
const VAZIA = Date.UTC(1901, 0, 1);

/** Fields of an object schema; none for other schemas. */
export function shapeOf(schema: z.ZodMiniType | null | undefined): Readonly<Record<string, z.ZodMiniType>> {
  return schema === null || schema === undefined ? {} : (defOf(schema).shape ?? {});
}

/**
 * Converts a request value to the types of a response
 * schema: text becomes an instant where the schema has one.
 */
export function reviveWire(schema: z.ZodMiniType, valor: unknown): unknown {
  const { type, innerType, element, shape } = defOf(schema);
  if (type === "date") return typeof valor === "string" ? toInstant(valor) : valor;
  if (innerType !== undefined) return reviveWire(innerType, valor);
  if (element !== undefined && Array.isArray(valor)) return valor.map((each) => reviveWire(element, each));
  if (shape === undefined || typeof valor !== "object" || valor === null) return valor;
  return Object.fromEntries(
    Object.entries(valor).map(([nome, held]) => {
      const campo = shape[nome];
      return [nome, campo === undefined ? held : reviveWire(campo, held)];
    }),
  );
}

function toInstant(texto: string): Date | string | null {
  const instant = parseWireInstant(texto);
  return instant?.getTime() === VAZIA ? null : (instant ?? texto);
}

function defOf(schema: z.ZodMiniType): Def {
  return schema._zod.def as unknown as Def;
}
