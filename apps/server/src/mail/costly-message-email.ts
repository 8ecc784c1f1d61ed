import { formatDateTime } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import type { EmailContent, EmailContext } from "./content.ts";

const TITLE = "Um e-mail demorou demais para ser lido";

/**
 * E-mail about a received e-mail that was too costly to
 * read. It quotes none of it, because a stranger wrote it.
 */
export function writeCostlyMessage(data: EmailData<"email-caro">, context: EmailContext): EmailContent {
  return {
    subject: TITLE,
    preview: "O original está guardado, e os outros e-mails seguem normalmente.",
    title: TITLE,
    tone: "aviso",
    opening:
      "A leitura de um e-mail que chegou à sua conta demorou demais, como acontece com os feitos para travar sistemas, e foi interrompida antes do fim.",
    facts: [["Leitura interrompida em", formatDateTime(data.quando, context.zona)]],
    sections: [
      {
        title: "O que continua",
        text: "O original está guardado, e o que já tinha sido lido dele também. Os outros e-mails da conta seguem normalmente.",
      },
      {
        title: "O que fazer",
        text: "Se você conhece o remetente, abra o e-mail e use Reprocessar: a leitura terá mais tempo. Se não conhece, não é preciso fazer nada.",
      },
    ],
    button: { label: "Ver o e-mail", href: `${context.urlBase}/email/${data.emailId}` },
    footer: `Você recebe este aviso como responsável pela conta ${context.identificador} no Malote, no máximo uma vez por dia; pode haver outros e-mails assim na lista.`,
  };
}
