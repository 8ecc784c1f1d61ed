import { UFS, type Uf } from "@malote/syntax";

/** Which States an authorizer answers for.   @source MOC, relação de autorizadores da NF-e e da NFC-e; NT de contingência SVC */
const PROPRIOS_NFE: readonly Uf[] = ["AM", "BA", "GO", "MG", "MS", "MT", "PE", "PR", "RS", "SP"];
const PROPRIOS_NFCE: readonly Uf[] = ["AM", "GO", "MG", "MS", "MT", "PR", "RS", "SP"];
const SVAN: readonly Uf[] = ["MA"];
const SVC_RS: readonly Uf[] = ["AM", "BA", "GO", "MA", "MS", "MT", "PE", "PR"];

const TODAS = UFS.map((row): Uf => row.sigla);

function without(...lists: (readonly Uf[])[]): readonly Uf[] {
  return TODAS.filter((uf) => !lists.some((list) => list.includes(uf)));
}

const NFE: Readonly<Record<string, readonly Uf[]>> = {
  ...Object.fromEntries(PROPRIOS_NFE.map((uf) => [uf, [uf]])),
  SVAN,
  SVRS: without(PROPRIOS_NFE, SVAN),
  SVCAN: without(SVC_RS),
  SVCRS: SVC_RS,
};

const NFCE: Readonly<Record<string, readonly Uf[]>> = {
  ...Object.fromEntries(PROPRIOS_NFCE.map((uf) => [uf, [uf]])),
  SVRS: without(PROPRIOS_NFCE),
};

/** The States of an authorizer for a model; null when there is no such authorizer. "SVC-AN" and "SVCAN" are the same. */
export function ufsOfAutorizador(autorizador: string, modelo: string): readonly Uf[] | null {
  const table = modelo === "65" ? NFCE : modelo === "55" ? NFE : {};
  return table[autorizador.toUpperCase().replaceAll("-", "")] ?? null;
}
