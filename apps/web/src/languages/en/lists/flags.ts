import type * as source from "../../../texts/lists/flags.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/flags.ts`. */
export const flagSentences: Translated<typeof source.flagSentences> = {
  processado: {
    nome: "Processed in the ERP",
    curto: "ERP",
    dica: (quem, quando) => `Processed by ${quem} on ${quando}`,
    falta: "Not processed in the ERP yet",
    marcar: "Mark as processed",
    desmarcar: "Undo processed",
  },
  recebido: {
    nome: "Received",
    curto: "Recd.",
    dica: (quem, quando) => `Received by ${quem} on ${quando}`,
    falta: "Not received yet",
    marcar: "Mark as received",
    desmarcar: "Undo received",
  },
  conferido: {
    nome: "Checked",
    curto: "Chkd.",
    dica: (quem, quando) => `Checked by ${quem} on ${quando}`,
    falta: "Not checked yet",
    marcar: "Mark as checked",
    desmarcar: "Undo checked",
  },
  bloqueada: "In quarantine: cannot be marked",
  espera: "Will be sent when the connection is back",
  alguem: "someone",
};
