/** In whose name a letter is written. urlBase: where its links lead, without the final slash; zona: whose clock its hours follow. */
export type Papel = { identificador: string; zona: string; urlBase: string };

/** What a letter says, before it is laid out. Every text is plain: the layouts escape. */
export type Conteudo = {
  assunto: string;
  /** What a mail client shows beside the subject. */
  previa: string;
  titulo: string;
  tom: "aviso" | "bom" | "neutro";
  abertura: string;
  fatos: readonly (readonly [rotulo: string, valor: string])[];
  secoes: readonly { titulo: string; texto: string }[];
  botao: { rotulo: string; href: string };
  /** Why the reader gets it. */
  rodape: string;
};

/** One line of text out of what a person typed. */
export function cleanLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
}
