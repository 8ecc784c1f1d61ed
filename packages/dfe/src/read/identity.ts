import { CHAVE_ACESSO_FORM, CHAVE_ACESSO_PATTERN, ID_PREFIXES, splitChaveAcesso } from "@malote/syntax";
import type { Identity } from "../reading.ts";
import { attributeOf, elementsOf, isElement, textOf, type XmlElement } from "../xml/tree.ts";
import { modeloOfOther } from "./unread.ts";

/** Matches an Id: a prefix and the key; in an evento the type precedes the key and a number follows it. */
const ID = new RegExp(
  `^(?:(?:${[...ID_PREFIXES, "NFAG", "CFe"].join("|")})?(${CHAVE_ACESSO_FORM})|ID[0-9]{6}(${CHAVE_ACESSO_FORM})[0-9]{2,3})$`,
);
const CHAVE_FIELD = new RegExp(`^ch(?:ave)?(?:${[...ID_PREFIXES, "Cte"].join("|")})$`);
/** The 50 digits of a national NFS-e: they are not an access key and contain no model. */
const CHAVE_NFSE = /^(?:NFS)?([0-9]{50})$/;
const MODELO = /^[0-9]{2}$/;
const COM_MODELO: ReadonlySet<string> = new Set(["ide", "infInut"]);

/** Identifies a fiscal XML that is not read: its first access key, and its model by key,
 * ide/mod or root name. Never throws. For display only: no decision depends on it. */
export function identify(payload: XmlElement): Identity {
  const chaveAcesso = findFirst(payload, chaveOf);
  if (chaveAcesso !== null) return identidadeOf(chaveAcesso);
  const modelo = findFirst(payload, modeloOf) ?? modeloOfOther(payload);
  return { modelo, chaveAcesso: findFirst(payload, chaveNfseOf) };
}

/** identify for a text that is no XML or must not be parsed.
 * @param head its first thousands of characters */
export function identifyText(head: string): Identity & { raiz: string | null } {
  const chave = new RegExp(
    `(?:\\bId=["'](?:[A-Za-z0-9]{3,6}|ID[0-9]{6})|<(?:\\w+:)?ch[A-Za-z0-9]{3,6}>)(${CHAVE_ACESSO_FORM})\\b`,
  );
  const chaveAcesso = chave.exec(head)?.[1] ?? null;
  const raiz = /<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)/.exec(head)?.[1] ?? null;
  const { modelo } = chaveAcesso === null ? { modelo: null } : identidadeOf(chaveAcesso);
  return { raiz, modelo, chaveAcesso };
}

function identidadeOf(chaveAcesso: string): Identity {
  return { modelo: splitChaveAcesso(chaveAcesso).modelo, chaveAcesso };
}

function chaveOf(element: XmlElement): string | null {
  if (CHAVE_FIELD.test(element.local)) return CHAVE_ACESSO_PATTERN.exec(textOf(element).trim())?.[0] ?? null;
  const match = ID.exec(attributeOf(element, "Id") ?? "");
  return match?.[1] ?? match?.[2] ?? null;
}

function chaveNfseOf(element: XmlElement): string | null {
  const id = element.local === "chNFSe" ? textOf(element).trim() : attributeOf(element, "Id");
  return CHAVE_NFSE.exec(id ?? "")?.[1] ?? null;
}

function modeloOf(element: XmlElement): string | null {
  if (!COM_MODELO.has(element.local)) return null;
  const mod = elementsOf(element).find(({ local }) => local === "mod");
  const text = mod ? textOf(mod).trim() : "";
  return MODELO.test(text) ? text : null;
}

function findFirst(element: XmlElement, read: (element: XmlElement) => string | null): string | null {
  const own = read(element);
  if (own !== null) return own;
  if (typeof element.content === "string") return null;
  for (const child of element.children) {
    const below = isElement(child) ? findFirst(child, read) : null;
    if (below !== null) return below;
  }
  return null;
}
