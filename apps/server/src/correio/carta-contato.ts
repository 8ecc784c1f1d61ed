import type { Contato } from "../services/contato/contato.rules.ts";
import { type Conteudo, cleanLine, cleanNome } from "./conteudo.ts";
import { layHtml } from "./layout-html.ts";
import { layTexto } from "./layout-texto.ts";
import type { CartaEscrita } from "./write-carta.ts";

/**
 * E-mail to the operator with a visitor's message. It belongs to no conta, so it is not one of the templates.
 */
export function writeContato(contato: Contato): CartaEscrita {
  const nome = cleanNome(contato.nome);
  const assunto = cleanNome(contato.assunto ?? "") || "sem assunto";
  const opcionais = [
    ["Telefone", cleanNome(contato.telefone ?? "")],
    ["Empresa", cleanNome(contato.empresa ?? "")],
  ] as const;
  const conteudo: Conteudo = {
    assunto: "Contato pelo site",
    previa: cleanLine(contato.mensagem),
    titulo: `${nome} escreveu pelo site`,
    tom: "neutro",
    abertura: "Para responder, basta responder a este e-mail.",
    fatos: [
      ["Nome", nome],
      ["E-mail", cleanLine(contato.email)],
      ...opcionais.filter(([, valor]) => valor !== ""),
      ["Assunto", assunto],
    ],
    secoes: [{ titulo: "Mensagem", texto: cleanLinhas(contato.mensagem) }],
    botao: { rotulo: "Responder", href: `mailto:${encodeURIComponent(contato.email).replace("%40", "@")}` },
    rodape: "Você recebe este e-mail porque o formulário de contato do Malote entrega neste endereço.",
  };
  return { assunto: conteudo.assunto, texto: layTexto(conteudo), html: layHtml(conteudo) };
}

/** Cleans each line of the message and keeps the line breaks. */
function cleanLinhas(mensagem: string): string {
  return mensagem
    .split(/\r\n|\r|\n/)
    .map(cleanLine)
    .filter((linha) => linha !== "")
    .join("\n");
}
