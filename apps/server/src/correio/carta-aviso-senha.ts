import { formatDataHora } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanEntrada, cleanNome, type Papel } from "./conteudo.ts";

/** E-mail about a changed password, so that an unexpected change is noticed. */
export function writeSenhaTrocada(dados: DadosEnvio<"senha-trocada">, papel: Papel): Conteudo {
  const sessoes = dados.porLink
    ? "Todas as sessões abertas foram encerradas."
    : "As sessões abertas em outros aparelhos foram encerradas.";
  return {
    assunto: `Sua senha no Malote foi trocada`,
    previa: "Se foi você, está tudo certo.",
    titulo: "Sua senha foi trocada",
    tom: "neutro",
    abertura: `Olá, ${cleanNome(dados.nome)}. A senha do seu usuário foi trocada. ${sessoes}`,
    fatos: [
      ...fatosOf(dados, papel),
      ["Como", dados.porLink ? "pelo link enviado por e-mail" : "em Minha conta"],
    ],
    secoes: [
      {
        titulo: "Não foi você?",
        texto: "Crie uma nova senha agora mesmo pelo botão abaixo e avise quem administra a conta.",
      },
    ],
    botao: { rotulo: "Não fui eu: trocar a senha", href: `${papel.urlBase}/esqueceu_senha` },
    rodape: rodapeOf(papel),
  };
}

/** E-mail to the previous address of a user whose address changed. */
export function writeEmailTrocado(dados: DadosEnvio<"email-trocado">, papel: Papel): Conteudo {
  return {
    assunto: "Seu e-mail no Malote foi trocado",
    previa: "Os próximos avisos vão para outro endereço.",
    titulo: "Seu e-mail foi trocado",
    tom: "neutro",
    abertura: `Olá, ${cleanNome(dados.nome)}. Este é o último e-mail que enviamos a este endereço sobre o seu usuário: os próximos, e os links de nova senha, vão para o endereço novo.`,
    fatos: [
      ...fatosOf(dados, papel),
      ["Endereço novo", dados.emailNovo],
      ["Trocado por", dados.propria ? "você" : "quem administra a conta"],
    ],
    secoes: [
      {
        titulo: "Não reconhece a troca?",
        texto:
          "Fale já com quem administra a conta: essa pessoa pode corrigir o endereço e inativar o acesso.",
      },
    ],
    botao: { rotulo: "Abrir o Malote", href: `${papel.urlBase}/login` },
    rodape: rodapeOf(papel),
  };
}

type SobrePessoa = { nomeUsuario: string; quando: Date };

function fatosOf({ nomeUsuario, quando }: SobrePessoa, papel: Papel): Conteudo["fatos"] {
  return [
    ["Identificador", papel.identificador],
    ["Usuário", cleanEntrada(nomeUsuario)],
    ["Quando", formatDataHora(quando, papel.zona)],
  ];
}

function rodapeOf({ identificador }: Papel): string {
  return `Você recebe este aviso porque o seu endereço está na conta ${identificador} no Malote. Ele não pode ser desligado: protege o seu acesso.`;
}
