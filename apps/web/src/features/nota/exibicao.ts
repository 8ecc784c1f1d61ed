import type { Papel } from "../../rpc/queries.ts";

/** The columns of the list, in their order. Those without a choice tell which document it is. */
export const COLUNAS = [
  "tipo",
  "veredito",
  "numero",
  "emissao",
  "parte",
  "documento",
  "uf",
  "nossa",
  "valor",
  "chegada",
  "nfe",
  "sefaz",
  "manifestacao",
  "chave",
  "processado",
  "recebido",
  "conferido",
] as const;
export type ColunaChave = (typeof COLUNAS)[number];

const FIXAS: ReadonlySet<ColunaChave> = new Set(["tipo", "numero", "parte", "valor"]);
/** Not there until somebody asks for them. */
const EXTRAS: ReadonlySet<ColunaChave> = new Set(["documento", "nossa", "chegada", "manifestacao", "chave"]);

/** The columns that one may put in and take out; in issued documents nobody tells SEFAZ anything. */
export function escolhiveisOf(papel: Papel): ColunaChave[] {
  return COLUNAS.filter((chave) => !FIXAS.has(chave) && (papel === "E" || chave !== "manifestacao"));
}

/** The columns in view, of what was kept of them; whoever has chosen nothing sees those of the start. */
export function readColunas(guardado: unknown): readonly ColunaChave[] {
  const chosen = typeof guardado === "string" ? guardado.split(",") : null;
  return COLUNAS.filter((chave) =>
    FIXAS.has(chave) ? true : chosen === null ? !EXTRAS.has(chave) : chosen.includes(chave),
  );
}

export function writeColunas(colunas: readonly ColunaChave[]): string {
  return COLUNAS.filter((chave) => colunas.includes(chave)).join(",");
}
