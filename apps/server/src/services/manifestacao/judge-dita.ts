import { gunzipSync } from "node:zlib";
import { CIENCIA, nextNSeq, OCORRENCIAS_MAX, vigenteOf } from "./manifestacao.rules.ts";
import type { Dita, Pendente } from "./manifesto.rows.ts";

/** What is to become of a wish that SEFAZ says it has already: nossa = the evento that stands for it. */
export type Sentenca =
  | { kind: "registrada"; dita: Dita }
  | { kind: "renumerar"; nSeq: number }
  | { kind: "esgotada" }
  | { kind: "ausente" };

/** The layouts of NF-e have two digits for it. @source leiauteEvento_v1.00.xsd */
const NSEQ_MAX = 99;

/** One that waits, as far as its words go. */
export type Vontade = Pick<Pendente, "status" | "nSeq" | "eventoGzip">;

/** The very evento that we signed, among those that SEFAZ has; its digest says so. */
export function findNossa(vontade: Vontade, ditas: readonly Dita[]): Dita | null {
  const digest = readTag(vontade.eventoGzip, "DigestValue");
  if (digest === null) return null;
  return findIguais(vontade, ditas).find(({ xmlGzip }) => readTag(xmlGzip, "DigestValue") === digest) ?? null;
}

/**
 * Judges by all that SEFAZ has of the company's. Somebody else's evento of the same kind and number says the same only while it is the
 * valid one and, of one that gives a reason, for the same reason; else ours is still to be said, with the next number.
 */
export function judgeDitas(vontade: Vontade, ditas: readonly Dita[]): Sentenca {
  const { status } = vontade;
  const nossa = findNossa(vontade, ditas);
  if (nossa) return { kind: "registrada", dita: nossa };
  const [igual] = findIguais(vontade, ditas);
  if (!igual) return { kind: "ausente" };
  // Of other eventos each number says something of its own: ours is still to be sent, with the next one.
  if (status === null) return judgeNumero(ditas);
  // There is one ciência of a document, whoever said it.
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

/** The text of the first element of a name, as it is written; the evento stands before SEFAZ's answer. */
function readTag(gzipped: Buffer | null, nome: string): string | null {
  if (gzipped === null) return null;
  const xml = gunzipSync(gzipped).toString("utf8");
  return new RegExp(`<(?:\\w+:)?${nome}>([^<]*)<`).exec(xml)?.[1]?.trim() ?? null;
}
