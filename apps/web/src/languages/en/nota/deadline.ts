import type * as source from "../../../texts/nota/deadline.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/deadline.ts`. */
export const deadlineTexts: Translated<typeof source.deadlineTexts> = {
  ate: (quando, falta) => `Deadline for the conclusive statement: ${quando} (${falta}).`,
  encerrado: (quando) => `The deadline for the conclusive statement ended on ${quando}.`,
  tacitaDesde: (quando) =>
    `Without a conclusive statement until ${quando}, the operation is deemed confirmed (Ajuste SINIEF 7/2005, cláusula 15ª-C, § 6º). No event is recorded at SEFAZ.`,
};
