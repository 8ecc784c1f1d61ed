import { getMethodRow, type MethodName } from "@malote/contract";
import * as z from "zod";

type Schema = {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};

function schemaOf(name: MethodName): Schema {
  const { params } = getMethodRow(name);
  return z.toJSONSchema(params as unknown as z.ZodType, { io: "input", unrepresentable: "any" }) as Schema;
}

/** The names of a method's params, and the required ones. */
export function listParams(name: MethodName): { todos: string[]; obrigatorios: string[] } {
  const { properties = {}, required = [] } = schemaOf(name);
  return { todos: Object.keys(properties), obrigatorios: required };
}

/** Invalid params of a method, made from its schema: each param with a wrong type, and one unknown
 * param. */
export function listInvalidParams(name: MethodName): { params: object; campo: string }[] {
  const { properties = {} } = schemaOf(name);
  const invalid = Object.entries(properties).map(([campo, one]) => ({
    params: { [campo]: wrongFor(one) },
    campo,
  }));
  return [...invalid, { params: { inventado: 1 }, campo: "inventado" }];
}

/** A list of lists fits no param, except that in a list param only the first item would be wrong. */
function wrongFor({ type }: Schema): unknown {
  return type === "array" ? 12_345 : [[]];
}
