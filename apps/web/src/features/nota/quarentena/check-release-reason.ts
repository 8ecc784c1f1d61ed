import { formatMessage, LIBERACAO_REASON_MAX, LIBERACAO_REASON_MIN } from "@malote/contract";
import { countReason } from "./count-reason.ts";

/** The server's error message for a reason; null if it is valid. */
export function checkReleaseReason(motivo: string): string | null {
  const count = countReason(motivo);
  if (count >= LIBERACAO_REASON_MIN && count <= LIBERACAO_REASON_MAX) return null;
  return formatMessage("liberacaoMotivoTamanho", { min: LIBERACAO_REASON_MIN, max: LIBERACAO_REASON_MAX });
}
