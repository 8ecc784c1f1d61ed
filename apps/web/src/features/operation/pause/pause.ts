import { setPause } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";

const { pausa: texts } = operationTexts;

/** Pauses the collection of all mailboxes. @returns the success message */
export async function pauseCollection(motivo: string): Promise<string> {
  await setPause(true, motivo);
  return texts.feita;
}

/** Resumes the collection. @returns the success message */
export async function resumeCollection(): Promise<string> {
  await setPause(false, "");
  return texts.retomada;
}
