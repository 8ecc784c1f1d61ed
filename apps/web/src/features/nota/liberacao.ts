import { formatMensagem, LIBERACAO_MOTIVO_MAX, LIBERACAO_MOTIVO_MIN } from "@malote/contract";
import { countMotivo } from "./motivo.ts";

/** The server's error message for a reason; null if it is valid. */
export function checkMotivo(motivo: string): string | null {
  const count = countMotivo(motivo);
  if (count >= LIBERACAO_MOTIVO_MIN && count <= LIBERACAO_MOTIVO_MAX) return null;
  return formatMensagem("liberacaoMotivoTamanho", { min: LIBERACAO_MOTIVO_MIN, max: LIBERACAO_MOTIVO_MAX });
}
