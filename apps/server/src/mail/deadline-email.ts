import { formatDateTime, formatInteger } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName, type EmailContent, type EmailContext } from "./content.ts";

/** E-mail about received NF-e whose deadline for a conclusive manifestação is near. */
export function writeDeadline(data: EmailData<"prazo-manifestacao">, context: EmailContext): EmailContent {
  const { dias: days, quantas: count, primeira: first } = data;
  const timeLeft = `Em ${days} dias ou menos termina o prazo da manifestação`;
  const total = count === 1 ? "1 NF-e recebida" : `${formatInteger(count)} NF-e recebidas`;
  return {
    subject: `${timeLeft} de ${total}`,
    preview: SILENCE,
    title: `${timeLeft} de ${total}`,
    tone: "aviso",
    opening: SILENCE,
    facts: [
      ["Sem manifestação conclusiva", total],
      ["A primeira a vencer", `NF-e ${formatInteger(first.numeroNota)}`],
      ["Emitente", cleanName(first.nomeEmitente)],
      ["Prazo dela", formatDateTime(first.ate, context.zona)],
    ],
    sections: [
      {
        title: "O que fazer",
        text: "Confirme as operações que aconteceram. As que a sua empresa não reconhece, ou que não se realizaram, só podem ser recusadas até o fim do prazo.",
      },
    ],
    button: { label: "Abrir a nota", href: `${context.urlBase}/nota/${first.notaId}` },
    footer: `Você recebe este aviso como administrador da conta ${context.identificador} no Malote.`,
  };
}

const SILENCE =
  "Depois do prazo, a SEFAZ não recebe mais a manifestação conclusiva, e a falta dela vale como confirmação nos casos que a norma prevê.";
