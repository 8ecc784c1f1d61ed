import type * as z from "zod/mini";

/** The XML form of a value of the contract. `json`: any JSON, as text. */
export type ElementShape =
  | { readonly tipo: "texto"; readonly valores: readonly string[] | null }
  | { readonly tipo: "inteiro" | "booleano" | "instante" | "json" | "binario" }
  | { readonly tipo: "lista"; readonly item: ElementShape }
  | { readonly tipo: "objeto"; readonly campos: readonly SoapField[] };

/** An element of a message. falta: it is optional; nulo: it may be xsi:nil. */
export type SoapField = {
  readonly nome: string;
  readonly forma: ElementShape;
  readonly falta: boolean;
  readonly nulo: boolean;
};

type Def = {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly options?: readonly z.ZodMiniType[];
};

const LEAVES: Readonly<Record<string, ElementShape>> = {
  string: { tipo: "texto", valores: null },
  number: { tipo: "inteiro" },
  int: { tipo: "inteiro" },
  boolean: { tipo: "booleano" },
  date: { tipo: "instante" },
};
const WRAPPERS: ReadonlySet<string> = new Set(["optional", "nullable", "default", "prefault", "readonly"]);
const TEXT: ElementShape = { tipo: "texto", valores: null };

/** Converts a schema of the contract to its XML form. What XML cannot express becomes JSON text. */
export function shapeOf(schema: z.ZodMiniType): ElementShape {
  const def = defOf(schema);
  const leaf = LEAVES[def.type];
  if (leaf !== undefined) return leaf;
  if (WRAPPERS.has(def.type) && def.innerType !== undefined) return shapeOf(def.innerType);
  if (def.type === "pipe" && def.in !== undefined) return shapeOf(def.in);
  if (def.type === "enum") return enumOf(def.entries ?? {});
  if (def.type === "literal") return literalOf(def.values ?? []);
  if (def.type === "union") return unionOf(def.options ?? []);
  if (def.type === "array" && def.element !== undefined) return { tipo: "lista", item: shapeOf(def.element) };
  if (def.type === "object") return { tipo: "objeto", campos: fieldsOf(schema) };
  return { tipo: "json" };
}

/** The elements of an object, in order. */
export function fieldsOf(schema: z.ZodMiniType): SoapField[] {
  return Object.entries(defOf(schema).shape ?? {}).map(([fieldName, field]) => ({
    nome: fieldName,
    forma: shapeOf(field),
    falta: isWrapped(field, ["optional", "default", "prefault"]),
    nulo: isWrapped(field, ["nullable"]),
  }));
}

function enumOf(entries: Readonly<Record<string, string | number>>): ElementShape {
  const texts = Object.values(entries);
  return texts.every((literal) => typeof literal === "string")
    ? { tipo: "texto", valores: texts }
    : { tipo: "inteiro" };
}

function literalOf(values: readonly unknown[]): ElementShape {
  return values.every((value) => typeof value === "number") ? { tipo: "inteiro" } : TEXT;
}

/** A union of integers is an integer; any other union is JSON. */
function unionOf(options: readonly z.ZodMiniType[]): ElementShape {
  const [first, ...rest] = options.map(shapeOf);
  const isOne = first?.tipo === "inteiro" && rest.every(({ tipo: kind }) => kind === first.tipo);
  return isOne ? first : { tipo: "json" };
}

function isWrapped(schema: z.ZodMiniType, wrapperKinds: readonly string[]): boolean {
  const { type, innerType } = defOf(schema);
  if (wrapperKinds.includes(type)) return true;
  return WRAPPERS.has(type) && innerType !== undefined && isWrapped(innerType, wrapperKinds);
}

function defOf(schema: z.ZodMiniType): Def {
  return schema._zod.def as unknown as Def;
}
