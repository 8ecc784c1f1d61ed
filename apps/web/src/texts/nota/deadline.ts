import { translated } from "../../languages/language.ts";

/** Texts of the term for the manifestação on a document's page. */
export const deadlineTexts = translated("deadlineTexts", {
  ate: (quando: string, falta: string) => `Prazo para a manifestação conclusiva: ${quando} (${falta}).`,
  encerrado: (quando: string) => `O prazo para a manifestação conclusiva terminou em ${quando}.`,
  tacitaDesde: (quando: string) =>
    `Sem manifestação conclusiva até ${quando}, a operação é tida como confirmada (Ajuste SINIEF 7/2005, cláusula 15ª-C, § 6º). Nenhum evento é registrado na SEFAZ.`,
} as const);
