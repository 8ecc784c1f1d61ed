import { formatDataHora } from "@malote/syntax";
import type { AcessoMudado, DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanLine, type Papel } from "./conteudo.ts";

type Texto = { titulo: string; abertura: (pessoa: string) => string; seNao: string };

const TEXTOS: Record<AcessoMudado, Texto> = {
  "api-token": {
    titulo: "Um novo token da API foi gerado",
    abertura: (pessoa) =>
      `${pessoa} gerou um novo token da API. Com ele, um programa lê os documentos da conta. O token anterior, se havia, deixou de funcionar.`,
    seNao:
      "Gere outro token no Malote: o de agora deixa de funcionar na mesma hora. Depois, troque a senha de quem o gerou.",
  },
  "segundo-fator-ligado": {
    titulo: "A verificação em duas etapas foi ligada",
    abertura: (pessoa) =>
      `A verificação em duas etapas de ${pessoa} foi ligada: para entrar, além da senha, é preciso o código do aplicativo autenticador.`,
    seNao: "Troque a senha desse usuário e fale já com quem administra a conta.",
  },
  "segundo-fator-desligado": {
    titulo: "A verificação em duas etapas foi desligada",
    abertura: (pessoa) =>
      `A verificação em duas etapas de ${pessoa} foi desligada: para entrar, agora basta a senha.`,
    seNao: "Troque a senha desse usuário, ligue a verificação de novo e fale já com quem administra a conta.",
  },
};

/** A way into the conta changed: whoever did not expect it learns of it here. */
export function writeAcessoAlterado(dados: DadosEnvio<"acesso-alterado">, papel: Papel): Conteudo {
  const { titulo, abertura, seNao } = TEXTOS[dados.oQue];
  return {
    assunto: `${titulo} na conta ${papel.identificador}`,
    previa: "Se você esperava por isto, está tudo certo.",
    titulo,
    tom: "neutro",
    abertura: abertura(cleanLine(dados.nome)),
    fatos: [
      ["Identificador", papel.identificador],
      ["Usuário", cleanLine(dados.nomeUsuario)],
      ["Feito por", cleanLine(dados.quem)],
      ["Quando", formatDataHora(dados.quando, papel.zona)],
    ],
    secoes: [{ titulo: "Não reconhece?", texto: seNao }],
    botao: { rotulo: "Abrir o Malote", href: `${papel.urlBase}/login` },
    rodape: `Você recebe este aviso porque o seu endereço está na conta ${papel.identificador} no Malote. Ele não pode ser desligado: protege o acesso à conta.`,
  };
}
