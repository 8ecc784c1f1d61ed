import type { EmailContent } from "./content.ts";

/** Width of plain text, in characters. */
const COLUMNS = 72;

/** Lays an e-mail out as plain text, for clients without HTML. */
export function renderText({ title, opening, facts, sections, button, footer }: EmailContent): string {
  const width = Math.max(...facts.map(([label]) => label.length));
  const blocks = [
    wrap(title),
    wrap(opening),
    facts.map(([label, value]) => `  ${`${label}:`.padEnd(width + 2)}${value}`).join("\n"),
    ...sections.map((section) => `${section.title}\n${wrap(section.text)}`),
    `${button.label}:\n${button.href}`,
    `-- \n${wrap(footer)}`,
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
