import { asksReautenticacao } from "./falhas.ts";

type Perguntar = () => Promise<boolean>;

let perguntar: Perguntar | null = null;
let pergunta: Promise<boolean> | null = null;

/** Names what asks the person who they are. @returns the way to take it back */
export function hostReautenticacao(ask: Perguntar): () => void {
  perguntar = ask;
  return () => {
    if (perguntar === ask) perguntar = null;
  };
}

/**
 * Runs a request. Refused because the sign-in is old, it runs once more after the person proved who they are; calls that
 * are refused at the same time share one question.
 * @throws what the request throws; the refusal itself when the person gives up
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
