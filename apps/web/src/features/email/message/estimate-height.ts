const LINE_CHARS = 38;
const LINE_PX = 22;
const BLOCK_PX = 36;
const FRAME_PX = 48;

/**
 * Estimates the height of an e-mail on a phone from its words and paragraphs, because the
 * sandboxed frame cannot be measured.
 * @returns pixels, rather too many; null when images make an estimate useless
 */
export function estimateHeight(html: string): number | null {
  if (/<img\b[^>]*\ssrc=/i.test(html)) return null;
  const blocks = html.match(/<(p|div|tr|li|h[1-6]|br|hr|blockquote)\b/gi)?.length ?? 0;
  const text = html
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return FRAME_PX + blocks * BLOCK_PX + Math.ceil(text.length / LINE_CHARS) * LINE_PX;
}
