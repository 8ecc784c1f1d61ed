import { foldNome } from "@malote/syntax";
import type { Distribuicao, Empresa } from "../../rpc/empresas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { type EstadoCertificado, estadoOf } from "./certificado/situacao.ts";

/** Sort orders of the list (spec §9). */
export const ORDENS = ["nome", "cnpj"] as const;
export type Ordem = (typeof ORDENS)[number];

/** Sorts by the given order; ties by CNPJ. */
export function sortEmpresas(empresas: readonly Empresa[], ordem: Ordem): Empresa[] {
  return empresas.toSorted(
    (a, b) => (ordem === "nome" ? compare(foldNome(a.nome), foldNome(b.nome)) : 0) || compare(a.cnpj, b.cnpj),
  );
}

// Not `localeCompare`: its order depends on the machine.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Certificate states that need action, most urgent first. */
const PENDENTES = ["vencido", "vencendo", "sem", "futuro"] as const;

/** One cell of the strip: a state and its companies, most urgent first. */
export type Pendencia = { estado: (typeof PENDENTES)[number]; empresas: Empresa[] };

/** The companies whose certificates need action, by state; empty when there are none. */
export function pendenciasOf(empresas: readonly Empresa[]): Pendencia[] {
  return PENDENTES.flatMap((estado) => {
    const found = empresas.filter((empresa) => estadoOf(empresa) === estado).toSorted(bySooner);
    return found.length === 0 ? [] : [{ estado, empresas: found }];
  });
}

function bySooner(a: Empresa, b: Empresa): number {
  return (a.certificado?.diasRestantes ?? 0) - (b.certificado?.diasRestantes ?? 0);
}

/** The number of certificates by state, as sentences of the summary. */
export function summarise(empresas: readonly Empresa[]): { estado: EstadoCertificado; texto: string }[] {
  const estados = empresas.map(estadoOf);
  return (["valido", "vencendo", "sem", "vencido"] as const).flatMap((estado) => {
    const n = estados.filter((each) => each === estado).length;
    return n === 0 ? [] : [{ estado, texto: textos.resumo[estado](n) }];
  });
}

/**
 * The first problem of the distribution syncs of a company, in a sentence; null when there is
 * none.
 */
export function problemaOf({ distribuicoes }: Pick<Empresa, "distribuicoes">): string | null {
  return distribuicoes.find(({ problema }) => problema !== null)?.problema ?? null;
}

/** The latest query to SEFAZ by any sync of a company. */
export function ultimaOf({ distribuicoes }: Pick<Empresa, "distribuicoes">): Date | null {
  const times = distribuicoes.flatMap(({ ultimaEm }) => (ultimaEm ? [ultimaEm.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Parses an NSU such as "000000000001234"; 0 when it is malformed. */
export function readNsu(nsu: string): bigint {
  return /^\d{1,15}$/.test(nsu) ? BigInt(nsu) : 0n;
}

/** Whether a sync has reached the highest NSU of SEFAZ. */
export function isEmDia({ ultNSU, maxNSU }: Pick<Distribuicao, "ultNSU" | "maxNSU">): boolean {
  return readNsu(ultNSU) >= readNsu(maxNSU);
}
