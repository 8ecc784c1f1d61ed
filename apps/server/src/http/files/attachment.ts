const NAME_MAX = 150;
/**
 * C0, C1, DEL, half surrogates, path separators, and bidirectional controls, which disguise an extension.
 */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/**
 * Types that are sent as they are; others are sent as bytes.
 * None of them executes here: see {@link ATTACHMENT_CSP}.
 */
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

/** A file opened in its own window may execute and load nothing. */
export const ATTACHMENT_CSP = "default-src 'none'; sandbox";

/** A printed form may be framed by our own pages. No sandbox: browsers show no PDF in one. */
export const PRINTED_FORM_CSP =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** A file name that is safe on every file system; `fallback` when nothing remains. */
export function cleanFileName(name: string, fallback: string): string {
  const clean = name
    .normalize("NFC")
    .replace(FORBIDDEN, "_")
    // The lookbehind tries a run of dots once, not from each of its dots.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "");
  if (clean.replace(/_/g, "") === "") return fallback;
  const chars = [...clean];
  if (chars.length <= NAME_MAX) return clean;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? "";
  return chars.slice(0, NAME_MAX - extension.length).join("") + extension;
}

/**
 * Content-Disposition with an ASCII name for old clients and the real name for others.
 * @param name already clean
 * @source RFC 6266, RFC 8187
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

/** The declared type of a part, when it is harmless. */
export function safeType(tipo: string): string {
  const type = tipo.split(";")[0]?.trim().toLowerCase() ?? "";
  return SAFE_TYPES.has(type) ? type : "application/octet-stream";
}
