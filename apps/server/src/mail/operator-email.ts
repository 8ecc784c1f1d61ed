import { formatDateTime } from "@malote/syntax";
import type { EmailContent } from "./content.ts";
import { renderHtml } from "./layout-html.ts";
import { renderText } from "./layout-text.ts";
import type { WrittenEmail } from "./write-email.ts";

/** Operators see Brasília time, whatever contas they serve. */
const TIME_ZONE = "America/Sao_Paulo";

/**
 * A condition in an e-mail to the operator. titulo: the end of a sentence. roteiro: a file of docs/operar.
 */
export type OperatorNotification = {
  fase: "comeco" | "segue" | "fim";
  titulo: string;
  detalhe: string;
  roteiro: string;
  comecouEm: Date;
  terminouEm: Date | null;
  urlBase: string;
};

const SUBJECT_PREFIX = { comeco: "Malote", segue: "Malote, continua", fim: "Malote, resolvido" } as const;
const OPENING = {
  comeco: "O Malote percebeu uma situação que pede a sua atenção. Nenhum documento é apagado por causa dela.",
  segue: "A situação abaixo continua. Este aviso se repete a cada 24 horas enquanto ela durar.",
  fim: "A situação abaixo terminou. Nada precisa ser feito.",
} as const;

/** E-mail about the state of the installation: figures and settings, and no data of any conta. */
export function writeOperatorEmail(notification: OperatorNotification): WrittenEmail {
  const { fase, titulo, detalhe, roteiro, comecouEm, terminouEm, urlBase } = notification;
  const endFact = terminouEm === null ? [] : [["Terminou", formatDateTime(terminouEm, TIME_ZONE)] as const];
  const content: EmailContent = {
    subject: `${SUBJECT_PREFIX[fase]}: ${titulo}`,
    preview: detalhe,
    title: `${titulo.charAt(0).toUpperCase()}${titulo.slice(1)}`,
    tone: fase === "fim" ? "bom" : "aviso",
    opening: OPENING[fase],
    facts: [
      ["Começou", formatDateTime(comecouEm, TIME_ZONE)],
      ...endFact,
      ["Roteiro", `docs/operar/${roteiro}.md`],
    ],
    sections: [{ title: fase === "fim" ? "O que houve" : "O que há", text: detalhe }],
    button: { label: "Abrir a operação", href: `${urlBase}/operacao` },
    footer: "Você recebe este e-mail porque OPERADOR_EMAIL tem este endereço.",
  };
  return { assunto: content.subject, texto: renderText(content), html: renderHtml(content) };
}
