import {
  type Distribuidor,
  type Family,
  MODELOS,
  type Modelo,
  type ModeloRow,
  type TipoNota,
} from "./modelos.ts";

type Rows = typeof MODELOS;
type Column = keyof Rows[TipoNota];
/** The types with one of these values in a column. */
export type TipoWith<C extends Column, V> = {
  [T in TipoNota]: Rows[T][C] extends V ? T : never;
}[TipoNota];

/** The document types that are stored as notas, in the order of {@link MODELOS}. */
export const TIPOS_NOTA = Object.keys(MODELOS) as readonly TipoNota[];

/** The same rows, with all values that a column may have. */
const ROWS: Readonly<Record<TipoNota, ModeloRow>> = MODELOS;

const BY_MODELO: ReadonlyMap<string, TipoNota> = new Map(
  TIPOS_NOTA.flatMap((tipo): [string, TipoNota][] => {
    const { modelo } = ROWS[tipo];
    return modelo === null ? [] : [[modelo, tipo]];
  }),
);

/** The two digits of every model that is stored as a nota. */
export const STORED_MODELOS: readonly string[] = [...BY_MODELO.keys()];

/** The type of a two-digit model; null for models that are not stored as notas. */
export function tipoNotaOfModelo(modelo: string): TipoNota | null {
  return BY_MODELO.get(modelo) ?? null;
}

/** Says whether documents of a two-digit model are stored as notas. */
export function isModelo(modelo: string): modelo is Modelo {
  return BY_MODELO.has(modelo);
}

/** The family of a two-digit model; null for models that are not stored as notas. */
export function familyOfModelo(modelo: string): Family | null {
  const tipo = tipoNotaOfModelo(modelo);
  return tipo && MODELOS[tipo].family;
}

/** The types with one of the values in a column of {@link MODELOS}, in its order. */
export function tiposWith<C extends Column, const V extends Rows[TipoNota][C]>(
  column: C,
  ...values: readonly V[]
): readonly TipoWith<C, V>[] {
  return TIPOS_NOTA.filter((tipo): tipo is TipoWith<C, V> => {
    const value: Rows[TipoNota][C] = MODELOS[tipo][column];
    return values.some((each) => each === value);
  });
}

/** The families, in the order of their first types. */
export const FAMILIES: readonly Family[] = [...new Set(TIPOS_NOTA.map((tipo) => MODELOS[tipo].family))];

/** The SEFAZ lists that distribute documents to a recipient. */
export const DISTRIBUIDORES: readonly Distribuidor[] = [
  ...new Set(TIPOS_NOTA.flatMap((tipo) => MODELOS[tipo].distribuicao ?? [])),
];

/** The types that SEFAZ distributes, and that the auditor records. */
export const TIPOS_DISTRIBUIDOS = tiposWith("distribuicao", ...DISTRIBUIDORES);

/** The types whose unprocessed documents are counted, and those that every sum includes. */
export const TIPOS_EM_ABERTO = tiposWith("emAberto", "badge", "part");
export const TIPOS_NO_BADGE = tiposWith("emAberto", "badge");

/** One value for each key. */
export function recordOf<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}
