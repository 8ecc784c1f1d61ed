import type { MessageKey } from "@malote/contract";
import { describeType, type FieldSchema } from "./describe-type.ts";

/** One field of params or of an answer, identified by its path. */
export type Field = { caminho: string; tipo: string; obrigatorio: boolean; frases: readonly MessageKey[] };

/**
 * Lists the fields of an object, each one followed by its
 * own fields. prefix: path of the object; "" at the top.
 */
export function listFields(fieldSchema: FieldSchema, prefix = ""): Field[] {
  const { properties, required = [] } = objectIn(fieldSchema) ?? {};
  return Object.entries(properties ?? {}).flatMap(([name, one]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const field = {
      caminho: path,
      tipo: describeType(one),
      obrigatorio: required.includes(name),
      frases: sentencesIn(one),
    };
    return [field, ...listFields(one, isList(one) ? `${path}[]` : path)];
  });
}

/** Finds the object inside a nullable value or inside the items of a list. */
function objectIn(fieldSchema: FieldSchema): FieldSchema | null {
  if (fieldSchema.properties !== undefined) return fieldSchema;
  const inner = [
    ...(fieldSchema.anyOf ?? []),
    ...(fieldSchema.items === undefined ? [] : [fieldSchema.items]),
  ];
  for (const one of inner) {
    const found = objectIn(one);
    if (found !== null) return found;
  }
  return null;
}

function isList(fieldSchema: FieldSchema): boolean {
  return fieldSchema.items !== undefined || (fieldSchema.anyOf ?? []).some(isList);
}

function sentencesIn(fieldSchema: FieldSchema): MessageKey[] {
  return [...(fieldSchema.sentences ?? []), ...(fieldSchema.anyOf ?? []).flatMap(sentencesIn)];
}
