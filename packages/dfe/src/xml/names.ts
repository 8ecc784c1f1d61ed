import { XmlError } from "./xml-error.ts";

/** A qualified name cut at its colon. */
export type XmlName = { prefix: string; local: string };

const START =
  "A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F" +
  "\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const NCNAME = `[${START}][${START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*`;
/** @source XML 1.0 §2.3 (fifth edition); Namespaces in XML 1.0 §4 */
const QNAME = new RegExp(`^(?:(${NCNAME}):)?(${NCNAME})$`, "u");
const ASCII = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** Cuts a qualified name, checking its characters.   @throws XmlError malformado */
export function splitName(raw: string): XmlName {
  if (ASCII.test(raw)) return { prefix: "", local: raw };
  const match = QNAME.exec(raw);
  if (!match) throw new XmlError("malformado", `nome ${raw.slice(0, 40)}`);
  return { prefix: match[1] ?? "", local: match[2] ?? "" };
}
