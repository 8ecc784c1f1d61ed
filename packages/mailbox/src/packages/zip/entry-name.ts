/**
 * Code page 850, 0x80 to 0xFF: the encoding of Brazilian Windows for ZIP names without the UTF-8
 * flag.
 */
const CP850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

/** Longest label kept, in characters. */
const NAME_MAX = 255;

/**
 * The label of a ZIP entry: the last segment of its name without control characters, so never a
 * path. Decodes UTF-8 if valid (many tools do not set the flag), else code page 850.
 */
export function readEntryName(raw: Uint8Array): string {
  const pieces = decode(raw)
    .split(/[/\\]/)
    .filter((piece) => piece !== "" && piece !== "." && piece !== "..");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const name = (pieces.at(-1) ?? "").replace(/[\x00-\x1f\x7f]+/g, " ").trim();
  return name.slice(0, NAME_MAX) || "sem-nome";
}

function decode(raw: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    return Array.from(raw, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (CP850[byte - 0x80] ?? "?"),
    ).join("");
  }
}
