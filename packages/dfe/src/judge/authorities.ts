import { cnpjRoot } from "@malote/syntax";
import type { Trust } from "../examination.ts";

/** A public authority. `emite` marks a state treasury, which issues
 * notas for others (séries avulsas); the rest only register eventos. */
type Authority = { nome: string; emite: boolean };

/** By CNPJ root: those seen in documents of SEFAZ's distribution
 * service; the operator adds others to Confianca.provedores.
 * @source certificate of hnfe.fazenda.mg.gov.br; NT
 * 2021.002 (NFF, signed by SVRS); evento 990900 of SUFRAMA */
const AUTHORITIES: Readonly<Record<string, Authority>> = {
  "16907746": { nome: "Secretaria de Estado de Fazenda de Minas Gerais", emite: true },
  "87958674": { nome: "Secretaria da Fazenda do Rio Grande do Sul", emite: true },
  "04407029": { nome: "Superintendência da Zona Franca de Manaus", emite: false },
};
/** SVRS signs the documents issued in the NFF app. */
const SVRS_ROOT = "87958674";

/** Says whether a CNPJ belongs to an authority that registers eventos itself. */
export function isAuthority(cnpj: string, trust: Trust): boolean {
  return authorityOf(cnpj) !== null || isTrustedProvider(cnpj, trust);
}

/** Says whether a CNPJ belongs to a treasury that may issue for others. */
export function isFisco(cnpj: string, trust: Trust): boolean {
  return authorityOf(cnpj)?.emite === true || isTrustedProvider(cnpj, trust);
}

/** Says whether the operator trusts a company, with all its branches, to sign for others. */
export function isTrustedProvider(cnpj: string, { providers: provedores = [] }: Trust): boolean {
  return cnpj.length === 14 && provedores.some((each) => cnpjRoot(each) === cnpjRoot(cnpj));
}

export function isSvrs(cnpj: string): boolean {
  return cnpj.length === 14 && cnpjRoot(cnpj) === SVRS_ROOT;
}

function authorityOf(cnpj: string): Authority | null {
  const root = cnpjRoot(cnpj);
  return cnpj.length === 14 && Object.hasOwn(AUTHORITIES, root) ? (AUTHORITIES[root] ?? null) : null;
}
