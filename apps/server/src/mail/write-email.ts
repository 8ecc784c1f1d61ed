import type { EmailContentOf } from "../services/outgoing-email/outgoing-email.rules.ts";
import type { EmailContext } from "./content.ts";
import { renderHtml } from "./layout-html.ts";
import { renderText } from "./layout-text.ts";
import { type NotificationContent, writeContent } from "./templates.ts";
import { writeXmlRequest } from "./xml-request-email.ts";

/**
 * A written e-mail; the text and HTML parts have the same content. html: null = plain text only.
 * responderA: the Reply-To address.
 */
export type WrittenEmail = { assunto: string; texto: string; html: string | null; responderA?: string };

/** Writes an e-mail from its data. */
export function writeEmail(
  email: NotificationContent,
  context: EmailContext,
): WrittenEmail & { html: string };
export function writeEmail(email: EmailContentOf, context: EmailContext): WrittenEmail;
export function writeEmail(email: EmailContentOf, context: EmailContext): WrittenEmail {
  if (email.modelo === "pedido-xml") return { ...writeXmlRequest(email.dados, context.zona), html: null };
  const content = writeContent(email, context);
  return { assunto: content.subject, texto: renderText(content), html: renderHtml(content) };
}
