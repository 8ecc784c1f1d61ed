import type { PrintedForm } from "@malote/dfe";

/** The current state of a document, which its own XML does not have; printed as a watermark.
 * "nao-conferida" (signature or content refuted) is the gravest: the others become text, and no logo is
 * printed. "cancelamento-informado": a file says that it is cancelled, but neither a signature nor SEFAZ
 * confirms it. */
export type PrintSituacao = "normal" | "cancelada" | "cancelamento-informado" | "denegada" | "nao-conferida";

/** The issuer's logo: the bytes of a PNG or JPEG. */
export type Logo = { bytes: Uint8Array };

/** A document to print. `form` comes from `readPrintedForm` of @malote/dfe; `doDocumento`: the document of an
 * evento, if available. */
export type PrintRequest = {
  form: PrintedForm;
  situacao?: PrintSituacao;
  logo?: Logo | null;
  doDocumento?: PrintedForm | null;
};

/** A printed document: the bytes of a PDF, always equal for equal input, and its number of pages. */
export type PrintedPdf = { pdf: Uint8Array; pages: number };
