import type * as z from "zod/mini";

/** The XML form of a value of the contract. `json`: any JSON, as text. */
export type Forma =
  | { readonly tipo: "texto"; readonly valores: readonly string[] | null }
  | { readonly tipo: "inteiro" | "booleano" | "instante" | "json" | "binario" }
  | { readonly tipo: "lista"; readonly item: Forma }
  | { readonly tipo: "objeto"; readonly campos: readonly CampoSoap[] };

/** An element of a message. falta: it is optional; nulo: it may be xsi:nil. */
export type CampoSoap = {
  readonly nome: string;
  readonly forma: Forma;
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

const FOLHAS: Readonly<Record<string, Forma>> = {
  string: { tipo: "texto", valores: null },
  number: { tipo: "inteiro" },
  int: { tipo: "inteiro" },
  boolean: { tipo: "booleano" },
  date: { tipo: "instante" },
};
const EMBRULHOS: ReadonlySet<string> = new Set(["optional", "nullable", "default", "prefault", "readonly"]);
const TEXTO: Forma = { tipo: "texto", valores: null };

/** Converts a schema of the contract to its XML form. What XML cannot express becomes JSON text. */
export function formaOf(schema: z.ZodMiniType): Forma {
  const def = defOf(schema);
  const folha = FOLHAS[def.type];
  if (folha !== undefined) return folha;
  if (EMBRULHOS.has(def.type) && def.innerType !== undefined) return formaOf(def.innerType);
  if (def.type === "pipe" && def.in !== undefined) return formaOf(def.in);
  if (def.type === "enum") return enumOf(def.entries ?? {});
  if (def.type === "literal") return literalOf(def.values ?? []);
  if (def.type === "union") return unionOf(def.options ?? []);
  if (def.type === "array" && def.element !== undefined) return { tipo: "lista", item: formaOf(def.element) };
  if (def.type === "object") return { tipo: "objeto", campos: camposOf(schema) };
  return { tipo: "json" };
}

/** The elements of an object, in order. */
export function camposOf(schema: z.ZodMiniType): CampoSoap[] {
  return Object.entries(defOf(schema).shape ?? {}).map(([nome, campo]) => ({
    nome,
    forma: formaOf(campo),
    falta: hasEmbrulho(campo, ["optional", "default", "prefault"]),
    nulo: hasEmbrulho(campo, ["nullable"]),
  }));
}

function enumOf(entries: Readonly<Record<string, string | number>>): Forma {
  const valores = Object.values(entries);
  return valores.every((valor) => typeof valor === "string")
    ? { tipo: "texto", valores }
    : { tipo: "inteiro" };
}

function literalOf(values: readonly unknown[]): Forma {
  return values.every((value) => typeof value === "number") ? { tipo: "inteiro" } : TEXTO;
}

/** A union of integers is an integer; any other union is JSON. */
function unionOf(options: readonly z.ZodMiniType[]): Forma {
  const [first, ...rest] = options.map(formaOf);
  const isOne = first?.tipo === "inteiro" && rest.every(({ tipo }) => tipo === first.tipo);
  return isOne ? first : { tipo: "json" };
}

function hasEmbrulho(schema: z.ZodMiniType, quais: readonly string[]): boolean {
  const { type, innerType } = defOf(schema);
  if (quais.includes(type)) return true;
  return EMBRULHOS.has(type) && innerType !== undefined && hasEmbrulho(innerType, quais);
}

function defOf(schema: z.ZodMiniType): Def {
  return schema._zod.def as unknown as Def;
}
