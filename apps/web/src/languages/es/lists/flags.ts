import type { flagSentences as source } from "../../../texts/lists/flags.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/flags.ts`. */
export const flagSentences: Translated<typeof source> = {
  processado: {
    nome: "Procesado en el ERP",
    curto: "ERP",
    dica: (quem, quando) => `Procesado por ${quem} el ${quando}`,
    falta: "Todavía no procesado en el ERP",
    marcar: "Marcar procesado",
    desmarcar: "Desmarcar procesado",
  },
  recebido: {
    nome: "Recibido",
    curto: "Recib.",
    dica: (quem, quando) => `Recibido por ${quem} el ${quando}`,
    falta: "Todavía no recibido",
    marcar: "Marcar recibido",
    desmarcar: "Desmarcar recibido",
  },
  conferido: {
    nome: "Verificado",
    curto: "Verif.",
    dica: (quem, quando) => `Verificado por ${quem} el ${quando}`,
    falta: "Todavía no verificado",
    marcar: "Marcar verificado",
    desmarcar: "Desmarcar verificado",
  },
  bloqueada: "En cuarentena: no se puede marcar",
  espera: "Se enviará cuando vuelva la conexión",
  alguem: "alguien",
};
