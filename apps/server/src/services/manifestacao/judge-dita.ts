import { gunzipSync } from "node:zlib";
import { CIENCIA, nextNSeq, OCORRENCIAS_MAX, vigenteOf } from "./manifestacao.rules.ts";
import type { Dita, Pendente } from "./manifesto.rows.ts";

/** Outcome of a request that SEFAZ already has. dita = the registered evento that answers it. */
export type Sentenca =
  | { kind: "registrada"; dita: Dita }
  | { kind: "renumerar"; nSeq: number }
  | { kind: "esgotada" }
  | { kind: "ausente" };

/** The NF-e layouts have two digits for nSeq. @source leiauteEvento_v1.00.xsd */
const NSEQ_MAX = 99;

/** A pending request, reduced to its content. */
export type Vontade = Pick<Pendente, "status" | "nSeq" | "eventoGzip">;

/** The evento that we signed, if SEFAZ has it: the one with the same digest. */
export function findNossa(vontade: Vontade, ditas: readonly Dita[]): Dita | null {
  const digest = readTag(vontade.eventoGzip, "DigestValue");
  if (digest === null) return null;
  return findIguais(vontade, ditas).find(({ xmlGzip }) => readTag(xmlGzip, "DigestValue") === digest) ?? null;
}

/**
 * Judges a request by all eventos of the company that SEFAZ has. Another program's evento with the same
 * type and number counts as ours only while it is valid and, for a type with a reason, gives the same one;
 * else ours is sent with the next number.
 */
export function judgeDitas(vontade: Vontade, ditas: readonly Dita[]): Sentenca {
  const { status } = vontade;
  const nossa = findNossa(vontade, ditas);
  if (nossa) return { kind: "registrada", dita: nossa };
  const [igual] = findIguais(vontade, ditas);
  if (!igual) return { kind: "ausente" };
  // Each number of another evento type is a separate statement: ours is sent with the next number.
  if (status === null) return judgeNumero(ditas);
  // A document has one ciência, of any sender.
  if (status === CIENCIA) return { kind: "registrada", dita: igual };
  const ditadas = ditas.flatMap((dita) => (dita.status === null ? [] : [{ ...dita, status: dita.status }]));
  const doTipo = ditadas.filter((dita) => dita.status === status).toSorted((a, b) => b.nSeq - a.nSeq);
  const [ultima = igual] = doTipo;
  if (vigenteOf(ditadas) === status && sameReason(ultima, vontade))
    return { kind: "registrada", dita: ultima };
  const vezes = new Set(doTipo.map(({ nSeq }) => nSeq)).size;
  if (vezes >= OCORRENCIAS_MAX) return { kind: "esgotada" };
  return { kind: "renumerar", nSeq: nextNSeq({ registradas: ditadas }, status) };
}

function judgeNumero(ditas: readonly Dita[]): Sentenca {
  const nSeq = Math.max(0, ...ditas.map((dita) => dita.nSeq)) + 1;
  return nSeq > NSEQ_MAX ? { kind: "esgotada" } : { kind: "renumerar", nSeq };
}

function findIguais({ status, nSeq }: Vontade, ditas: readonly Dita[]): Dita[] {
  return ditas.filter((dita) => dita.status === status && dita.nSeq === nSeq);
}

function sameReason({ xmlGzip }: Dita, { eventoGzip }: Vontade): boolean {
  return readTag(xmlGzip, "xJust") === readTag(eventoGzip, "xJust");
}

/** Text of the first element with this name, unescaped; the evento precedes SEFAZ's answer in the file. */
function readTag(gzipped: Buffer | null, nome: string): string | null {
  if (gzipped === null) return null;
  const xml = gunzipSync(gzipped).toString("utf8");
  return new RegExp(`<(?:\\w+:)?${nome}>([^<]*)<`).exec(xml)?.[1]?.trim() ?? null;
}
