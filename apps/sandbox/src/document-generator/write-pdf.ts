const LEFT = 56;
const TOP = 780;
const LEADING = 18;

/** Writes lines of text as a one-page A4 PDF in Helvetica, like the PDF that suppliers attach to the XML. */
export function writePdf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${escapePdf(line)}) Tj T*`).join("\n");
  const content = `BT /F1 11 Tf ${LEADING} TL ${LEFT} ${TOP} Td\n${text}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  return assemble(objects);
}

/** Uses latin1 throughout, so that one character is one byte in the offsets. */
function assemble(objects: readonly string[]): Buffer {
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + xref + trailer, "latin1");
}

function escapePdf(text: string): string {
  return text.replace(/[\\()]/g, "\\$&").replace(/[^\x20-\xff]/g, "?");
}
