import type { TipoAnexo } from "@malote/contract";

type Sinais = { extensoes: readonly string[]; tipos: readonly string[] };

/**
 * The signs of an attachment's type: the extension of its name, or the media type declared by its
 * sender.
 */
const SINAIS: Record<Exclude<TipoAnexo, "outro">, Sinais> = {
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
 * The type of the attachment `a` ({@link TipoAnexo}). The name takes precedence:
 * senders declare `application/octet-stream` for anything.
 */
export const TIPO_DO_ANEXO = `CASE ${[
  ...whens(({ extensoes }) => `a.nome ~* '\\.(${extensoes.join("|")})$'`),
  ...whens(({ tipos }) => `(${tipos.map((tipo) => `a.tipo LIKE '${tipo}'`).join(" OR ")})`),
].join(" ")} ELSE 'outro' END`;

function whens(write: (sinais: Sinais) => string): string[] {
  return Object.entries(SINAIS).map(([tipo, sinais]) => `WHEN ${write(sinais)} THEN '${tipo}'`);
}
