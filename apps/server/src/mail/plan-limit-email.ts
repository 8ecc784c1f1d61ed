import { formatInteger } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import type { EmailContent, EmailContext } from "./content.ts";

/** E-mail about use that passed a share of the plan. It says first that nothing stops. */
export function writePlanLimit(
  data: EmailData<"plano-perto-do-limite">,
  context: EmailContext,
): EmailContent {
  const isOver = data.parte >= 100;
  const plan = `${formatInteger(data.plano)} documentos por mês`;
  const usage = isOver ? "passou do plano deste mês" : `usou ${data.parte}% do plano deste mês`;
  return {
    subject: `A sua conta ${usage}`,
    preview: "Nada para: a coleta continua e todo documento fica guardado.",
    title: `A conta ${context.identificador} ${usage}`,
    tone: isOver ? "aviso" : "neutro",
    opening: "Nada para: a coleta continua, e todo documento que chegar fica guardado, conferido e entregue.",
    facts: [
      ["Mês", formatMonth(data.mes)],
      ["Documentos", formatInteger(data.documentos)],
      ["Plano", plan],
    ],
    sections: [
      {
        title: "O que fazer",
        text: isOver
          ? "Se este volume for o de costume, peça um plano maior a quem opera o Malote."
          : "Por enquanto, nada. Se os próximos meses forem assim, peça um plano maior a quem opera o Malote.",
      },
    ],
    button: { label: "Ver o uso da conta", href: `${context.urlBase}/minha_conta` },
    footer: `Você recebe este aviso como administrador da conta ${context.identificador} no Malote, uma vez por mês em cada limite (80 % e 100 %).`,
  };
}

/** "2026-11" → "11/2026". */
function formatMonth(month: string): string {
  const [year = "", monthNumber = ""] = month.split("-");
  return `${monthNumber}/${year}`;
}
