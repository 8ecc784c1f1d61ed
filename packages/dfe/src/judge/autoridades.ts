import { raizCnpj } from "@malote/syntax";
import type { Confianca } from "../veredito.ts";

/** A public authority by the first 8 characters of its CNPJ. `emite`: a treasury of a state, which issues notas for people (séries
 * avulsas); the others only register eventos. */
type Autoridade = { nome: string; emite: boolean };

/** Only those seen in documents that SEFAZ's distribution service handed out; the operator adds others to Confianca.provedores.
 * @source certificate of hnfe.fazenda.mg.gov.br; NT 2021.002 (NFF, signed by SVRS); evento 990900 of SUFRAMA */
const AUTORIDADES: Readonly<Record<string, Autoridade>> = {
  "16907746": { nome: "Secretaria de Estado de Fazenda de Minas Gerais", emite: true },
  "87958674": { nome: "Secretaria da Fazenda do Rio Grande do Sul", emite: true },
  "04407029": { nome: "Superintendência da Zona Franca de Manaus", emite: false },
};
/** The virtual SEFAZ of Rio Grande do Sul signs what people issue by the app of the NFF. */
const RAIZ_SVRS = "87958674";

/** Says whether a CNPJ is that of an authority that registers eventos by itself. */
export function isAutoridade(cnpj: string, confianca: Confianca): boolean {
  return autoridadeOf(cnpj) !== null || isProvedorConfiavel(cnpj, confianca);
}

/** Says whether a CNPJ is that of a treasury that may issue for somebody else. */
export function isFisco(cnpj: string, confianca: Confianca): boolean {
  return autoridadeOf(cnpj)?.emite === true || isProvedorConfiavel(cnpj, confianca);
}

/** Says whether the operator trusts a company, by any of its branches, to sign for others. */
export function isProvedorConfiavel(cnpj: string, { provedores = [] }: Confianca): boolean {
  return cnpj.length === 14 && provedores.some((each) => raizCnpj(each) === raizCnpj(cnpj));
}

export function isSvrs(cnpj: string): boolean {
  return cnpj.length === 14 && raizCnpj(cnpj) === RAIZ_SVRS;
}

function autoridadeOf(cnpj: string): Autoridade | null {
  const raiz = raizCnpj(cnpj);
  return cnpj.length === 14 && Object.hasOwn(AUTORIDADES, raiz) ? (AUTORIDADES[raiz] ?? null) : null;
}
