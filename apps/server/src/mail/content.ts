import { hasDomain, withoutLinks } from "@malote/contract";

/**
 * The conta that an e-mail is about. zona: time zone of its
 * hours. urlBase: base of its links, without a final slash.
 */
export type EmailContext = { identificador: string; zona: string; urlBase: string };

/** Content of an e-mail before layout. All texts are plain; the layouts escape them. */
export type EmailContent = {
  /** Only our own words and numbers, never text that a user, sender or issuer wrote. */
  subject: string;
  /** What a mail client shows beside the subject. */
  preview: string;
  title: string;
  tone: "aviso" | "bom" | "neutro";
  opening: string;
  facts: readonly (readonly [rotulo: string, valor: string])[];
  sections: readonly { title: string; text: string }[];
  button: { label: string; href: string };
  /** Why the recipient gets this e-mail. */
  footer: string;
};

/**
 * Makes a name one line that no mail program turns into a link. Needed for names stored before the contract
 * refused addresses in them.
 */
export function cleanName(text: string): string {
  return withoutLinks(text);
}

/** The same for a sign-in name, which users must copy: changes only what certainly becomes a link. */
export function cleanSignInName(text: string): string {
  return withoutLinks(text, hasDomain);
}

/** Joins a user's text into one line without control characters. */
export function cleanLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
}
