import type { ReparoName } from "../examination.ts";
import { type DecodedXml, decodeXml } from "../xml/decode.ts";
import { XmlError } from "../xml/xml-error.ts";
import { dropOuterNamespaces } from "./drop-namespaces.ts";
import {
  decodeTwice,
  dropBlanksBetweenTags,
  dropCarriageReturns,
  encode,
  joinLines,
  trimValues,
  unwrapWords,
} from "./undo.ts";

/** One candidate: the repairs applied, in order, and the resulting bytes. */
export type Candidate = { nomes: ReparoName[]; bytes: Uint8Array };

/** SEFAZ accepts no message above 500 KB: larger files are
 * not tried, since each candidate is judged completely. */
export const REPARO_BYTES_MAX = 512 * 1024;
/** Maximum candidates of one file. */
export const REPARO_CANDIDATES_MAX = 10;

/** Maximum bytes of all candidates of one file: a large file gets only the most likely ones. */
export const REPARO_WORK_MAX = 1_536 * 1024;

/** One repair; `undo` returns null or the same text when there is nothing to undo. */
type Step = { nome: ReparoName; undo: (text: string) => string | null };

const blanksBetweenTags: Step = { nome: "espacos-entre-tags", undo: dropBlanksBetweenTags };
const trailingBlanks: Step = { nome: "espacos-finais", undo: trimValues };
const carriageReturns: Step = { nome: "fins-de-linha", undo: dropCarriageReturns };
const wrappedWords: Step = { nome: "fins-de-linha", undo: unwrapWords };
const wrappedLines: Step = { nome: "fins-de-linha", undo: joinLines };
const doubleEncoding: Step = { nome: "utf8-duplicado", undo: decodeTwice };
const outerNamespaces: Step = { nome: "namespaces-em-volta", undo: dropOuterNamespaces };

/** The most likely first. A repair without effect is skipped, so the first recipes also
 * serve undamaged spacing; the last ones are for emitentes that sign indented text. */
const RECIPES: readonly (readonly Step[])[] = [
  [],
  [outerNamespaces],
  [blanksBetweenTags],
  [blanksBetweenTags, outerNamespaces],
  [blanksBetweenTags, trailingBlanks],
  [blanksBetweenTags, carriageReturns],
  [blanksBetweenTags, wrappedWords, trailingBlanks],
  [blanksBetweenTags, wrappedLines, trailingBlanks],
  [doubleEncoding],
  [blanksBetweenTags, doubleEncoding],
  [blanksBetweenTags, doubleEncoding, wrappedWords, trailingBlanks],
  [carriageReturns],
  [wrappedWords],
  [wrappedLines],
];

const REENCODED = {
  bytes: "latin1-recodificado",
  declaracao: "declaracao-de-codificacao",
} as const satisfies Record<NonNullable<DecodedXml["repaired"]>, ReparoName>;

/** Distinct candidates for the original of a damaged file, with their repairs,
 * most likely first. Only a signature proves that one is the original. */
export function* listReparos(received: Uint8Array): Generator<Candidate> {
  const decoded = received.length > REPARO_BYTES_MAX ? null : tryDecode(received);
  if (!decoded) return;
  // Bytes outside their declared encoding were decoded by a guess: re-encoded in UTF-8 they can be verified.
  const base: ReparoName[] = decoded.repaired ? [REENCODED[decoded.repaired]] : [];
  const seen = new Set<string>(decoded.repaired ? [] : [decoded.text]);
  const decodedText: Applied = { nomes: [], text: decoded.text, next: new Map() };
  let work = 0;
  for (const recipe of RECIPES) {
    const { nomes, text } = recipe.reduce((applied, step) => follow(applied, step, decoded), decodedText);
    if (seen.has(text)) continue;
    seen.add(text);
    const bytes = encode(text);
    work += bytes.length;
    yield { nomes: [...base, ...nomes], bytes };
    if (seen.size > REPARO_CANDIDATES_MAX || work >= REPARO_WORK_MAX) return;
  }
}

/** A text after some repairs, and a cache of the next ones: recipes with a common start share it. */
type Applied = { nomes: ReparoName[]; text: string; next: Map<Step, Applied> };

function follow(applied: Applied, step: Step, { encoding }: DecodedXml): Applied {
  const known = applied.next.get(step);
  if (known) return known;
  const undone = step.undo(applied.text);
  // UTF-8 under a Latin-1 declaration was re-encoded once, not twice.
  const isOnce = step.nome === "utf8-duplicado" && encoding !== "utf-8";
  const name = isOnce ? "latin1-recodificado" : step.nome;
  const isMade = undone !== null && undone !== applied.text;
  const next = isMade ? { nomes: [...applied.nomes, name], text: undone, next: new Map() } : applied;
  applied.next.set(step, next);
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
