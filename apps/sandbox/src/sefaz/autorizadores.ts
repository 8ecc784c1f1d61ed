import { isModelo, type Modelo, UFS, type Uf } from "@malote/syntax";

/**
 * The States of each authorizer.
 * @source MOC, relação de autorizadores da NF-e, da NFC-e, do CT-e e do MDF-e; NT de contingência SVC
 */
const OWN_NFE: readonly Uf[] = ["AM", "BA", "GO", "MG", "MS", "MT", "PE", "PR", "RS", "SP"];
const OWN_NFCE: readonly Uf[] = ["AM", "GO", "MG", "MS", "MT", "PR", "RS", "SP"];
const OWN_CTE: readonly Uf[] = ["MG", "MS", "MT", "PR", "RS", "SP"];
const SVAN: readonly Uf[] = ["MA"];
const SVSP: readonly Uf[] = ["AP", "PE", "RR"];
const SVC_RS: readonly Uf[] = ["AM", "BA", "GO", "MA", "MS", "MT", "PE", "PR"];
const SVC_RS_CTE: readonly Uf[] = ["AP", "MS", "MT", "PE", "RR", "SP"];

const ALL_UFS = UFS.map((row): Uf => row.sigla);

function without(...lists: (readonly Uf[])[]): readonly Uf[] {
  return ALL_UFS.filter((uf) => !lists.some((list) => list.includes(uf)));
}

function own(ufs: readonly Uf[]): Record<string, readonly Uf[]> {
  return Object.fromEntries(ufs.map((uf) => [uf, [uf]]));
}

const NFE: Readonly<Record<string, readonly Uf[]>> = {
  ...own(OWN_NFE),
  SVAN,
  SVRS: without(OWN_NFE, SVAN),
  SVCAN: without(SVC_RS),
  SVCRS: SVC_RS,
  AN: ALL_UFS,
};

const NFCE: Readonly<Record<string, readonly Uf[]>> = {
  ...own(OWN_NFCE),
  SVRS: without(OWN_NFCE),
};

const CTE: Readonly<Record<string, readonly Uf[]>> = {
  ...own(OWN_CTE),
  SVSP,
  SVRS: without(OWN_CTE, SVSP),
  SVCSP: without(SVC_RS_CTE),
  SVCRS: SVC_RS_CTE,
  AN: ALL_UFS,
};

const AUTHORIZER_TABLES: Readonly<Record<Modelo, Readonly<Record<string, readonly Uf[]>>>> = {
  "55": NFE,
  "65": NFCE,
  "57": CTE,
  "67": CTE,
  "58": { SVRS: ALL_UFS },
};

const CONTINGENCY = new Set(["SVCAN", "SVCRS", "SVCSP", "AN"]);

/** The authorizer of a State for a model, outside contingency. */
export function autorizadorOf(uf: Uf, modelo: string): string {
  const table = Object.entries(tableOf(modelo));
  return table.find(([nome, ufs]) => !CONTINGENCY.has(nome) && ufs.includes(uf))?.[0] ?? uf;
}

/**
 * The States of an authorizer for a model; null for an unknown authorizer. "SVC-AN" and "SVCAN" are
 * equal.
 */
export function ufsOfAutorizador(autorizador: string, modelo: string): readonly Uf[] | null {
  return tableOf(modelo)[autorizador.toUpperCase().replaceAll("-", "")] ?? null;
}

function tableOf(modelo: string): Readonly<Record<string, readonly Uf[]>> {
  return isModelo(modelo) ? AUTHORIZER_TABLES[modelo] : {};
}
