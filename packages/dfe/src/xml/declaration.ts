import { XML_DECLARATION_MAX, type XmlRules } from "./limits.ts";
import { XmlError } from "./xml-error.ts";

const EQUALS = "[ \\t\\n]*=[ \\t\\n]*";
/** @source XML 1.0 §2.8, production XMLDecl */
const DECLARATION = new RegExp(
  `^<\\?xml[ \\t\\n]+version${EQUALS}(["'])([A-Za-z0-9._:-]+)\\1` +
    `(?:[ \\t\\n]+encoding${EQUALS}(["'])[A-Za-z][A-Za-z0-9._-]*\\3)?` +
    `(?:[ \\t\\n]+standalone${EQUALS}(["'])(?:yes|no)\\4)?[ \\t\\n]*\\?>`,
);
const VERSION_1X = /^1\.[0-9]+$/;
const ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([A-Za-z0-9._-]+)"|'([A-Za-z0-9._-]+)')/;

/** The encoding named at the start of a document, in lower case; null when there is none. */
export function declaredEncoding(head: string): string | null {
  const match = ENCODING.exec(head);
  return (match?.[1] ?? match?.[2])?.toLowerCase() ?? null;
}

/** Offset of the first character after the XML declaration; 0 without one.
 * @throws XmlError malformado; grande-demais; versao for a version that the rules
 * exclude: the names and line ends of XML 1.1 follow other rules */
export function skipDeclaration(text: string, { allowsVersion1x }: XmlRules): number {
  if (!/^<\?xml[ \t\n]/.test(text)) return 0;
  const head = text.slice(0, XML_DECLARATION_MAX);
  const match = DECLARATION.exec(head);
  const isCut = head.length < text.length && !head.includes("?>");
  if (!match) throw new XmlError(isCut ? "grande-demais" : "malformado", "<?xml");
  const version = match[2] ?? "";
  if (version !== "1.0" && !(allowsVersion1x && VERSION_1X.test(version)))
    throw new XmlError("versao", `XML ${version}`);
  return match[0].length;
}
