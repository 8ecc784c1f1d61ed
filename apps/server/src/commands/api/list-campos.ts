import type { MensagemKey } from "@malote/contract";
import { describeTipo, type Esquema } from "./describe-tipo.ts";

/** One field of params or of an answer, identified by its path. */
export type Campo = { caminho: string; tipo: string; obrigatorio: boolean; frases: readonly MensagemKey[] };

/**
 * Lists the fields of an object, each one followed by its
 * own fields. prefix: path of the object; "" at the top.
 */
export function listCampos(esquema: Esquema, prefix = ""): Campo[] {
  const { properties, required = [] } = objectIn(esquema) ?? {};
  return Object.entries(properties ?? {}).flatMap(([nome, one]) => {
    const caminho = prefix === "" ? nome : `${prefix}.${nome}`;
    const campo = {
      caminho,
      tipo: describeTipo(one),
      obrigatorio: required.includes(nome),
      frases: frasesIn(one),
    };
    return [campo, ...listCampos(one, isLista(one) ? `${caminho}[]` : caminho)];
  });
}

/** Finds the object inside a nullable value or inside the items of a list. */
function objectIn(esquema: Esquema): Esquema | null {
  if (esquema.properties !== undefined) return esquema;
  const inner = [...(esquema.anyOf ?? []), ...(esquema.items === undefined ? [] : [esquema.items])];
  for (const one of inner) {
    const found = objectIn(one);
    if (found !== null) return found;
  }
  return null;
}

function isLista(esquema: Esquema): boolean {
  return esquema.items !== undefined || (esquema.anyOf ?? []).some(isLista);
}

function frasesIn(esquema: Esquema): MensagemKey[] {
  return [...(esquema.frases ?? []), ...(esquema.anyOf ?? []).flatMap(frasesIn)];
}
