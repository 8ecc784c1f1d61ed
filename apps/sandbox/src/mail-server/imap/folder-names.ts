/** Hierarchy delimiter of folder names. */
export const DELIMITER = "/";

/** Encodes a folder name for the wire.   @source RFC 3501 §5.1.3 (modified UTF-7) */
export function encodeName(name: string): string {
  return name.replace(/&|[^ -~]+/g, (text) => {
    if (text === "&") return "&-";
    const utf16 = Buffer.from(text, "utf16le").swap16();
    return `&${utf16.toString("base64").replace(/=+$/, "").replaceAll("/", ",")}-`;
  });
}

export function decodeName(wire: string): string {
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
export function matchesMask(name: string, mask: string): boolean {
  const escaped = mask.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  const pattern = escaped.replaceAll("*", ".*").replaceAll("%", `[^${DELIMITER}]*`);
  return new RegExp(`^${pattern}$`, name === "INBOX" ? "i" : "").test(name);
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
