import { deflateSync } from "node:zlib";

/** Writes a PDF with these lines of text on each page, compressed.   @source ISO 32000-1 §7 */
export function writePdf(pages: readonly (readonly string[])[]): Buffer {
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(" ");
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    Buffer.from("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
    ...pages.flatMap((lines, i) => writePage(lines, 5 + i * 2)),
  ];
  const pieces: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  for (const [i, object] of objects.entries()) {
    offsets.push(pieces.reduce((sum, piece) => sum + piece.length, 0));
    pieces.push(Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from("\nendobj\n"));
  }
  const start = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

function writePage(lines: readonly string[], content: number): Buffer[] {
  const text = lines
    .map((line, i) => `BT /F1 9 Tf 40 ${800 - i * 12} Td (${line.replace(/[\\()]/g, "\\$&")}) Tj ET`)
    .join("\n");
  const stream = deflateSync(Buffer.from(text, "latin1"));
  return [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
      stream,
      Buffer.from("\nendstream"),
    ]),
  ];
}
