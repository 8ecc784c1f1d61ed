import type { Impressao, Impresso } from "./impressao.ts";
import { drawNfce } from "./nfce/draw-nfce.ts";

/** Draws the paper of a document or evento. Never throws for what a document says: what does not fit goes on on the next page. */
export function printDfe(impressao: Impressao): Impresso {
  const { papel } = impressao;
  if (papel.kind === "nfe" && papel.modelo === "65") return drawNfce({ ...impressao, papel });
  throw new RangeError(`no paper yet for ${papel.kind}`);
}
