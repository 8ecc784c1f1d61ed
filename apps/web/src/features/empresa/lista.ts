import { foldNome } from "@malote/syntax";
import type { Distribuicao, Empresa } from "../../rpc/empresas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { type EstadoCertificado, estadoOf } from "./certificado/situacao.ts";

/** Orders of the list (spec §9). */
export const ORDENS = ["nome", "cnpj"] as const;
export type Ordem = (typeof ORDENS)[number];

/** Sorts by what is asked; companies of one name stand by their CNPJ. */
export function sortEmpresas(empresas: readonly Empresa[], ordem: Ordem): Empresa[] {
  return empresas.toSorted(
    (a, b) => (ordem === "nome" ? compare(foldNome(a.nome), foldNome(b.nome)) : 0) || compare(a.cnpj, b.cnpj),
  );
}

// Not the locale's order, which is another on another machine.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** States of a certificate that ask for the person, the most urgent first. */
const PENDENTES = ["vencido", "vencendo", "sem", "futuro"] as const;

/** One cell of the strip: what is missing, at how many companies, and which one comes first. */
export type Pendencia = { estado: (typeof PENDENTES)[number]; empresas: Empresa[] };

/** What certificates ask of the person; empty on a good day. */
export function pendenciasOf(empresas: readonly Empresa[]): Pendencia[] {
  return PENDENTES.flatMap((estado) => {
    const found = empresas.filter((empresa) => estadoOf(empresa) === estado).toSorted(bySooner);
    return found.length === 0 ? [] : [{ estado, empresas: found }];
  });
}

function bySooner(a: Empresa, b: Empresa): number {
  return (a.certificado?.diasRestantes ?? 0) - (b.certificado?.diasRestantes ?? 0);
}

/** How many certificates are in which state, in the words of the summary. */
export function summarise(empresas: readonly Empresa[]): { estado: EstadoCertificado; texto: string }[] {
  const estados = empresas.map(estadoOf);
  return (["valido", "vencendo", "sem", "vencido"] as const).flatMap((estado) => {
    const n = estados.filter((each) => each === estado).length;
    return n === 0 ? [] : [{ estado, texto: textos.resumo[estado](n) }];
  });
}

/** What is amiss with the walks of a company, in a sentence; null when all is well. */
export function problemaOf({ distribuicoes }: Pick<Empresa, "distribuicoes">): string | null {
  return distribuicoes.find(({ problema }) => problema !== null)?.problema ?? null;
}

/** When SEFAZ was last asked by any walk of a company. */
export function ultimaOf({ distribuicoes }: Pick<Empresa, "distribuicoes">): Date | null {
  const times = distribuicoes.flatMap(({ ultimaEm }) => (ultimaEm ? [ultimaEm.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** "000000000001234" is 1234 to a person; NSU are longer than a number is exact. */
export function readNsu(nsu: string): bigint {
  return /^\d{1,15}$/.test(nsu) ? BigInt(nsu) : 0n;
}

/** Whether SEFAZ has more for a walk than it has brought. */
export function isEmDia({ ultNSU, maxNSU }: Pick<Distribuicao, "ultNSU" | "maxNSU">): boolean {
  return readNsu(ultNSU) >= readNsu(maxNSU);
}
