import type { Localizado } from "../read/locate.ts";

/** What the paper of a MDF-e shows. */
export type PapelMdfe = { kind: "mdfe" };

/** @throws LayoutError */
export function readPapelMdfe(_lugar: Localizado): PapelMdfe {
  return { kind: "mdfe" };
}
