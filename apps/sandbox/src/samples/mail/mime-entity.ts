/** The line end that a mail program writes. */
export type LineEnd = "\r\n" | "\n";

/** A header field; its value is folded with CRLF, and bytes when it is not UTF-8. */
export type HeaderField = readonly [nome: string, valor: string | Buffer];

/** A MIME entity: headers with encoded bytes, or headers with entities. */
export type MimeEntity =
  | { campos: readonly HeaderField[]; corpo: Buffer }
  | { campos: readonly HeaderField[]; parts: readonly MimeEntity[]; boundary: string; preamble?: string };

/** Writes an entity.   @source RFC 2045, RFC 2046 §5.1 */
export function writeEntity(entity: MimeEntity, lineEnd: LineEnd): Buffer {
  const head = writeFields(entity.campos, lineEnd);
  if ("corpo" in entity) return Buffer.concat([head, Buffer.from(lineEnd), entity.corpo]);
  const { boundary, parts, preamble } = entity;
  const chunks: Buffer[] = [head, Buffer.from(lineEnd)];
  if (preamble) chunks.push(Buffer.from(preamble + lineEnd));
  for (const parte of parts) {
    chunks.push(Buffer.from(`--${boundary}${lineEnd}`), writeEntity(parte, lineEnd), Buffer.from(lineEnd));
  }
  chunks.push(Buffer.from(`--${boundary}--${lineEnd}`));
  return Buffer.concat(chunks);
}

function writeFields(campos: readonly HeaderField[], lineEnd: LineEnd): Buffer {
  return Buffer.concat(
    campos.map(([nome, valor]) => {
      const bytes = typeof valor === "string" ? Buffer.from(valor, "utf8") : valor;
      const text = Buffer.concat([Buffer.from(`${nome}: `), bytes, Buffer.from("\r\n")]);
      return lineEnd === "\r\n"
        ? text
        : Buffer.from(text.toString("latin1").replaceAll("\r\n", lineEnd), "latin1");
    }),
  );
}

/** Creates a multipart entity. */
export function multipart(
  tipo: string,
  boundary: string,
  parts: readonly MimeEntity[],
  campos: readonly HeaderField[] = [],
): MimeEntity {
  return { campos: [["Content-Type", `${tipo};\r\n boundary="${boundary}"`], ...campos], parts, boundary };
}

const LINE = 76;

/** Encodes base64 in lines.   @param length 0 = one line */
export function toBase64(bytes: Buffer, lineEnd: LineEnd, length = LINE): Buffer {
  const text = bytes.toString("base64");
  if (length === 0) return Buffer.from(text);
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += length) lines.push(text.slice(at, at + length));
  return Buffer.from(lines.join(lineEnd));
}

/** Encodes quoted-printable; writes line ends of the content as `=0D=0A`, so that every byte is preserved.
 * @source RFC 2045 §6.7 */
export function toQuotedPrintable(bytes: Buffer, lineEnd: LineEnd): Buffer {
  const lines: string[] = [];
  let line = "";
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x3d;
    const text = plain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    if (line.length + text.length > LINE - 1) {
      lines.push(`${line}=`);
      line = "";
    }
    line += text;
  }
  // A blank at the end of a line would be lost.
  lines.push(line.replace(/ $/, "=20"));
  return Buffer.from(lines.join(lineEnd));
}
