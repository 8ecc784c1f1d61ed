import { PRAZO_AVISO_DIAS } from "@malote/contract";
import { findEventoRule } from "@malote/dfe";
import { TIPOS_EVENTO } from "./manifestacao.rules.ts";

const DIA_MS = 86_400_000;
const [PRIMEIRO] = PRAZO_AVISO_DIAS;

/** Authorization times, from `de` to `ate`, whose deadline is within the earliest notice period. */
export type Janela = { de: Date; ate: Date; dias: number };

/** Authorization times for which a notice may be due, for each deadline that was ever in force. */
export function findJanelas(agora: Date): Janela[] {
  const prazos = findEventoRule("55", TIPOS_EVENTO[1])?.prazos ?? [];
  return prazos.flatMap(({ dias, desde }, index) => {
    const antes = prazos[index - 1]?.desde;
    const de = Math.max(agora.getTime() - dias * DIA_MS, desde === null ? 0 : Date.parse(desde));
    const fim = antes === undefined || antes === null ? Number.POSITIVE_INFINITY : Date.parse(antes) - 1;
    const ate = Math.min(agora.getTime() - (dias - PRIMEIRO) * DIA_MS, fim);
    return de <= ate ? [{ de: new Date(de), ate: new Date(ate), dias }] : [];
  });
}

/** Days of the notice that is due for a deadline `ate`; null if none is due, or it was sent already. */
export function findAvisoDoPrazo(ate: Date, avisado: number | null, agora: Date): number | null {
  const restam = ate.getTime() - agora.getTime();
  if (restam < 0) return null;
  const devido = PRAZO_AVISO_DIAS.findLast((dias) => restam <= dias * DIA_MS);
  return devido === undefined || (avisado !== null && avisado <= devido) ? null : devido;
}
