import type { ReparoNome } from "../veredito.ts";

/** What some bytes may have been before an e-mail system touched them, each with the reversals that lead there, the likeliest
 * first. Whether one of them is the original only its signature can say. */
export function* listReparos(bytes: Uint8Array): Generator<{ nomes: ReparoNome[]; bytes: Uint8Array }> {
  const text = Buffer.from(bytes).toString("utf8");
  yield { nomes: ["espacos-entre-tags"], bytes: Buffer.from(text.replace(/>\s+</g, "><")) };
}
