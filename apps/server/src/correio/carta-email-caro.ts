import { formatDataHora } from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import type { Conteudo, Papel } from "./conteudo.ts";

const TITULO = "Um e-mail demorou demais para ser lido";

/**
 * E-mail about a received e-mail that was too costly to
 * read. It quotes none of it, because a stranger wrote it.
 */
export function writeEmailCaro(dados: DadosEnvio<"email-caro">, papel: Papel): Conteudo {
  return {
    assunto: TITULO,
    previa: "O original está guardado, e os outros e-mails seguem normalmente.",
    titulo: TITULO,
    tom: "aviso",
    abertura:
      "A leitura de um e-mail que chegou à sua conta demorou demais, como acontece com os feitos para travar sistemas, e foi interrompida antes do fim.",
    fatos: [["Leitura interrompida em", formatDataHora(dados.quando, papel.zona)]],
    secoes: [
      {
        titulo: "O que continua",
        texto:
          "O original está guardado, e o que já tinha sido lido dele também. Os outros e-mails da conta seguem normalmente.",
      },
      {
        titulo: "O que fazer",
        texto:
          "Se você conhece o remetente, abra o e-mail e use Reprocessar: a leitura terá mais tempo. Se não conhece, não é preciso fazer nada.",
      },
    ],
    botao: { rotulo: "Ver o e-mail", href: `${papel.urlBase}/email/${dados.emailId}` },
    rodape: `Você recebe este aviso como responsável pela conta ${papel.identificador} no Malote, no máximo uma vez por dia; pode haver outros e-mails assim na lista.`,
  };
}
