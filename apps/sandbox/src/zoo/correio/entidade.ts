/** The line end that a mail program writes. */
export type Fim = "\r\n" | "\n";

/** A header field; its value is folded with CRLF, and bytes when it is not UTF-8. */
export type Campo = readonly [nome: string, valor: string | Buffer];

/** A MIME entity: headers with encoded bytes, or headers with entities. */
export type Entidade =
  | { campos: readonly Campo[]; corpo: Buffer }
  | { campos: readonly Campo[]; partes: readonly Entidade[]; limite: string; preambulo?: string };

/** Writes an entity.   @source RFC 2045, RFC 2046 §5.1 */
export function writeEntidade(entidade: Entidade, fim: Fim): Buffer {
  const head = writeCampos(entidade.campos, fim);
  if ("corpo" in entidade) return Buffer.concat([head, Buffer.from(fim), entidade.corpo]);
  const { limite, partes, preambulo } = entidade;
  const chunks: Buffer[] = [head, Buffer.from(fim)];
  if (preambulo) chunks.push(Buffer.from(preambulo + fim));
  for (const parte of partes) {
    chunks.push(Buffer.from(`--${limite}${fim}`), writeEntidade(parte, fim), Buffer.from(fim));
  }
  chunks.push(Buffer.from(`--${limite}--${fim}`));
  return Buffer.concat(chunks);
}

function writeCampos(campos: readonly Campo[], fim: Fim): Buffer {
  return Buffer.concat(
    campos.map(([nome, valor]) => {
      const bytes = typeof valor === "string" ? Buffer.from(valor, "utf8") : valor;
      const text = Buffer.concat([Buffer.from(`${nome}: `), bytes, Buffer.from("\r\n")]);
      return fim === "\r\n" ? text : Buffer.from(text.toString("latin1").replaceAll("\r\n", fim), "latin1");
    }),
  );
}

/** Creates a multipart entity. */
export function multipart(
  tipo: string,
  limite: string,
  partes: readonly Entidade[],
  campos: readonly Campo[] = [],
): Entidade {
  return { campos: [["Content-Type", `${tipo};\r\n boundary="${limite}"`], ...campos], partes, limite };
}

const LINE = 76;

/** Encodes base64 in lines.   @param length 0 = one line */
export function toBase64(bytes: Buffer, fim: Fim, length = LINE): Buffer {
  const text = bytes.toString("base64");
  if (length === 0) return Buffer.from(text);
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += length) lines.push(text.slice(at, at + length));
  return Buffer.from(lines.join(fim));
}

/** Encodes quoted-printable; writes line ends of the content as `=0D=0A`, so that every byte is preserved.
 * @source RFC 2045 §6.7 */
export function toQuotedPrintable(bytes: Buffer, fim: Fim): Buffer {
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
  return Buffer.from(lines.join(fim));
}
