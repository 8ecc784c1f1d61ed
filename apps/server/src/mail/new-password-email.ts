import { formatDateTime } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName, cleanSignInName, type EmailContent, type EmailContext } from "./content.ts";

/** E-mail with the link to choose a new password; it names the user and the conta. */
export function writeNewPassword(data: EmailData<"senha-nova">, context: EmailContext): EmailContent {
  return {
    subject: "Nova senha no Malote",
    preview: "O link vale por 1 hora e funciona uma vez.",
    title: `Olá, ${cleanName(data.nome)}. Vamos trocar a sua senha`,
    tone: "neutro",
    opening:
      "Recebemos um pedido de nova senha para o seu usuário. Se foi você, use o botão abaixo para criá-la.",
    facts: [
      ["Identificador", context.identificador],
      ["Usuário", cleanSignInName(data.nomeUsuario)],
      ["O link vale até", formatDateTime(data.expiraEm, context.zona)],
    ],
    sections: [
      {
        title: "Não foi você?",
        text: "Não é preciso fazer nada: a sua senha continua a mesma e o link vence sozinho. Se estes pedidos se repetirem, avise quem administra a conta.",
      },
    ],
    button: { label: "Criar nova senha", href: `${context.urlBase}/configurar_senha/setup/${data.token}` },
    footer:
      "Quem usa o mesmo e-mail em mais de uma conta recebe um e-mail para cada uma. O Malote nunca pede a sua senha por e-mail.",
  };
}
