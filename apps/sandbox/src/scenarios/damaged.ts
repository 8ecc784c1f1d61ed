import type { Scenario } from "./scenario.ts";
import { emailOfNota } from "./supplier-emails.ts";

/** Genuine documents damaged by e-mail systems; undoing the damage restores the signed content. */

const INDENT = "  ";

/** Reformats XML as some systems do: each element on its own line, CRLF line ends. */
export function reindentXml(xml: string): string {
  let depth = 0;
  // @NOTE only between adjacent tags: these documents have no text next to elements.
  return xml.replace(/>(?=<)(?=(<\/?))/g, (_, next: string, at: number) => {
    const closes = next === "</";
    const opened = isStartTag(xml, at);
    if (opened && closes) return ">";
    depth += (opened ? 1 : 0) - (closes ? 1 : 0);
    return `>\r\n${INDENT.repeat(Math.max(depth, 0))}`;
  });
}

/** Whether the tag that ends at `at` opens an element, and is not a declaration. */
function isStartTag(xml: string, at: number): boolean {
  const start = xml.lastIndexOf("<", at);
  return !/[/?]/.test(xml.charAt(start + 1));
}

/** Encodes UTF-8 twice: “Torrefação” becomes “TorrefaÃ§Ã£o”. */
export function encodeTwice(xml: string): Buffer {
  return Buffer.from(Buffer.from(xml, "utf8").toString("latin1"), "utf8");
}

export const notaReindentada: Scenario = {
  nome: "nota-reindentada",
  titulo: "Nota reindentada",
  descricao:
    "Uma NF-e genuína que um sistema de e-mail reindentou, com fins de linha CRLF: o reparo recupera o original, e a assinatura o comprova.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota, reindentXml(nota.procXml)));
    return [nota.chaveAcesso];
  },
};

export const notaAcentoQuebrado: Scenario = {
  nome: "nota-acento-quebrado",
  titulo: "Nota com acentos quebrados",
  descricao: "Uma NF-e genuína cujo texto foi codificado duas vezes em UTF-8: “São” chegou como “SÃ£o”.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota, encodeTwice(nota.procXml)));
    return [nota.chaveAcesso];
  },
};
