import type { Localizado } from "../read/locate.ts";

/** What the paper of a NF-e or NFC-e shows. */
export type PapelNfe = { kind: "nfe" };

/** @throws LayoutError */
export function readPapelNfe(_lugar: Localizado): PapelNfe {
  return { kind: "nfe" };
}
