import { familyOfModelo, isChaveAcesso, isCnpj, isCpf, MODELOS, splitChaveAcesso } from "@malote/syntax";
import type { Endpoint } from "../endpoint.ts";
import type { CStat } from "../motivos.ts";

const CHAVE = /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/;
const ANO_MINIMO = 2006;

/** Whether a text has the pattern that the schemas require of a key. */
export function hasChaveShape(text: string): boolean {
  return CHAVE.test(text);
}

/** The fault of the key itself, before any lookup. */
export function judgeChave(
  chave: string,
  { porta, now }: { porta: Pick<Endpoint, "modelo" | "ufs"> | null; now: Date },
): CStat | null {
  const partes = splitChaveAcesso(chave);
  if (!isChaveAcesso(chave)) return "236";
  if (!partes.uf) return "614";
  const { year, month } = yearMonthOf(chave);
  if (year < ANO_MINIMO || year > now.getUTCFullYear()) return "615";
  if (month < 1 || month > 12) return "616";
  if (!isIssuer(partes.documento)) return "617";
  const family = familyOfModelo(porta?.modelo ?? MODELOS.NFe.modelo);
  if (family === null || familyOfModelo(partes.modelo) !== family) return "618";
  if (Number(partes.numero) === 0) return "619";
  if (porta && partes.modelo !== porta.modelo) return "450";
  return porta && !porta.ufs.includes(partes.uf) ? "226" : null;
}

/** The 14 columns hold a CNPJ, or three zeros and a CPF. */
function isIssuer(documento: string): boolean {
  return isCnpj(documento) || (documento.startsWith("000") && isCpf(documento.slice(3)));
}

function yearMonthOf(chave: string): { year: number; month: number } {
  return { year: 2000 + Number(chave.slice(2, 4)), month: Number(chave.slice(4, 6)) };
}

/** Full months from the month of the key to this one. */
export function monthsSince(chave: string, now: Date): number {
  const { year, month } = yearMonthOf(chave);
  return (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month;
}
