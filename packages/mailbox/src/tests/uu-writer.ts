/**
 * Encodes a file with uuencode, line by line, with `begin` and `end`.   @source POSIX.1-2017,
 * uuencode
 */
export function writeUu(name: string, data: Buffer | string): string[] {
  const bytes = Buffer.from(data);
  const lines = [];
  for (let at = 0; at < bytes.length; at += 45) lines.push(uuLine(bytes.subarray(at, at + 45)));
  return [`begin 644 ${name}`, ...lines, "`", "end"];
}

function uuLine(bytes: Buffer): string {
  const char = (six: number): string => String.fromCharCode(six === 0 ? 0x60 : six + 0x20);
  let line = char(bytes.length);
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    line += char(group >> 18) + char((group >> 12) & 63) + char((group >> 6) & 63) + char(group & 63);
  }
  return line;
}
