import { formatDataHora } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanEntrada, cleanNome, type Papel } from "./conteudo.ts";

/** E-mail to the owner of a new conta, with the link to choose the password. */
export function writeContaNova(dados: DadosEnvio<"conta-nova">, papel: Papel): Conteudo {
  return {
    assunto: "Confirme a sua conta no Malote",
    previa: "Falta só escolher a sua senha.",
    titulo: `Olá, ${cleanNome(dados.nome)}. A sua conta está quase pronta`,
    tom: "bom",
    abertura:
      "Confirme o seu e-mail e escolha a senha. Depois é só cadastrar a empresa e a caixa de e-mail que recebe os documentos fiscais.",
    fatos: [
      ["Identificador", papel.identificador],
      ["Usuário", cleanEntrada(dados.nomeUsuario)],
      ["O link vale até", formatDataHora(dados.expiraEm, papel.zona)],
    ],
    secoes: [
      {
        titulo: "Bom saber",
        texto:
          "Para entrar você vai precisar do identificador, do usuário e da senha: guarde este e-mail. O link é só seu e funciona uma vez. Se ele vencer, abra a conta de novo com o mesmo identificador. Não foi você? Pode apagar este e-mail: sem o link, nada acontece.",
      },
    ],
    botao: {
      rotulo: "Confirmar e escolher a senha",
      href: `${papel.urlBase}/usuario_convidado/setup/${dados.token}`,
    },
    rodape: `Você recebe este e-mail porque a conta ${papel.identificador} foi aberta no Malote com o seu endereço.`,
  };
}
