import type { AnexoType } from "@malote/contract";

type TypeSigns = { extensoes: readonly string[]; tipos: readonly string[] };

/**
 * The signs of an attachment's type: the extension of its name, or the media type declared by its
 * sender.
 */
const TYPE_SIGNS: Record<Exclude<AnexoType, "outro">, TypeSigns> = {
  xml: { extensoes: ["xml"], tipos: ["application/xml", "text/xml"] },
  zip: {
    extensoes: ["zip"],
    tipos: ["application/zip", "application/x-zip-compressed", "application/x-zip"],
  },
  pdf: { extensoes: ["pdf"], tipos: ["application/pdf", "application/x-pdf"] },
  imagem: {
    extensoes: ["png", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "svg", "heic"],
    tipos: ["image/%"],
  },
};

/**
 * The type of the attachment `a` ({@link AnexoType}). The name takes precedence:
 * senders declare `application/octet-stream` for anything.
 */
export const ANEXO_TYPE = `CASE ${[
  ...whens(({ extensoes: extensions }) => `a.nome ~* '\\.(${extensions.join("|")})$'`),
  ...whens(({ tipos: mediaTypes }) => `(${mediaTypes.map((tipo) => `a.tipo LIKE '${tipo}'`).join(" OR ")})`),
].join(" ")} ELSE 'outro' END`;

function whens(write: (signs: TypeSigns) => string): string[] {
  return Object.entries(TYPE_SIGNS).map(([tipo, signs]) => `WHEN ${write(signs)} THEN '${tipo}'`);
}
