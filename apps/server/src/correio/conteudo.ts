import { hasSite, withoutLinks } from "@malote/contract";

/**
 * The conta that an e-mail is about. zona: time zone of its
 * hours. urlBase: base of its links, without a final slash.
 */
export type Papel = { identificador: string; zona: string; urlBase: string };

/** Content of an e-mail before layout. All texts are plain; the layouts escape them. */
export type Conteudo = {
  /** Only our own words and numbers, never text that a user, sender or issuer wrote. */
  assunto: string;
  /** What a mail client shows beside the subject. */
  previa: string;
  titulo: string;
  tom: "aviso" | "bom" | "neutro";
  abertura: string;
  fatos: readonly (readonly [rotulo: string, valor: string])[];
  secoes: readonly { titulo: string; texto: string }[];
  botao: { rotulo: string; href: string };
  /** Why the recipient gets this e-mail. */
  rodape: string;
};

/**
 * Makes a name one line that no mail program turns into a link. Needed for names stored before the contract
 * refused addresses in them.
 */
export function cleanNome(text: string): string {
  return withoutLinks(text);
}

/** The same for a sign-in name, which users must copy: changes only what certainly becomes a link. */
export function cleanEntrada(text: string): string {
  return withoutLinks(text, hasSite);
}

/** Joins a user's text into one line without control characters. */
export function cleanLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
}
