import { formatDataHora } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanEntrada, cleanNome, type Papel } from "./conteudo.ts";

/** E-mail with the link to choose a new password; it names the user and the conta. */
export function writeSenhaNova(dados: DadosEnvio<"senha-nova">, papel: Papel): Conteudo {
  return {
    assunto: "Nova senha no Malote",
    previa: "O link vale por 1 hora e funciona uma vez.",
    titulo: `Olá, ${cleanNome(dados.nome)}. Vamos trocar a sua senha`,
    tom: "neutro",
    abertura:
      "Recebemos um pedido de nova senha para o seu usuário. Se foi você, use o botão abaixo para criá-la.",
    fatos: [
      ["Identificador", papel.identificador],
      ["Usuário", cleanEntrada(dados.nomeUsuario)],
      ["O link vale até", formatDataHora(dados.expiraEm, papel.zona)],
    ],
    secoes: [
      {
        titulo: "Não foi você?",
        texto:
          "Não é preciso fazer nada: a sua senha continua a mesma e o link vence sozinho. Se estes pedidos se repetirem, avise quem administra a conta.",
      },
    ],
    botao: { rotulo: "Criar nova senha", href: `${papel.urlBase}/configurar_senha/setup/${dados.token}` },
    rodape:
      "Quem usa o mesmo e-mail em mais de uma conta recebe um e-mail para cada uma. O Malote nunca pede a sua senha por e-mail.",
  };
}
