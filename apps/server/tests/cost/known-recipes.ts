import type { Mold } from "./molds.ts";
import { type Op, placeOf, type Recipe, type Step } from "./recipe.ts";

/** The costliest inputs of earlier runs, sent first in each later run. piece: beginning of the
 * mutated piece; what: variant in vocabulary.ts; n: repetitions, where not the run's size. */
type KnownRecipe = { mold: string; op: Op; piece: string; what: number; n?: number };

const KNOWN: readonly KnownRecipe[] = [
  // Each unknown key was named in a message that named all of them.
  { mold: "Auth.logar", op: "names", piece: '{"identificador"', what: 0 },
  { mold: "Conta.newConta", op: "names", piece: '{"captcha"', what: 0 },
  { mold: "POST lote com token", op: "names", piece: "{", what: 0 },
  // Each namespace declaration copied those in scope.
  { mold: "GetListNota sem token", op: "names", piece: "<s:Envelope", what: 0 },
  { mold: "GetListNota sem token", op: "nest", piece: "<GetListNota", what: 2 },
  { mold: "pergunta", op: "names", piece: "<s:Envelope", what: 0 },
  // A batch compared as many passwords as it had calls.
  { mold: "lote de chamadas", op: "repeat", piece: '{"jsonrpc"', what: 0, n: 19 },
  // Each document of a lote was repaired again and again.
  { mold: "lote de documentos com &", op: "repeat", piece: "<det ", what: 0 },
  { mold: "zip de lotes", op: "repeat", piece: "<det ", what: 0 },
];

/** The recipes for the given molds. @param n members of recipes without a number of their own */
export function knownOf(molds: readonly Mold[], n: number): Recipe[] {
  return KNOWN.flatMap(({ mold: name, op, piece, what, n: times = n }) => {
    const mold = molds.find((each) => each.name === name);
    if (mold === undefined) return [];
    const at = placeOf(mold.body, { lang: mold.lang, op, piece });
    const step: Step = { op, part: "body", at, to: 0, n: times, what };
    return [{ mold: name, steps: [step], coding: mold.coding ?? "utf8" }];
  });
}
