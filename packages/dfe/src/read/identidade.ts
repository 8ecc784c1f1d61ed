import { splitChaveAcesso } from "@malote/syntax";
import type { Identidade } from "../leitura.ts";
import { attributeOf, elementsOf, textOf, type XmlElement } from "../xml/tree.ts";
import { OUTROS } from "./layouts.ts";

const CHAVE = /^(?:NFe|CTe|MDFe|NFCom|NF3e|BPe|DCe)?([0-9]{6}[A-Z0-9]{12}[0-9]{26})$/;
const CAMPO_CHAVE = /^ch(?:NFe|CTe|MDFe|NFCom|NF3e|BPe|DCe)$/;
const MODELO = /^[0-9]{2}$/;

/** What any XML of the State's says of itself: the first access key, and the model that the key or a `mod` names. It never
 * throws, and nothing is decided by it: it names a file that is not read whole. */
export function identify(payload: XmlElement): Identidade {
  const chaveAcesso = findChave(payload);
  const modelo = chaveAcesso === null ? findModelo(payload) : splitChaveAcesso(chaveAcesso).modelo;
  return { modelo: modelo ?? OUTROS[payload.local] ?? null, chaveAcesso };
}

function findChave(payload: XmlElement): string | null {
  return findFirst(payload, (element) => {
    const said = CAMPO_CHAVE.test(element.local) ? textOf(element).trim() : attributeOf(element, "Id");
    return said === null ? null : (CHAVE.exec(said)?.[1] ?? null);
  });
}

function findModelo(payload: XmlElement): string | null {
  return findFirst(payload, (element) => {
    const text = element.local === "mod" ? textOf(element).trim() : "";
    return MODELO.test(text) ? text : null;
  });
}

function findFirst(element: XmlElement, read: (element: XmlElement) => string | null): string | null {
  const own = read(element);
  if (own !== null) return own;
  for (const child of elementsOf(element)) {
    const below = findFirst(child, read);
    if (below !== null) return below;
  }
  return null;
}
