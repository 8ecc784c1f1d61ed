import { formatDateTime } from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName, cleanSignInName, type EmailContent, type EmailContext } from "./content.ts";

/** E-mail about a changed password, so that an unexpected change is noticed. */
export function writePasswordChanged(data: EmailData<"senha-trocada">, context: EmailContext): EmailContent {
  const sessions = data.porLink
    ? "Todas as sessões abertas foram encerradas."
    : "As sessões abertas em outros aparelhos foram encerradas.";
  return {
    subject: `Sua senha no Malote foi trocada`,
    preview: "Se foi você, está tudo certo.",
    title: "Sua senha foi trocada",
    tone: "neutro",
    opening: `Olá, ${cleanName(data.nome)}. A senha do seu usuário foi trocada. ${sessions}`,
    facts: [
      ...factsOf(data, context),
      ["Como", data.porLink ? "pelo link enviado por e-mail" : "em Minha conta"],
    ],
    sections: [
      {
        title: "Não foi você?",
        text: "Crie uma nova senha agora mesmo pelo botão abaixo e avise quem administra a conta.",
      },
    ],
    button: { label: "Não fui eu: trocar a senha", href: `${context.urlBase}/esqueceu_senha` },
    footer: footerOf(context),
  };
}

/** E-mail to the previous address of a user whose address changed. */
export function writeAddressChanged(data: EmailData<"email-trocado">, context: EmailContext): EmailContent {
  return {
    subject: "Seu e-mail no Malote foi trocado",
    preview: "Os próximos avisos vão para outro endereço.",
    title: "Seu e-mail foi trocado",
    tone: "neutro",
    opening: `Olá, ${cleanName(data.nome)}. Este é o último e-mail que enviamos a este endereço sobre o seu usuário: os próximos, e os links de nova senha, vão para o endereço novo.`,
    facts: [
      ...factsOf(data, context),
      ["Endereço novo", data.emailNovo],
      ["Trocado por", data.propria ? "você" : "quem administra a conta"],
    ],
    sections: [
      {
        title: "Não reconhece a troca?",
        text: "Fale já com quem administra a conta: essa pessoa pode corrigir o endereço e inativar o acesso.",
      },
    ],
    button: { label: "Abrir o Malote", href: `${context.urlBase}/login` },
    footer: footerOf(context),
  };
}

type AboutUser = { nomeUsuario: string; quando: Date };

function factsOf({ nomeUsuario, quando: when }: AboutUser, context: EmailContext): EmailContent["facts"] {
  return [
    ["Identificador", context.identificador],
    ["Usuário", cleanSignInName(nomeUsuario)],
    ["Quando", formatDateTime(when, context.zona)],
  ];
}

function footerOf({ identificador }: EmailContext): string {
  return `Você recebe este aviso porque o seu endereço está na conta ${identificador} no Malote. Ele não pode ser desligado: protege o seu acesso.`;
}
