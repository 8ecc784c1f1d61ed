import type { ResultOf } from "@malote/contract";
import { call } from "../../rpc/call/call.ts";

type OwnData = Omit<ResultOf<"Usuario.getMeusDados">["object"], "proximo">;

/** Reads everything that is stored about the user, with all acts, newest first. */
export async function readOwnData(): Promise<OwnData> {
  const { proximo, ...first } = (await call("Usuario.getMeusDados", {})).object;
  const acts = [...first.atos];
  for (let antesDe = proximo; antesDe !== null; ) {
    const { atos, proximo: next } = (await call("Usuario.getMeusDados", { antesDe })).object;
    acts.push(...atos);
    antesDe = next;
  }
  return { ...first, atos: acts };
}
