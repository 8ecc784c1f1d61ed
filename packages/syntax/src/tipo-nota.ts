/** The document types that are stored as notas, by their wire names. */
export const TIPOS_NOTA = ["NFe", "CTe", "CTeOS", "MDFe", "NFCe"] as const;

export type TipoNota = (typeof TIPOS_NOTA)[number];

const BY_MODELO: Readonly<Record<string, TipoNota>> = {
  "55": "NFe",
  "57": "CTe",
  "58": "MDFe",
  "65": "NFCe",
  "67": "CTeOS",
};

/** The type of a two-digit model; null for models that are not stored as notas. */
export function tipoNotaOfModelo(modelo: string): TipoNota | null {
  return Object.hasOwn(BY_MODELO, modelo) ? (BY_MODELO[modelo] ?? null) : null;
}
