import { parseMessage } from "../mime/message.ts";
import { listParts } from "../mime/part.ts";
import { createBudget } from "../packages/budget.ts";
import { unpackPart } from "../packages/unpack.ts";

/** Opens a whole message: one line per part with its path and format, or the text of a file. */
export async function contentsOf(raw: Buffer): Promise<string[]> {
  const split = await parseMessage(raw);
  if (split.kind !== "mensagem") return [`ilegivel ${split.motivo}`];
  const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
  const budget = createBudget();
  const lines: string[] = [];
  for (const part of listParts({ texto, html, colados, partes })) {
    for await (const { caminho, abertura, escrita, bytes } of unpackPart(part, budget)) {
      if (abertura.kind === "corpo") continue;
      const what =
        abertura.kind === "pacote"
          ? `[${abertura.formato}${escrita ? ` ${escrita}` : ""}]`
          : Buffer.from(bytes).toString();
      lines.push(`${caminho} ${what}`);
    }
  }
  return lines;
}
