const NAME_MAX = 150;
/** C0, C1, DEL, half characters, separators of paths, and what turns the direction of text around (a name that lies about its end). */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** Types that a browser may be told; anything else is only bytes. None of them runs here: see {@link ATTACHMENT_CSP}. */
const SAFE_TYPES = new Set([
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/xml",
  "application/zip",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
  "text/csv",
  "text/plain",
  "text/xml",
]);

/** A file opened in a window of its own may do nothing at all. */
export const ATTACHMENT_CSP = "default-src 'none'; sandbox";

/** A paper that we drew may stand in a frame of our own pages. No sandbox: browsers show no PDF in one. */
export const PAPEL_CSP =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** A name that is safe on every disk; `fallback` when nothing is left of it. */
export function cleanFileName(name: string, fallback: string): string {
  const clean = name
    .normalize("NFC")
    .replace(FORBIDDEN, "_")
    // The look behind lets a run of dots inside the name be tried once, not from each of its dots.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "");
  if (clean.replace(/_/g, "") === "") return fallback;
  const chars = [...clean];
  if (chars.length <= NAME_MAX) return clean;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? "";
  return chars.slice(0, NAME_MAX - extension.length).join("") + extension;
}

/**
 * Content-Disposition with an ASCII name for old clients, and the real one for the others.
 * @param name already clean   @source RFC 6266, RFC 8187
 */
export function writeDisposition(name: string, kind: "attachment" | "inline" = "attachment"): string {
  const ascii = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9 ._()-]/g, "_");
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}

/** The type that a part claims, when it is harmless. */
export function safeType(tipo: string): string {
  const type = tipo.split(";")[0]?.trim().toLowerCase() ?? "";
  return SAFE_TYPES.has(type) ? type : "application/octet-stream";
}
