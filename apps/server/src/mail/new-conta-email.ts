import { formatDateTime } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName, cleanSignInName, type EmailContent, type EmailContext } from "./content.ts";

/** E-mail to the owner of a new conta, with the link to choose the password. */
export function writeNewConta(data: EmailData<"conta-nova">, context: EmailContext): EmailContent {
  return {
    subject: "Confirme a sua conta no Malote",
    preview: "Falta só escolher a sua senha.",
    title: `Olá, ${cleanName(data.nome)}. A sua conta está quase pronta`,
    tone: "bom",
    opening:
      "Confirme o seu e-mail e escolha a senha. Depois é só cadastrar a empresa e a caixa de e-mail que recebe os documentos fiscais.",
    facts: [
      ["Identificador", context.identificador],
      ["Usuário", cleanSignInName(data.nomeUsuario)],
      ["O link vale até", formatDateTime(data.expiraEm, context.zona)],
    ],
    sections: [
      {
        title: "Bom saber",
        text: "Para entrar você vai precisar do identificador, do usuário e da senha: guarde este e-mail. O link é só seu e funciona uma vez. Se ele vencer, abra a conta de novo com o mesmo identificador. Não foi você? Pode apagar este e-mail: sem o link, nada acontece.",
      },
    ],
    button: {
      label: "Confirmar e escolher a senha",
      href: `${context.urlBase}/usuario_convidado/setup/${data.token}`,
    },
    footer: `Você recebe este e-mail porque a conta ${context.identificador} foi aberta no Malote com o seu endereço.`,
  };
}
