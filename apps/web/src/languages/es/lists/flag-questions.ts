import type { flagQuestionTexts as source } from "../../../texts/lists/flag-questions.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/flag-questions.ts`. */
export const flagQuestionTexts: Translated<typeof source> = {
  processado: {
    perguntaMarcar: "¿Marcar como procesado en el ERP?",
    perguntaDesmarcar: "¿Deshacer el procesado en el ERP?",
    feito: (n) =>
      n === 1 ? "1 documento marcado como procesado." : `${n} documentos marcados como procesados.`,
    desfeito: (n) =>
      n === 1 ? "1 documento volvió a no procesado." : `${n} documentos volvieron a no procesados.`,
  },
  recebido: {
    perguntaMarcar: "¿Marcar como recibido?",
    perguntaDesmarcar: "¿Deshacer el recibido?",
    feito: (n) =>
      n === 1 ? "1 documento marcado como recibido." : `${n} documentos marcados como recibidos.`,
    desfeito: (n) =>
      n === 1 ? "1 documento volvió a no recibido." : `${n} documentos volvieron a no recibidos.`,
  },
  conferido: {
    perguntaMarcar: "¿Marcar como verificado?",
    perguntaDesmarcar: "¿Deshacer el verificado?",
    feito: (n) =>
      n === 1 ? "1 documento marcado como verificado." : `${n} documentos marcados como verificados.`,
    desfeito: (n) =>
      n === 1 ? "1 documento volvió a no verificado." : `${n} documentos volvieron a no verificados.`,
  },
  fora: (n) =>
    n === 1
      ? "1 documento en cuarentena está en la selección y queda fuera."
      : `${n} documentos en cuarentena están en la selección y quedan fuera.`,
  pergunta: (documento) => `${documento}. Su nombre y la hora quedan registrados.`,
  perguntaVarias: (n, soma) => `${n} documentos, ${soma}. Su nombre y la hora quedan registrados.`,
  contradita: (palavra) => `La SEFAZ dice que está ${palavra}. ¿Marcar de todos modos?`,
  contraditaDesconhecida: "La SEFAZ dice que no lo conoce. ¿Marcar de todos modos?",
  contraditas: (n) =>
    n === 1
      ? "La SEFAZ contradice 1 de ellos. ¿Marcar de todos modos?"
      : `La SEFAZ contradice ${n} de ellos. ¿Marcar de todos modos?`,
  confirmarContradita: "Marcar de todos modos",
  confirmarMarcar: "Marcar",
  confirmarDesmarcar: "Deshacer",
};
