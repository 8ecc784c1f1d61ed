import { type ParsedMessage, parseMessage } from "../mime/message.ts";

/** Builds a message of these lines; each character is one byte. */
export function raw(...lines: string[]): Buffer {
  return Buffer.from(lines.join("\r\n"), "latin1");
}

/** @throws Error for an unreadable message */
export async function read(bytes: Uint8Array): Promise<ParsedMessage> {
  const split = await parseMessage(bytes);
  if (split.kind !== "mensagem") throw new Error(`ilegivel: ${split.motivo}`);
  return split.mensagem;
}

/** Builds a multipart of these parts, each with its header lines and content. */
export function multipart(parts: readonly (readonly [string[], string])[], head: string[] = []): Buffer {
  const body = parts.flatMap(([header, content]) => ["--=_x", ...header, "", content]);
  return raw(
    "From: a@b",
    ...head,
    'Content-Type: multipart/mixed; boundary="=_x"',
    "",
    ...body,
    "--=_x--",
    "",
  );
}
