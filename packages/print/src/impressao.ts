import type { Papel } from "@malote/dfe";

/**
 * How a document stands today, which its own XML does not know: printed across the page.
 * "nao-conferida" is the gravest and hides the others, which are then written as text: signature or
 * contents were refuted, so nothing on the paper is confirmed, and no logo is drawn on it.
 * "cancelamento-informado": a file says that it was cancelled, and neither an author's signature
 * nor SEFAZ has confirmed it.
 */
export type Situacao = "normal" | "cancelada" | "cancelamento-informado" | "denegada" | "nao-conferida";

/** A picture of the emitente: PNG or JPEG, as it is. */
export type Logo = { bytes: Uint8Array };

/** What is printed. `papel` as `readPapel` of @malote/dfe gives it; `doDocumento` is, for an evento, the document that it is about, where
 * it is at hand. */
export type Impressao = {
  papel: Papel;
  situacao?: Situacao;
  logo?: Logo | null;
  doDocumento?: Papel | null;
};

/** A paper: the bytes of a PDF, always the same for the same input, and how many pages it has. */
export type Impresso = { pdf: Uint8Array; paginas: number };
