import { formatDataHora } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanEntrada, cleanNome, type Papel } from "./conteudo.ts";

/**
 * E-mail that invites a user to the conta: who invites, the user name, and the link to choose the password.
 */
export function writeConvite(dados: DadosEnvio<"convite">, papel: Papel): Conteudo {
  const quem = dados.convidadoPor === null ? null : cleanNome(dados.convidadoPor);
  const ate = formatDataHora(dados.expiraEm, papel.zona);
  return {
    assunto: quem === null ? "Seu acesso ao Malote" : "Convite para o Malote",
    previa: "Escolha a sua senha e comece a usar.",
    titulo: `Olá, ${cleanNome(dados.nome)}. Seu acesso está pronto`,
    tom: "bom",
    abertura: `${quem ?? "A sua empresa"} criou um acesso para você no Malote, onde ficam os documentos fiscais que chegam por e-mail. Falta só escolher a sua senha.`,
    fatos: [
      ["Identificador", papel.identificador],
      ["Usuário", cleanEntrada(dados.nomeUsuario)],
      ["O link vale até", ate],
    ],
    secoes: [
      {
        titulo: "Bom saber",
        texto:
          "O link é só seu e funciona uma vez. Se ele vencer, peça outro convite a quem administra a conta. Não esperava este convite? Pode apagar este e-mail: sem o link, nada acontece.",
      },
    ],
    botao: { rotulo: "Escolher a senha", href: `${papel.urlBase}/usuario_convidado/setup/${dados.token}` },
    rodape: `Você recebe este e-mail porque o seu endereço foi cadastrado na conta ${papel.identificador} no Malote.`,
  };
}
