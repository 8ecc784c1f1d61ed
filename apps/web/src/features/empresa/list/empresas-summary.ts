import { compareText, foldName } from "@malote/syntax";
import type { Distribuicao, Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { type CertificadoState, certificadoStateOf } from "../certificado/certificado-state.ts";

/** Sort orders of the list (spec §9). */
export const SORT_ORDERS = ["nome", "cnpj"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Sorts by the given order; ties by CNPJ. */
export function sortEmpresas(empresas: readonly Empresa[], sortOrder: SortOrder): Empresa[] {
  return empresas.toSorted(
    (a, b) =>
      (sortOrder === "nome" ? compareText(foldName(a.nome), foldName(b.nome)) : 0) ||
      compareText(a.cnpj, b.cnpj),
  );
}

/** Certificate states that need action, most urgent first. */
const PENDING_STATES = ["vencido", "vencendo", "sem", "futuro"] as const;

/** One cell of the strip: a state and its companies, most urgent first. */
export type PendingItem = { state: (typeof PENDING_STATES)[number]; empresas: [Empresa, ...Empresa[]] };

/** The companies whose certificates need action, by state; empty when there are none. */
export function pendingItemsOf(empresas: readonly Empresa[]): PendingItem[] {
  return PENDING_STATES.flatMap((state) => {
    const [first, ...others] = empresas
      .filter((empresa) => certificadoStateOf(empresa) === state)
      .toSorted(byDaysLeft);
    return first ? [{ state, empresas: [first, ...others] }] : [];
  });
}

function byDaysLeft(a: Empresa, b: Empresa): number {
  return (a.certificado?.diasRestantes ?? 0) - (b.certificado?.diasRestantes ?? 0);
}

/** The number of certificates by state, as sentences of the summary. */
export function summarise(empresas: readonly Empresa[]): { state: CertificadoState; text: string }[] {
  const states = empresas.map(certificadoStateOf);
  return (["valido", "vencendo", "sem", "vencido"] as const).flatMap((state) => {
    const count = states.filter((each) => each === state).length;
    return count === 0 ? [] : [{ state, text: texts.resumo[state](count) }];
  });
}

/**
 * The first problem of the distribution syncs of a company, in a sentence; null when there is
 * none.
 */
export function syncProblemOf({ distribuicoes }: Pick<Empresa, "distribuicoes">): string | null {
  return distribuicoes.find(({ problema }) => problema !== null)?.problema ?? null;
}

/** The latest query to SEFAZ by any sync of a company. */
export function lastQueryOf({ distribuicoes }: Pick<Empresa, "distribuicoes">): Date | null {
  const times = distribuicoes.flatMap(({ ultimaEm }) => (ultimaEm ? [ultimaEm.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Parses an NSU such as "000000000001234"; 0 when it is malformed. */
export function readNsu(nsu: string): bigint {
  return /^\d{1,15}$/.test(nsu) ? BigInt(nsu) : 0n;
}

/** Whether a sync has reached the highest NSU of SEFAZ. */
export function isUpToDate({ ultNSU, maxNSU }: Pick<Distribuicao, "ultNSU" | "maxNSU">): boolean {
  return readNsu(ultNSU) >= readNsu(maxNSU);
}
