import { CHAVE_ACESSO_PATTERN } from "@malote/syntax";
import { elementsOf, hasElements, textOf, type XmlElement } from "../../xml/tree.ts";
import { type DetailFormat, FIELD_LABELS } from "./field-labels.ts";

/** One field of an evento, or the heading of a group (`value` null); `nivel`
 * is its depth, 0 at the top. `significado` is the meaning of a code. */
export type EventoDetail = {
  rotulo: string;
  valor: string | null;
  tipo: DetailFormat;
  significado: string | null;
  nivel: number;
};

/** Maximum rows; an evento that lists documents or payments has some twenty. */
export const DETAILS_MAX = 400;
/** Maximum characters of one value. */
const VALUE_MAX = 2_000;
const LEVEL_MAX = 6;
const TRUNCATED = " […]";

const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** All fields below an element in document order, known or not, except some tags of the first level.
 * @returns up to DETALHES_MAX rows, and the number omitted */
export function readDetails(
  detail: XmlElement | null,
  except: ReadonlySet<string>,
): { linhas: EventoDetail[]; omitidas: number } {
  const linhas: EventoDetail[] = [];
  let omitidas = 0;
  const add = (line: EventoDetail): void => {
    if (linhas.length < DETAILS_MAX) linhas.push(line);
    else omitidas += 1;
  };
  const visit = (element: XmlElement, nivel: number): void => {
    if (nivel === 0 && except.has(element.local)) return;
    if (!hasElements(element)) {
      const value = textOf(element).trim();
      if (value !== "") add(lineOf(element.local, value, nivel));
      return;
    }
    add({ ...EMPTY, rotulo: nameOf(element.local), nivel });
    // Deeper than any layout: the text of the element itself is enough.
    if (nivel < LEVEL_MAX) for (const child of elementsOf(element)) visit(child, nivel + 1);
  };
  if (detail) for (const child of elementsOf(detail)) visit(child, 0);
  return { linhas, omitidas };
}

const EMPTY: Omit<EventoDetail, "rotulo" | "nivel"> = { valor: null, tipo: "texto", significado: null };

function lineOf(tag: string, text: string, nivel: number): EventoDetail {
  const label = Object.hasOwn(FIELD_LABELS, tag) ? FIELD_LABELS[tag] : undefined;
  const codes = label?.meanings ?? {};
  return {
    rotulo: label?.name ?? tag,
    valor: text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}${TRUNCATED}` : text,
    tipo: tipoOf(text, label?.format),
    significado: Object.hasOwn(codes, text) ? (codes[text] ?? null) : null,
    nivel,
  };
}

function nameOf(tag: string): string {
  return (Object.hasOwn(FIELD_LABELS, tag) ? FIELD_LABELS[tag]?.name : undefined) ?? tag;
}

/** How to format a value: by its label's type if it matches, else by its form. */
function tipoOf(text: string, known: DetailFormat | undefined): DetailFormat {
  if (known === "valor" || known === "numero" || known === "documento") return known;
  if (INSTANT.test(text)) return "instante";
  if (DAY.test(text)) return "dia";
  return CHAVE_ACESSO_PATTERN.test(text) ? "chave" : "texto";
}
