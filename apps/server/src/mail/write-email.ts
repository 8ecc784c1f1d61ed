import type { EmailContentOf } from "../services/outgoing-email/outgoing-email.rules.ts";
import type { EmailContext } from "./content.ts";
import { renderHtml } from "./layout-html.ts";
import { renderText } from "./layout-text.ts";
import { writeContent } from "./templates.ts";

/** A written e-mail; the text and HTML parts have the same content. */
export type WrittenEmail = { assunto: string; texto: string; html: string };

/** Writes an e-mail from its data. */
export function writeEmail(email: EmailContentOf, context: EmailContext): WrittenEmail {
  const content = writeContent(email, context);
  return { assunto: content.subject, texto: renderText(content), html: renderHtml(content) };
}
