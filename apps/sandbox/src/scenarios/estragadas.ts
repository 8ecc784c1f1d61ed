import { cartaNota } from "./carta.ts";
import type { Cenario } from "./cenario.ts";

/** Genuine documents that an e-mail system damaged: what was signed can be proved again by undoing the damage. */

const INDENT = "  ";

/** What systems do that "tidy" XML up: each element on a line of its own, lines that end in CRLF. */
export function reindentXml(xml: string): string {
  let depth = 0;
  // @NOTE tags that touch: the documents of the papelaria have no text beside elements.
  return xml.replace(/>(?=<)(?=(<\/?))/g, (_, next: string, at: number) => {
    const closes = next === "</";
    const opened = isStartTag(xml, at);
    if (opened && closes) return ">";
    depth += (opened ? 1 : 0) - (closes ? 1 : 0);
    return `>\r\n${INDENT.repeat(Math.max(depth, 0))}`;
  });
}

/** Says whether the tag that ends at `at` opens an element, and is not a declaration. */
function isStartTag(xml: string, at: number): boolean {
  const start = xml.lastIndexOf("<", at);
  return !/[/?]/.test(xml.charAt(start + 1));
}

/** UTF-8 read as Latin-1 and written as UTF-8 again: “Torrefação” becomes “TorrefaÃ§Ã£o”. */
export function encodeTwice(xml: string): Buffer {
  return Buffer.from(Buffer.from(xml, "utf8").toString("latin1"), "utf8");
}

export const notaReindentada: Cenario = {
  nome: "nota-reindentada",
  titulo: "Nota reindentada",
  descricao:
    "Uma NF-e genuína que um sistema de e-mail reindentou, com fins de linha CRLF: o reparo recupera o original, e a assinatura o comprova.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota, reindentXml(nota.procXml)));
    return [nota.chaveAcesso];
  },
};

export const notaAcentoQuebrado: Cenario = {
  nome: "nota-acento-quebrado",
  titulo: "Nota com acentos quebrados",
  descricao: "Uma NF-e genuína cujo texto foi codificado duas vezes em UTF-8: “São” chegou como “SÃ£o”.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota, encodeTwice(nota.procXml)));
    return [nota.chaveAcesso];
  },
};
