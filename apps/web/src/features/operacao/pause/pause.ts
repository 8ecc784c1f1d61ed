import { setPausa } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";

const { pausa: textos } = operacao;

/** Pauses the collection of all mailboxes. @returns the success message */
export async function pauseCollection(motivo: string): Promise<string> {
  await setPausa(true, motivo);
  return textos.feita;
}

/** Resumes the collection. @returns the success message */
export async function resumeCollection(): Promise<string> {
  await setPausa(false, "");
  return textos.retomada;
}
