/** Hierarchy delimiter of folder names. */
export const DELIMITADOR = "/";

/** Encodes a folder name for the wire.   @source RFC 3501 §5.1.3 (modified UTF-7) */
export function encodeNome(nome: string): string {
  return nome.replace(/&|[^ -~]+/g, (text) => {
    if (text === "&") return "&-";
    const utf16 = Buffer.from(text, "utf16le").swap16();
    return `&${utf16.toString("base64").replace(/=+$/, "").replaceAll("/", ",")}-`;
  });
}

export function decodeNome(wire: string): string {
  return wire.replace(/&([A-Za-z0-9+,]*)-/g, (_, base64: string) => {
    if (base64 === "") return "&";
    const bytes = Buffer.from(base64.replaceAll(",", "/"), "base64");
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString("utf16le");
  });
}

/**
 * Whether a name matches a LIST pattern: `*` matches anything, `%` one level; INBOX in any case.
 */
export function matchesPadrao(nome: string, padrao: string): boolean {
  const escaped = padrao.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  const pattern = escaped.replaceAll("*", ".*").replaceAll("%", `[^${DELIMITADOR}]*`);
  return new RegExp(`^${pattern}$`, nome === "INBOX" ? "i" : "").test(nome);
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
