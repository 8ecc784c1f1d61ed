import { createHash } from "node:crypto";
import { eachTrecho } from "../documents/roots.ts";
import { isZipInteiro } from "../packages/format.ts";

/** What was delivered of a message, to be asked about by content. */
export type Conhecido = {
  /** Whether a document is among what was delivered, whatever its charset and line breaks. */
  has(trecho: Buffer, completo: boolean): boolean;
  /** Whether these are the bytes of a part, or those it begins with. */
  isParte(bytes: Buffer): boolean;
  add(bytes: Buffer): void;
  /** A pasted document as its bytes were sent, where the text lost some of its letters. */
  melhor(colado: Buffer): Buffer;
};

/** Bytes by which parts are first compared. */
const CHAVE_BYTES = 48;
/** How much two decoders may differ at the end of a cut part. */
const SOBRA_BYTES = 4;
/** Parts with the same first bytes that are compared to their end. */
const IGUAIS_MAX = 20;

const PERDIDO = Buffer.from("\ufffd");

/** Remembers parts and pasted documents, so that a second reading of one is known. */
export function rememberEntregue(partes: readonly Buffer[], colados: readonly Buffer[]): Conhecido {
  const soltos = createSoltos();
  const inteiras = new Set<string>();
  const porInicio = new Map<string, Buffer[]>();
  const perdidos = new Map<string, Buffer | null>();
  const remember = (bytes: Buffer): void => {
    inteiras.add(digestOf(bytes));
    const key = keyOf(bytes);
    const alike = porInicio.get(key) ?? [];
    porInicio.set(key, alike);
    if (alike.length < IGUAIS_MAX) alike.push(bytes);
    for (const { raiz, fim } of eachTrecho(bytes)) soltos.add(looseOf(bytes.subarray(raiz, fim)));
  };
  for (const parte of partes) remember(parte);
  for (const colado of colados) {
    const key = looseOf(colado);
    soltos.add(key);
    if (colado.includes(PERDIDO)) perdidos.set(key, null);
  }
  return {
    has: (trecho, completo) => {
      const key = looseOf(trecho);
      if (perdidos.get(key) === null && completo) perdidos.set(key, trecho);
      return soltos.has(key) || (!completo && soltos.hasInicio(key));
    },
    isParte: (bytes) =>
      inteiras.has(digestOf(bytes)) ||
      (porInicio.get(keyOf(bytes)) ?? []).some((parte) => isStartOf(bytes, parte)),
    add: remember,
    melhor: (colado) => perdidos.get(looseOf(colado)) ?? colado,
  };
}

/** What stays of a document through every charset, transfer encoding and folding: its ASCII without blanks. */
export function looseOf(trecho: Buffer): string {
  return trecho.toString("latin1").replace(/[^\x21-\x7e]+/g, "");
}

type Soltos = { has(key: string): boolean; hasInicio(inicio: string): boolean; add(key: string): void };

/** Texts that are also found by how they begin. @NOTE sorted when first asked after an addition: of what is in order already, a sort only
 * looks at each text once. */
function createSoltos(): Soltos {
  const all = new Set<string>();
  const ordem: string[] = [];
  let isSorted = true;
  return {
    has: (key) => all.has(key),
    add: (key) => {
      if (all.has(key)) return;
      all.add(key);
      ordem.push(key);
      isSorted = false;
    },
    hasInicio: (inicio) => {
      if (!isSorted) ordem.sort();
      isSorted = true;
      return ordem[bisect(ordem, inicio)]?.startsWith(inicio) === true;
    },
  };
}

/** The first place in sorted texts whose text is not before this one. */
function bisect(ordem: readonly string[], key: string): number {
  let low = 0;
  let high = ordem.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordem[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function digestOf(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("base64");
}

function keyOf(bytes: Buffer): string {
  return bytes.toString("latin1", 0, CHAVE_BYTES);
}

/** A ZIP that ends within the part is whole, and the part is it and something else. */
function isStartOf(bytes: Buffer, parte: Buffer): boolean {
  const length = bytes.length - SOBRA_BYTES;
  if (parte.length < length || !parte.subarray(0, length).equals(bytes.subarray(0, length))) return false;
  return parte.length - bytes.length <= SOBRA_BYTES || !isZipInteiro(bytes);
}
