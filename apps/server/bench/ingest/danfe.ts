const SIDE_BYTES = 3 * 64;

/** A one-page PDF of about `bytes` bytes: the key as text, and an incompressible picture in place of the
 * bar code and logo of a DANFE. */
export function writeDanfe(chave: string, bytes: number, noise: Buffer): Buffer {
  const text = `BT /F1 9 Tf 40 780 Td (DANFE) Tj 0 -14 Td (CHAVE DE ACESSO ${chave}) Tj ET`;
  const rows = Math.max(1, Math.floor((bytes - 1_100) / SIDE_BYTES));
  const pixels = noise.subarray(0, rows * SIDE_BYTES).toString("latin1");
  const picture = `/Type /XObject /Subtype /Image /Width 64 /Height ${rows} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
  const resources = "<< /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >>";
  const content = `${text}\nq 200 0 0 200 40 500 cm /Im1 Do Q`;
  return assemble([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources ${resources} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< ${picture} /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
  ]);
}

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
