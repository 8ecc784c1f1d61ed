import type { ReparoNome } from "../veredito.ts";
import { type DecodedXml, decodeXml } from "../xml/decode.ts";
import { XmlError } from "../xml/xml-error.ts";
import { dropNamespacesAround } from "./isolate.ts";
import {
  decodeTwice,
  dropBlanksBetweenTags,
  dropCarriageReturns,
  encode,
  joinLines,
  trimValues,
  unwrapWords,
} from "./undo.ts";

/** One candidate: the reversals that were made, in their order, and what they made of the bytes. */
export type Candidato = { nomes: ReparoNome[]; bytes: Uint8Array };

/** SEFAZ takes no message above 500 KB: larger files are not tried, since each candidate is judged whole. */
export const REPARO_BYTES_MAX = 512 * 1024;
/** Candidates of one file; a text that nothing is wrong with has none. */
export const REPARO_CANDIDATOS_MAX = 10;

/** Bytes of all candidates of one file together: a large one has fewer of them, the likeliest. */
export const REPARO_TRABALHO_MAX = 1_536 * 1024;

/** One step back; null or the same text when there is nothing to undo. */
type Passo = { nome: ReparoNome; undo: (text: string) => string | null };

const entreTags: Passo = { nome: "espacos-entre-tags", undo: dropBlanksBetweenTags };
const finais: Passo = { nome: "espacos-finais", undo: trimValues };
const semCr: Passo = { nome: "fins-de-linha", undo: dropCarriageReturns };
const palavras: Passo = { nome: "fins-de-linha", undo: unwrapWords };
const linhas: Passo = { nome: "fins-de-linha", undo: joinLines };
const duplicado: Passo = { nome: "utf8-duplicado", undo: decodeTwice };
const emVolta: Passo = { nome: "namespaces-em-volta", undo: dropNamespacesAround };

/** The likeliest first: mail and programs indent far more often than they break values. Steps that find nothing to undo count as
 * not made, so that the first recipes serve undamaged spacing too; the last ones are for issuers that sign indented text. */
const RECEITAS: readonly (readonly Passo[])[] = [
  [],
  [emVolta],
  [entreTags],
  [entreTags, emVolta],
  [entreTags, finais],
  [entreTags, semCr],
  [entreTags, palavras, finais],
  [entreTags, linhas, finais],
  [duplicado],
  [entreTags, duplicado],
  [entreTags, duplicado, palavras, finais],
  [semCr],
  [palavras],
  [linhas],
];

const RECODIFICADO = {
  bytes: "latin1-recodificado",
  declaracao: "declaracao-de-codificacao",
} as const satisfies Record<NonNullable<DecodedXml["repaired"]>, ReparoNome>;

/** What some bytes may have been before an e-mail system touched them, each with the reversals that lead there, the likeliest
 * first, none of them twice and none of them the bytes themselves. Whether one is the original only its signature can say. */
export function* listReparos(received: Uint8Array): Generator<Candidato> {
  const decoded = received.length > REPARO_BYTES_MAX ? null : tryDecode(received);
  if (!decoded) return;
  // What is not in its declared encoding was read by guess, or against its word: written anew in UTF-8, that can be verified.
  const base: ReparoNome[] = decoded.repaired ? [RECODIFICADO[decoded.repaired]] : [];
  const seen = new Set<string>(decoded.repaired ? [] : [decoded.text]);
  const lido: Feito = { nomes: [], text: decoded.text, next: new Map() };
  let trabalho = 0;
  for (const receita of RECEITAS) {
    const { nomes, text } = receita.reduce((feito, passo) => follow(feito, passo, decoded), lido);
    if (seen.has(text)) continue;
    seen.add(text);
    const bytes = encode(text);
    trabalho += bytes.length;
    yield { nomes: [...base, ...nomes], bytes };
    if (seen.size > REPARO_CANDIDATOS_MAX || trabalho >= REPARO_TRABALHO_MAX) return;
  }
}

/** A text to which some steps led, and where further ones lead from there: recipes that begin alike are followed once. */
type Feito = { nomes: ReparoNome[]; text: string; next: Map<Passo, Feito> };

function follow(feito: Feito, passo: Passo, { encoding }: DecodedXml): Feito {
  const known = feito.next.get(passo);
  if (known) return known;
  const undone = passo.undo(feito.text);
  // UTF-8 under a declaration of Latin-1 was encoded anew once, not twice.
  const isOnce = passo.nome === "utf8-duplicado" && encoding !== "utf-8";
  const nome = isOnce ? "latin1-recodificado" : passo.nome;
  const isMade = undone !== null && undone !== feito.text;
  const next = isMade ? { nomes: [...feito.nomes, nome], text: undone, next: new Map() } : feito;
  feito.next.set(passo, next);
  return next;
}

function tryDecode(bytes: Uint8Array): DecodedXml | null {
  try {
    return decodeXml(bytes);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}
