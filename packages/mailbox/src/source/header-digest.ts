import { createHash } from "node:crypto";

/** Header fields that servers and mail readers change after delivery. */
const VOLATILE_FIELDS =
  /^(status|x-status|x-keywords|x-uid|x-uidl|x-imap|x-imapbase|x-mozilla-\S*|content-length|lines)\s*:/i;

/**
 * SHA-256 (hex) of a message header up to the first empty line, without line ends and volatile
 * fields.
 * @param bytes a header, or a message
 */
export function digestHeader(bytes: Uint8Array): string {
  const hash = createHash("sha256");
  let dropped = false;
  for (const line of Buffer.from(bytes).toString("latin1").split(/\r?\n/)) {
    if (line === "") break;
    if (!/^[ \t]/.test(line)) dropped = VOLATILE_FIELDS.test(line);
    if (!dropped) hash.update(`${line}\n`, "latin1");
  }
  return hash.digest("hex");
}
