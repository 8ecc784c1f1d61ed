import { formatDateTime } from "@malote/syntax";
import type { AccessChange, EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName, cleanSignInName, type EmailContent, type EmailContext } from "./content.ts";

type AccessText = { title: string; opening: (person: string) => string; ifUnknown: string };

const ACCESS_TEXTS: Record<AccessChange, AccessText> = {
  "api-token": {
    title: "Um novo token da API foi gerado",
    opening: (person) =>
      `${person} gerou um novo token da API. Com ele, um programa entra na conta sem usuário nem senha.`,
    ifUnknown:
      "Em Administrador › API, revogue o token: ele deixa de funcionar na mesma hora. Depois, troque a senha de quem o gerou.",
  },
  "api-token-mudado": {
    title: "Um token da API ganhou mais acesso",
    opening: (person) =>
      `${person} mudou um token da API: agora ele tem escopos ou empresas que antes não tinha.`,
    ifUnknown:
      "Em Administrador › API, revogue o token: ele deixa de funcionar na mesma hora. Depois, troque a senha de quem o mudou.",
  },
  "segundo-fator-ligado": {
    title: "O segundo fator foi ligado",
    opening: (person) =>
      `O segundo fator de ${person} foi ligado: para entrar, além da senha, é preciso o código do aplicativo autenticador.`,
    ifUnknown: "Troque a senha desse usuário e fale já com quem administra a conta.",
  },
  "passkey-criada": {
    title: "Uma passkey foi cadastrada",
    opening: (person) =>
      `${person} cadastrou uma passkey. Com ela é possível entrar na conta sem digitar a senha, e só a senha não basta mais.`,
    ifUnknown:
      "Troque a senha desse usuário, remova a passkey em Minha conta e fale já com quem administra a conta.",
  },
  "passkey-removida": {
    title: "Uma passkey foi removida",
    opening: (person) => `${person} removeu uma passkey: ela não serve mais para entrar na conta.`,
    ifUnknown: "Troque a senha desse usuário e fale já com quem administra a conta.",
  },
  "segundo-fator-desligado": {
    title: "O segundo fator foi desligado",
    opening: (person) => `O segundo fator de ${person} foi desligado: para entrar, agora basta a senha.`,
    ifUnknown:
      "Troque a senha desse usuário, ligue o segundo fator de novo e fale já com quem administra a conta.",
  },
};

/** E-mail about a change of access to the conta, so that an unexpected change is noticed. */
export function writeAccessChanged(data: EmailData<"acesso-alterado">, context: EmailContext): EmailContent {
  const { title, opening, ifUnknown } = ACCESS_TEXTS[data.oQue];
  return {
    subject: title,
    preview: "Se você esperava por isto, está tudo certo.",
    title,
    tone: "neutro",
    opening: opening(cleanName(data.nome)),
    facts: [
      ["Identificador", context.identificador],
      ["Usuário", cleanSignInName(data.nomeUsuario)],
      ...(data.token === undefined ? [] : ([["Token", cleanName(data.token)]] as const)),
      ["Feito por", cleanName(data.quem)],
      ["Quando", formatDateTime(data.quando, context.zona)],
    ],
    sections: [{ title: "Não reconhece?", text: ifUnknown }],
    button: { label: "Abrir o Malote", href: `${context.urlBase}/login` },
    footer: `Você recebe este aviso porque o seu endereço está na conta ${context.identificador} no Malote. Ele não pode ser desligado: protege o acesso à conta.`,
  };
}
