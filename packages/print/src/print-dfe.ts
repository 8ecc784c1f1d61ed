import type { Impressao, Impresso } from "./impressao.ts";

/** Draws the paper of a document or evento. Never throws for what a document says: what does not fit goes on on the next page. */
export function printDfe({ papel }: Impressao): Impresso {
  throw new RangeError(`no paper yet for ${papel.kind}`);
}
