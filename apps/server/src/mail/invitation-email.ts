import { formatDateTime } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName, cleanSignInName, type EmailContent, type EmailContext } from "./content.ts";

/**
 * E-mail that invites a user to the conta: who invites, the user name, and the link to choose the password.
 */
export function writeInvitation(data: EmailData<"convite">, context: EmailContext): EmailContent {
  const inviter = data.convidadoPor === null ? null : cleanName(data.convidadoPor);
  const expiry = formatDateTime(data.expiraEm, context.zona);
  return {
    subject: inviter === null ? "Seu acesso ao Malote" : "Convite para o Malote",
    preview: "Escolha a sua senha e comece a usar.",
    title: `Olá, ${cleanName(data.nome)}. Seu acesso está pronto`,
    tone: "bom",
    opening: `${inviter ?? "A sua empresa"} criou um acesso para você no Malote, onde ficam os documentos fiscais que chegam por e-mail. Falta só escolher a sua senha.`,
    facts: [
      ["Identificador", context.identificador],
      ["Usuário", cleanSignInName(data.nomeUsuario)],
      ["O link vale até", expiry],
    ],
    sections: [
      {
        title: "Bom saber",
        text: "O link é só seu e funciona uma vez. Se ele vencer, peça outro convite a quem administra a conta. Não esperava este convite? Pode apagar este e-mail: sem o link, nada acontece.",
      },
    ],
    button: { label: "Escolher a senha", href: `${context.urlBase}/usuario_convidado/setup/${data.token}` },
    footer: `Você recebe este e-mail porque o seu endereço foi cadastrado na conta ${context.identificador} no Malote.`,
  };
}
