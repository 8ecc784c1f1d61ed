import { translated } from "../../languages/language.ts";

/** Texts of the destinatário's term, and of its expiry without a manifestação. */
export const remainingDaysTexts = translated("remainingDaysTexts", {
  /** Days left to send a conclusive manifestação; 0 = less than one. */
  faltam: (dias: number) =>
    dias === 0 ? "falta menos de 1 dia" : dias === 1 ? "falta 1 dia" : `faltam ${dias} dias`,
  tacita: "Confirmada tacitamente",
} as const);
