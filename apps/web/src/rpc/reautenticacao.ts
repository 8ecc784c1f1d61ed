import { asksReautenticacao } from "./falhas.ts";

type Perguntar = () => Promise<boolean>;

let perguntar: Perguntar | null = null;
let pergunta: Promise<boolean> | null = null;

/** Registers the dialog that asks the user to re-authenticate. @returns unregisters it */
export function hostReautenticacao(ask: Perguntar): () => void {
  perguntar = ask;
  return () => {
    if (perguntar === ask) perguntar = null;
  };
}

/**
 * Runs a request. When it is refused because the sign-in is too old, the user re-authenticates and it
 * runs once
 * more; calls refused at the same time share one prompt.
 * @throws what the request throws; the refusal itself when the user cancels
 */
export async function comReautenticacao<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!asksReautenticacao(error) || perguntar === null) throw error;
    pergunta ??= perguntar().finally(() => {
      pergunta = null;
    });
    if (!(await pergunta)) throw error;
    return await run();
  }
}
