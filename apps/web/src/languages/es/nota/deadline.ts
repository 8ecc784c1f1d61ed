import type { deadlineTexts as source } from "../../../texts/nota/deadline.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/nota/deadline.ts`. */
export const deadlineTexts: Translated<typeof source> = {
  ate: (quando, falta) => `Plazo para la manifestación conclusiva: ${quando} (${falta}).`,
  encerrado: (quando) => `El plazo para la manifestación conclusiva terminó el ${quando}.`,
  tacitaDesde: (quando) =>
    `Sin manifestación conclusiva hasta el ${quando}, la operación se considera confirmada (Ajuste SINIEF 7/2005, cláusula 15ª-C, § 6º). No se registra ningún evento en la SEFAZ.`,
};
