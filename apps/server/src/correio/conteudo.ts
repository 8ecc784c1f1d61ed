import { hasSite, withoutLinks } from "@malote/contract";

/** In whose name a letter is written. urlBase: where its links lead, without the final slash; zona: whose clock its hours follow. */
export type Papel = { identificador: string; zona: string; urlBase: string };

/** What an e-mail says, before it is laid out. Every text is plain: the layouts escape. */
export type Conteudo = {
  /** Our own words and numbers alone: no text that a user, a sender or an issuer wrote. */
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

/** A name as one line that no mail program turns into a link, for names stored before the contract refused addresses in them. */
export function cleanNome(text: string): string {
  return withoutLinks(text);
}

/** The same for a name that people type to sign in: only what surely becomes a link is changed. */
export function cleanEntrada(text: string): string {
  return withoutLinks(text, hasSite);
}

/** One line of text out of what a person typed. */
export function cleanLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
}
