import { raizCnpj } from "@malote/syntax";
import type { Trust } from "../veredito.ts";

/** A public authority. `emite` marks a state treasury, which issues
 * notas for others (séries avulsas); the rest only register eventos. */
type Autoridade = { nome: string; emite: boolean };

/** By CNPJ root: those seen in documents of SEFAZ's distribution
 * service; the operator adds others to Confianca.provedores.
 * @source certificate of hnfe.fazenda.mg.gov.br; NT
 * 2021.002 (NFF, signed by SVRS); evento 990900 of SUFRAMA */
const AUTORIDADES: Readonly<Record<string, Autoridade>> = {
  "16907746": { nome: "Secretaria de Estado de Fazenda de Minas Gerais", emite: true },
  "87958674": { nome: "Secretaria da Fazenda do Rio Grande do Sul", emite: true },
  "04407029": { nome: "Superintendência da Zona Franca de Manaus", emite: false },
};
/** SVRS signs the documents issued in the NFF app. */
const RAIZ_SVRS = "87958674";

/** Says whether a CNPJ belongs to an authority that registers eventos itself. */
export function isAutoridade(cnpj: string, trust: Trust): boolean {
  return autoridadeOf(cnpj) !== null || isProvedorConfiavel(cnpj, trust);
}

/** Says whether a CNPJ belongs to a treasury that may issue for others. */
export function isFisco(cnpj: string, trust: Trust): boolean {
  return autoridadeOf(cnpj)?.emite === true || isProvedorConfiavel(cnpj, trust);
}

/** Says whether the operator trusts a company, with all its branches, to sign for others. */
export function isProvedorConfiavel(cnpj: string, { provedores = [] }: Trust): boolean {
  return cnpj.length === 14 && provedores.some((each) => raizCnpj(each) === raizCnpj(cnpj));
}

export function isSvrs(cnpj: string): boolean {
  return cnpj.length === 14 && raizCnpj(cnpj) === RAIZ_SVRS;
}

function autoridadeOf(cnpj: string): Autoridade | null {
  const raiz = raizCnpj(cnpj);
  return cnpj.length === 14 && Object.hasOwn(AUTORIDADES, raiz) ? (AUTORIDADES[raiz] ?? null) : null;
}
