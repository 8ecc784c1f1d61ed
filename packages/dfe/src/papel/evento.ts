import type { Localizado } from "../read/locate.ts";

/** What the paper of a evento shows. */
export type PapelEvento = { kind: "evento" };

/** @throws LayoutError */
export function readPapelEvento(_lugar: Localizado): PapelEvento {
  return { kind: "evento" };
}
