import { getMethodRow, type MethodName } from "@malote/contract";
import * as z from "zod";

type Esquema = {
  type?: string;
  anyOf?: Esquema[];
  properties?: Record<string, Esquema>;
  required?: string[];
};

function esquemaOf(name: MethodName): Esquema {
  const { params } = getMethodRow(name);
  return z.toJSONSchema(params as unknown as z.ZodType, { io: "input", unrepresentable: "any" }) as Esquema;
}

/** The names of a method's params, and those that must be there. */
export function listParams(name: MethodName): { todos: string[]; obrigatorios: string[] } {
  const { properties = {}, required = [] } = esquemaOf(name);
  return { todos: Object.keys(properties), obrigatorios: required };
}

/** Params that a method cannot take, made from its own schema: each with one value of a wrong type, and one that it does not know. */
export function spoilParams(name: MethodName): { params: object; campo: string }[] {
  const { properties = {} } = esquemaOf(name);
  const spoilt = Object.entries(properties).map(([campo, one]) => ({
    params: { [campo]: wrongFor(one) },
    campo,
  }));
  return [...spoilt, { params: { inventado: 1 }, campo: "inventado" }];
}

/** A list of lists is no value of any param, but of one that is a list itself only its first thing would be wrong. */
function wrongFor({ type }: Esquema): unknown {
  return type === "array" ? 12_345 : [[]];
}
