import { meaningOf, NAME_END } from "./chars.ts";
import { XML_NAMES_MAX } from "./limits.ts";
import type { XmlName } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

const START =
  "A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F" +
  "\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const NCNAME = `[${START}][${START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*`;
/** @source XML 1.0 §2.3 (fifth edition); Namespaces in XML 1.0 §4 */
const QNAME = new RegExp(`^(?:(${NCNAME}):)?(${NCNAME})$`, "u");
const ASCII = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** Maximum length of a cached name. */
const LENGTH_MAX = 64;
const remembered = new Map<string, XmlName>();

/** The names of one document. Names repeat across documents: each is checked and split once, then cached. */
export class XmlNames {
  readonly #lengthMax: number;
  #learnt = 0;
  #last: XmlName | null = null;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  /** The name of a start tag. Documents of one kind repeat their tag
   * order, so the last successor is tried first, without a substring.
   * @throws XmlError as `get` */
  tagAt(text: string, from: number): XmlName {
    const guess = this.#last?.next;
    const name = guess && isNameAt(text, from, guess.raw) ? guess : this.at(text, from);
    if (this.#last && isRemembered(name)) this.#last.next = name;
    this.#last = name;
    return name;
  }

  /** The name that starts at `from`.   @throws XmlError as `get` */
  at(text: string, from: number): XmlName {
    let to = from;
    while (to < text.length && (meaningOf(text.charCodeAt(to)) & NAME_END) === 0) to += 1;
    return this.get(text.slice(from, to));
  }

  /** @throws XmlError malformado for a character that names forbid, grande-demais */
  get(raw: string): XmlName {
    const known = raw.length > LENGTH_MAX ? undefined : remembered.get(raw);
    if (known) return known;
    this.#learnt += 1;
    if (this.#learnt > XML_NAMES_MAX) throw new XmlError("grande-demais", "nomes");
    if (raw.length > this.#lengthMax)
      throw new XmlError("grande-demais", `nome ${raw.slice(0, 40)}`, "nameLength");
    if (raw.length > LENGTH_MAX) return split(raw);
    if (remembered.size >= XML_NAMES_MAX) remembered.clear();
    const name = split(raw);
    remembered.set(name.raw, name);
    return name;
  }
}

/** Says whether a name is cached, so that equal names are one object; longer names are not. */
export function isRemembered({ raw }: XmlName): boolean {
  return raw.length <= LENGTH_MAX;
}

function isNameAt(text: string, from: number, raw: string): boolean {
  return text.startsWith(raw, from) && (meaningOf(text.charCodeAt(from + raw.length)) & NAME_END) !== 0;
}

function split(raw: string): XmlName {
  const own = intern(raw);
  const tags = { open: `<${raw}>`, close: `</${raw}>`, next: null, plain: null, declared: null };
  if (ASCII.test(raw)) return { raw: own, prefix: "", local: own, ...tags };
  const match = QNAME.exec(raw);
  if (!match) throw new XmlError("malformado", `nome ${raw.slice(0, 40)}`);
  return { raw: own, prefix: intern(match[1] ?? ""), local: intern(match[2] ?? ""), ...tags };
}

/** @NOTE V8 interns property names: equal names compare by reference.
 * The copy also frees the document, which a substring keeps. */
function intern(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name;
}
