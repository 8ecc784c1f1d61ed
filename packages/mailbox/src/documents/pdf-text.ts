/** Limits of a PDF that is read: a DANFE has its key on the first page. */
export const PDF_LIMITS = { bytes: 5 * 1024 * 1024, paginas: 3 } as const;

/** Characters of text kept. */
const TEXT_MAX = 200_000;

/**
 * Reads the text of the first pages of a PDF; "" when it is too large, encrypted, damaged or has no text.
 * @NOTE a hostile PDF may use unbounded time or memory: call it in a thread that can be terminated.
 */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
  if (bytes.length > PDF_LIMITS.bytes) return "";
  const { getDocumentProxy } = await import("unpdf");
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const pages: string[] = [];
    for (let n = 1; n <= Math.min(pdf.numPages, PDF_LIMITS.paginas); n += 1) {
      const { items } = await (await pdf.getPage(n)).getTextContent();
      pages.push(
        items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join(""),
      );
    }
    await pdf.destroy();
    return pages.join("\n").slice(0, TEXT_MAX);
  } catch {
    return "";
  }
}
