import type { ContactMessage } from "../services/contact/contact.rules.ts";
import { cleanLine, cleanName, type EmailContent } from "./content.ts";
import { renderHtml } from "./layout-html.ts";
import { renderText } from "./layout-text.ts";
import type { WrittenEmail } from "./write-email.ts";

/**
 * E-mail to the operator with a visitor's message. It belongs to no conta, so it is not one of the templates.
 */
export function writeContactEmail(contact: ContactMessage): WrittenEmail {
  const name = cleanName(contact.nome);
  const subject = cleanName(contact.assunto ?? "") || "sem assunto";
  const optional = [
    ["Telefone", cleanName(contact.telefone ?? "")],
    ["Empresa", cleanName(contact.empresa ?? "")],
  ] as const;
  const content: EmailContent = {
    subject: "Contato pelo site",
    preview: cleanLine(contact.mensagem),
    title: `${name} escreveu pelo site`,
    tone: "neutro",
    opening: "Para responder, basta responder a este e-mail.",
    facts: [
      ["Nome", name],
      ["E-mail", cleanLine(contact.email)],
      ...optional.filter(([, value]) => value !== ""),
      ["Assunto", subject],
    ],
    sections: [{ title: "Mensagem", text: cleanLines(contact.mensagem) }],
    button: { label: "Responder", href: `mailto:${encodeURIComponent(contact.email).replace("%40", "@")}` },
    footer: "Você recebe este e-mail porque o formulário de contato do Malote entrega neste endereço.",
  };
  return { assunto: content.subject, texto: renderText(content), html: renderHtml(content) };
}

/** Cleans each line of the message and keeps the line breaks. */
function cleanLines(message: string): string {
  return message
    .split(/\r\n|\r|\n/)
    .map(cleanLine)
    .filter((line) => line !== "")
    .join("\n");
}
