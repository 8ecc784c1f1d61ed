import type { Localizado } from "../read/locate.ts";

/** What the paper of a CT-e, CT-e OS or CT-e simplificado shows. */
export type PapelCte = { kind: "cte" };

/** @throws LayoutError */
export function readPapelCte(_lugar: Localizado): PapelCte {
  return { kind: "cte" };
}
