import { eachDocument } from "../documents/roots.ts";
import { decodeBase64, decodeUu, surveyLines } from "../mime/transfer-encoding.ts";
import { detectFormat } from "../packages/format.ts";

/** Byte range of the raw message. */
export type ByteRange = { inicio: number; fim: number };

/** Parts that are opened separately. */
export type WholeParts = {
  /** Where they occur unencoded in the raw message. */
  ranges: ByteRange[];
  /**
   * Decoded lines of forwarded messages that were sent encoded; base64 lines are unchanged by
   * quoted-printable.
   */
  dentro: Buffer[];
};

/** Bytes used to search for a part. */
const START_BYTES = 256;
/** Most candidate positions of each part. */
const ATTEMPTS_MAX = 20;
/** Most bytes scanned by all searches, as a multiple of the message size. */
const SCANS_MAX = 30;

/** Start of a gzip in base64, on a line of its own. */
const GZIP_LINE = "\nH4sI";

/**
 * Finds forwarded messages, and XML files with compressed ones in their lines: opening the part
 * finds their contents.
 */
export function findWholeParts(raw: Buffer, parts: readonly { tipo: string; bytes: Buffer }[]): WholeParts {
  const wholeParts: WholeParts = { ranges: [], dentro: [] };
  const busca: Search = { raw, left: raw.length * SCANS_MAX };
  let after = 0;
  for (const { bytes, tipo } of parts) {
    const isMessage = detectFormat(bytes, { nome: null, tipo }) === "mensagem";
    if (!isMessage && !bytes.includes(GZIP_LINE)) continue;
    const own = isMessage ? bytes : bytes.subarray(0, eachDocument(bytes).next().value?.fim ?? 0);
    // Parts follow message order; only a duplicate, once encoded, may match at a wrong later position.
    let inicio = findWholePart(busca, own, after);
    if (inicio === -1 && after > 0) inicio = findWholePart(busca, own, 0);
    if (inicio !== -1) {
      after = inicio + own.length;
      wholeParts.ranges.push({ inicio, fim: after });
    } else if (isMessage) wholeParts.dentro.push(...listInside(bytes));
  }
  return wholeParts;
}

type Search = { raw: Buffer; left: number };

function findWholePart(busca: Search, part: Buffer, from: number): number {
  if (part.length === 0) return -1;
  const { raw } = busca;
  const start = part.subarray(0, START_BYTES);
  let at = from - 1;
  for (let n = 0; n < ATTEMPTS_MAX && busca.left > 0; n += 1) {
    const place = raw.indexOf(start, at + 1);
    busca.left -= (place === -1 ? raw.length : place) - at;
    if (place === -1) return -1;
    if (raw.subarray(place, place + part.length).equals(part)) return place;
    at = place;
  }
  return -1;
}

function listInside(message: Buffer): Buffer[] {
  const { runs, uuBodies } = surveyLines(message);
  const inside = runs.map((run) => decodeBase64(message, run));
  let left = message.length;
  for (const { inicio } of uuBodies) {
    const bytes = decodeUu(message, inicio, left);
    if (bytes === "grande") break;
    if (bytes === null) continue;
    left -= bytes.length;
    inside.push(bytes);
  }
  return inside;
}
