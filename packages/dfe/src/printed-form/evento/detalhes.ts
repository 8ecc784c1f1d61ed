import { CHAVE_ACESSO_PATTERN } from "@malote/syntax";
import { elementsOf, hasElements, textOf, type XmlElement } from "../../xml/tree.ts";
import { ROTULOS, type TipoDetalhe } from "./rotulos.ts";

/** One field of an evento, or the heading of a group (`valor` null); `nivel`
 * is its depth, 0 at the top. `significado` is the meaning of a code. */
export type DetalheEvento = {
  rotulo: string;
  valor: string | null;
  tipo: TipoDetalhe;
  significado: string | null;
  nivel: number;
};

/** Maximum rows; an evento that lists documents or payments has some twenty. */
export const DETALHES_MAX = 400;
/** Maximum characters of one value. */
const VALOR_MAX = 2_000;
const NIVEL_MAX = 6;
const TRUNCATED = " […]";

const INSTANTE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}/;
const DIA = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** All fields below an element in document order, known or not, except some tags of the first level.
 * @returns up to DETALHES_MAX rows, and the number omitted */
export function readDetalhes(
  detalhe: XmlElement | null,
  except: ReadonlySet<string>,
): { linhas: DetalheEvento[]; omitidas: number } {
  const linhas: DetalheEvento[] = [];
  let omitidas = 0;
  const add = (linha: DetalheEvento): void => {
    if (linhas.length < DETALHES_MAX) linhas.push(linha);
    else omitidas += 1;
  };
  const visit = (element: XmlElement, nivel: number): void => {
    if (nivel === 0 && except.has(element.local)) return;
    if (!hasElements(element)) {
      const valor = textOf(element).trim();
      if (valor !== "") add(linhaOf(element.local, valor, nivel));
      return;
    }
    add({ ...VAZIA, rotulo: nameOf(element.local), nivel });
    // Deeper than any layout: the text of the element itself is enough.
    if (nivel < NIVEL_MAX) for (const child of elementsOf(element)) visit(child, nivel + 1);
  };
  if (detalhe) for (const child of elementsOf(detalhe)) visit(child, 0);
  return { linhas, omitidas };
}

const VAZIA: Omit<DetalheEvento, "rotulo" | "nivel"> = { valor: null, tipo: "texto", significado: null };

function linhaOf(tag: string, texto: string, nivel: number): DetalheEvento {
  const rotulo = Object.hasOwn(ROTULOS, tag) ? ROTULOS[tag] : undefined;
  const codigos = rotulo?.codigos ?? {};
  return {
    rotulo: rotulo?.nome ?? tag,
    valor: texto.length > VALOR_MAX ? `${texto.slice(0, VALOR_MAX)}${TRUNCATED}` : texto,
    tipo: tipoOf(texto, rotulo?.tipo),
    significado: Object.hasOwn(codigos, texto) ? (codigos[texto] ?? null) : null,
    nivel,
  };
}

function nameOf(tag: string): string {
  return (Object.hasOwn(ROTULOS, tag) ? ROTULOS[tag]?.nome : undefined) ?? tag;
}

/** How to format a value: by its label's type if it matches, else by its form. */
function tipoOf(texto: string, known: TipoDetalhe | undefined): TipoDetalhe {
  if (known === "valor" || known === "numero" || known === "documento") return known;
  if (INSTANTE.test(texto)) return "instante";
  if (DIA.test(texto)) return "dia";
  return CHAVE_ACESSO_PATTERN.test(texto) ? "chave" : "texto";
}
