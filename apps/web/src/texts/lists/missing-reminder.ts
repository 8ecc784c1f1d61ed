import { formatInteger } from "@malote/syntax";
import { translated } from "../../languages/language.ts";

/** Texts of the reminders to suppliers, and of XMLs that arrive while the page is open. */
export const missingReminderTexts = translated("missingReminderTexts", {
  rotulo: "Lembrete ao fornecedor",
  opcao: (dias: number) =>
    dias === 0
      ? "Sem lembretes"
      : dias === 1
        ? "Lembrar a cada dia"
        : `Lembrar a cada ${formatInteger(dias)} dias`,
  salvo: (dias: number) =>
    dias === 0
      ? "Os fornecedores não recebem mais lembretes."
      : `O Malote lembra o fornecedor a cada ${dias === 1 ? "dia" : `${formatInteger(dias)} dias`}, até duas vezes.`,
  sairam: (n: number) =>
    n === 1 ? "1 documento não falta mais." : `${formatInteger(n)} documentos não faltam mais.`,
} as const);
