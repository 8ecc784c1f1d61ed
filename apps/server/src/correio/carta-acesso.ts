import { formatDataHora } from "@malote/syntax";
import type { AcessoMudado, DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanEntrada, cleanNome, type Papel } from "./conteudo.ts";

type Texto = { titulo: string; abertura: (pessoa: string) => string; seNao: string };

const TEXTOS: Record<AcessoMudado, Texto> = {
  "api-token": {
    titulo: "Um novo token da API foi gerado",
    abertura: (pessoa) =>
      `${pessoa} gerou um novo token da API. Com ele, um programa entra na conta sem usuário nem senha.`,
    seNao:
      "Em Administrador › API, revogue o token: ele deixa de funcionar na mesma hora. Depois, troque a senha de quem o gerou.",
  },
  "api-token-mudado": {
    titulo: "Um token da API ganhou mais acesso",
    abertura: (pessoa) =>
      `${pessoa} mudou um token da API: agora ele tem escopos ou empresas que antes não tinha.`,
    seNao:
      "Em Administrador › API, revogue o token: ele deixa de funcionar na mesma hora. Depois, troque a senha de quem o mudou.",
  },
  "segundo-fator-ligado": {
    titulo: "O segundo fator foi ligado",
    abertura: (pessoa) =>
      `O segundo fator de ${pessoa} foi ligado: para entrar, além da senha, é preciso o código do aplicativo autenticador.`,
    seNao: "Troque a senha desse usuário e fale já com quem administra a conta.",
  },
  "passkey-criada": {
    titulo: "Uma passkey foi cadastrada",
    abertura: (pessoa) =>
      `${pessoa} cadastrou uma passkey. Com ela é possível entrar na conta sem digitar a senha, e só a senha não basta mais.`,
    seNao:
      "Troque a senha desse usuário, remova a passkey em Minha conta e fale já com quem administra a conta.",
  },
  "passkey-removida": {
    titulo: "Uma passkey foi removida",
    abertura: (pessoa) => `${pessoa} removeu uma passkey: ela não serve mais para entrar na conta.`,
    seNao: "Troque a senha desse usuário e fale já com quem administra a conta.",
  },
  "segundo-fator-desligado": {
    titulo: "O segundo fator foi desligado",
    abertura: (pessoa) => `O segundo fator de ${pessoa} foi desligado: para entrar, agora basta a senha.`,
    seNao:
      "Troque a senha desse usuário, ligue o segundo fator de novo e fale já com quem administra a conta.",
  },
};

/** E-mail about a change of access to the conta, so that an unexpected change is noticed. */
export function writeAcessoAlterado(dados: DadosEnvio<"acesso-alterado">, papel: Papel): Conteudo {
  const { titulo, abertura, seNao } = TEXTOS[dados.oQue];
  return {
    assunto: titulo,
    previa: "Se você esperava por isto, está tudo certo.",
    titulo,
    tom: "neutro",
    abertura: abertura(cleanNome(dados.nome)),
    fatos: [
      ["Identificador", papel.identificador],
      ["Usuário", cleanEntrada(dados.nomeUsuario)],
      ...(dados.token === undefined ? [] : ([["Token", cleanNome(dados.token)]] as const)),
      ["Feito por", cleanNome(dados.quem)],
      ["Quando", formatDataHora(dados.quando, papel.zona)],
    ],
    secoes: [{ titulo: "Não reconhece?", texto: seNao }],
    botao: { rotulo: "Abrir o Malote", href: `${papel.urlBase}/login` },
    rodape: `Você recebe este aviso porque o seu endereço está na conta ${papel.identificador} no Malote. Ele não pode ser desligado: protege o acesso à conta.`,
  };
}
