import type { Conteudo } from "./conteudo.ts";

/** Width of plain text, in characters. */
const COLUMNS = 72;

/** Lays an e-mail out as plain text, for clients without HTML. */
export function layTexto({ titulo, abertura, fatos, secoes, botao, rodape }: Conteudo): string {
  const width = Math.max(...fatos.map(([rotulo]) => rotulo.length));
  const blocks = [
    wrap(titulo),
    wrap(abertura),
    fatos.map(([rotulo, valor]) => `  ${`${rotulo}:`.padEnd(width + 2)}${valor}`).join("\n"),
    ...secoes.map((secao) => `${secao.titulo}\n${wrap(secao.texto)}`),
    `${botao.rotulo}:\n${botao.href}`,
    `-- \n${wrap(rodape)}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
