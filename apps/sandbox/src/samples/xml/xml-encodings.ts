/** Encodings of an XML file, by name. The document generator writes only Latin-1 characters. */
export const XML_ENCODINGS: Readonly<Record<string, (xml: string) => Buffer>> = {
  "utf-8": (xml) => Buffer.from(xml, "utf8"),
  "utf-8-com-bom": (xml) => Buffer.from(`\ufeff${xml}`, "utf8"),
  "sem-declaracao": (xml) => Buffer.from(xml.replace(DECLARATION, ""), "utf8"),
  "declaracao-com-aspas-simples": (xml) =>
    Buffer.from(xml.replace(DECLARATION, "<?xml version='1.0' encoding='utf-8' standalone='no'?>\n"), "utf8"),
  "iso-8859-1": (xml) => Buffer.from(declare(xml, "ISO-8859-1"), "latin1"),
  "windows-1252": (xml) => Buffer.from(declare(xml, "Windows-1252"), "latin1"),
  "iso-8859-15": (xml) => Buffer.from(declare(xml, "ISO-8859-15"), "latin1"),
  "utf-16le": (xml) => Buffer.from(`\ufeff${declare(xml, "UTF-16")}`, "utf16le"),
  "utf-16be": (xml) => Buffer.from(`\ufeff${declare(xml, "UTF-16")}`, "utf16le").swap16(),
  "ascii-com-referencias": (xml) => Buffer.from(escapeToAscii(declare(xml, "us-ascii")), "latin1"),
};

const DECLARATION = /^<\?xml[^>]*\?>/;
const NOT_ASCII = /[^\0-\x7f]/g;

function declare(xml: string, encoding: string): string {
  return xml.replace(DECLARATION, `<?xml version="1.0" encoding="${encoding}"?>`);
}

/** Writes other characters as references: the canonical form, and thus the signature, stay the same. */
function escapeToAscii(xml: string): string {
  return xml.replace(NOT_ASCII, (char) => `&#${char.codePointAt(0)};`);
}
