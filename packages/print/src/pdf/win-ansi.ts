/** Characters kept unchanged. Controls, soft hyphens and no-break spaces are not: a text search would miss
 * them. */
const PLAIN = /^[ -~\x80-\x9f¡-¬®-ÿ]*$/;
const FOREIGN = /[^ -~\x80-\x9f¡-¬®-ÿ\n]+/g;
const MARKS = /\p{M}+/gu;

/** WinAnsi characters outside Latin-1, and replacements for characters that it lacks. */
const SUBSTITUTES: ReadonlyMap<string, string> = new Map([
  ...pairs("€\x80‚\x82ƒ\x83„\x84…\x85†\x86‡\x87ˆ\x88‰\x89Š\x8a‹\x8bŒ\x8cŽ\x8e‘\x91’\x92“\x93”\x94•\x95"),
  ...pairs("–\x96—\x97˜\x98™\x99š\x9a›\x9bœ\x9cž\x9eŸ\x9f"),
  ...pairs("−-‐-‑-‒-―-⁄/∕/∙·⋅·●•■•▪•◦•′'″\"‟\"‛'≈~∼~∗*ΩOμµ∅Ø⌀Ø≠#łlŁLđdĐDıi"),
  ["≤", "<="],
  ["≥", ">="],
  ["→", "->"],
  ["←", "<-"],
  ["⇒", "=>"],
  ["№", "No"],
  ["ﬁ", "fi"],
  ["ﬂ", "fl"],
  ["\u00ad", ""],
  ["\ufeff", ""],
  ["\u200b", ""],
  ["\u200c", ""],
  ["\u200d", ""],
]);

/** A text in WinAnsi codes, one character each. Missing characters become the nearest one or "?"; line
 * breaks stay. Encoding is idempotent. */
export function encodeWinAnsi(text: string): string {
  return PLAIN.test(text) ? text : text.normalize("NFC").replace(/\r\n?/g, "\n").replace(FOREIGN, substitute);
}

function substitute(run: string): string {
  let out = "";
  for (const sign of run) {
    const known = SUBSTITUTES.get(sign);
    if (known !== undefined) out += known;
    else if (/[\s\p{Cc}]/u.test(sign)) out += " ";
    else out += nearest(sign);
  }
  return out;
}

/** Full-width and decorated letters without their decoration. */
function nearest(sign: string): string {
  const plain = sign.normalize("NFKD").replace(MARKS, "");
  if (plain === "") return "";
  return PLAIN.test(plain) ? plain : "?";
}

function pairs(text: string): [string, string][] {
  const signs = [...text];
  return signs.flatMap((sign, at) => (at % 2 === 0 ? [[sign, signs[at + 1] ?? ""] as [string, string]] : []));
}

/** The content of a PDF literal string. */
export function escapeLiteral(codes: string): string {
  return /[()\\\n]/.test(codes) ? codes.replace(/[()\\]/g, "\\$&").replace(/\n/g, " ") : codes;
}

/** The characters of the codes 0x80 to 0x9f; a space where there is none. @source ISO 32000-1 annex D */
const C1 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** The text of WinAnsi codes. */
export function decodeWinAnsi(codes: string): string {
  return codes.replace(/[\x80-\x9f]/g, (code) => C1.charAt(code.charCodeAt(0) - 0x80));
}
