import { splitMensagem } from "../mime/message.ts";
import { listPartes } from "../mime/part.ts";
import { createOrcamento } from "../packages/budget.ts";
import { unpackParte } from "../packages/unpack.ts";

/** Opens a whole message: one line per part with its path and format, or the text of a file. */
export async function contentsOf(raw: Buffer): Promise<string[]> {
  const split = await splitMensagem(raw);
  if (split.kind !== "mensagem") return [`ilegivel ${split.motivo}`];
  const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
  const orcamento = createOrcamento();
  const lines: string[] = [];
  for (const parte of listPartes({ texto, html, colados, partes })) {
    for await (const { caminho, abertura, escrita, bytes } of unpackParte(parte, orcamento)) {
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
