import { SCREEN_MESSAGES } from "@malote/contract";
import type { Nota } from "../../../rpc/documents/queries.ts";

/** Why a document cannot be released from quarantine; null if an administrator may release it. */
export function releaseObstacleOf(nota: Pick<Nota, "achados" | "digVal" | "sefazDigVal">): string | null {
  const { digVal, sefazDigVal } = nota;
  const hasAchado = (codigo: string): boolean => nota.achados.some((achado) => achado.codigo === codigo);
  if (hasAchado("ambiente-homologacao")) return SCREEN_MESSAGES.notaDeHomologacao;
  const contradicted =
    (sefazDigVal !== null && sefazDigVal !== digVal) || hasAchado("sefaz-digest-divergente");
  return contradicted ? SCREEN_MESSAGES.notaContraditaPelaSefaz : null;
}
