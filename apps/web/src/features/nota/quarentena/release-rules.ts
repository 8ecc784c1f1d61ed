import { formatMessage, LIBERACAO_REASON_MAX, LIBERACAO_REASON_MIN } from "@malote/contract";
import { translatedSentence } from "../../../languages/language.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { screenMessages } from "../../../texts/names/screen-messages.ts";

type QuarantinedNota = Pick<Nota, "quarentena" | "atosQuarentena">;

/** Length of a reason after trimming, with each run of white space as one character. */
export function countReason(motivo: string): number {
  return motivo.trim().replace(/\s+/g, " ").length;
}

/** The server's error message for a reason; null if it is valid. */
export function checkReleaseReason(motivo: string): string | null {
  const count = countReason(motivo);
  if (count >= LIBERACAO_REASON_MIN && count <= LIBERACAO_REASON_MAX) return null;
  return translatedSentence(
    formatMessage("liberacaoMotivoTamanho", { min: LIBERACAO_REASON_MIN, max: LIBERACAO_REASON_MAX }),
  );
}

/** Why a document cannot be released from quarantine; null if an administrator may release it. */
export function releaseObstacleOf(nota: Pick<Nota, "achados" | "digVal" | "sefazDigVal">): string | null {
  const { digVal, sefazDigVal } = nota;
  const hasAchado = (codigo: string): boolean => nota.achados.some((achado) => achado.codigo === codigo);
  if (hasAchado("ambiente-homologacao")) return screenMessages.notaDeHomologacao;
  const contradicted =
    (sefazDigVal !== null && sefazDigVal !== digVal) || hasAchado("sefaz-digest-divergente");
  return contradicted ? screenMessages.notaContraditaPelaSefaz : null;
}

/** Whether a user put the document into quarantine: its file is not what keeps it there. */
export function isHeldByUser({ quarentena, atosQuarentena }: QuarantinedNota): boolean {
  return quarentena && atosQuarentena?.at(-1)?.acao === "colocou";
}
