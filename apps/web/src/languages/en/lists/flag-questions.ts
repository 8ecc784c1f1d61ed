import type * as source from "../../../texts/lists/flag-questions.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/flag-questions.ts`. */
export const flagQuestionTexts: Translated<typeof source.flagQuestionTexts> = {
  processado: {
    perguntaMarcar: "Mark as processed in the ERP?",
    perguntaDesmarcar: "Undo processed in the ERP?",
    feito: (n) => (n === 1 ? "1 document marked as processed." : `${n} documents marked as processed.`),
    desfeito: (n) =>
      n === 1
        ? "1 document is no longer marked as processed."
        : `${n} documents are no longer marked as processed.`,
  },
  recebido: {
    perguntaMarcar: "Mark as received?",
    perguntaDesmarcar: "Undo received?",
    feito: (n) => (n === 1 ? "1 document marked as received." : `${n} documents marked as received.`),
    desfeito: (n) =>
      n === 1
        ? "1 document is no longer marked as received."
        : `${n} documents are no longer marked as received.`,
  },
  conferido: {
    perguntaMarcar: "Mark as checked?",
    perguntaDesmarcar: "Undo checked?",
    feito: (n) => (n === 1 ? "1 document marked as checked." : `${n} documents marked as checked.`),
    desfeito: (n) =>
      n === 1
        ? "1 document is no longer marked as checked."
        : `${n} documents are no longer marked as checked.`,
  },
  fora: (n) =>
    n === 1
      ? "1 document in quarantine is in the selection and is left out."
      : `${n} documents in quarantine are in the selection and are left out.`,
  pergunta: (documento) => `${documento}. Your name and the time are recorded.`,
  perguntaVarias: (n, soma) => `${n} documents, ${soma}. Your name and the time are recorded.`,
  contradita: (palavra) => `SEFAZ says that it is ${palavra}. Mark it anyway?`,
  contraditaDesconhecida: "SEFAZ says that it does not know it. Mark it anyway?",
  contraditas: (n) =>
    n === 1
      ? "SEFAZ contradicts 1 of them. Mark them anyway?"
      : `SEFAZ contradicts ${n} of them. Mark them anyway?`,
  confirmarContradita: "Mark anyway",
  confirmarMarcar: "Mark",
  confirmarDesmarcar: "Undo",
};
