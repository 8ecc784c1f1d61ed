import { useEffect } from "react";
import type { Pergunta } from "./confirmar.tsx";

/** The question of each form with unsaved changes, the newest last; undefined: the default question. */
const alterados = new Map<symbol, Pergunta | undefined>();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever a form gains or loses unsaved changes.   @returns unsubscribes */
export function onAlterados(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether any form on the screen has unsaved changes. */
export function hasAlterados(): boolean {
  return alterados.size > 0;
}

/**
 * Registers unsaved changes while `alterado`: leaving then asks first. Forms use it through {@link
 * Formulario}.
 */
export function useAlterado(alterado: boolean, pergunta?: Pergunta): void {
  useEffect(() => {
    if (!alterado) return;
    const id = Symbol();
    alterados.set(id, pergunta);
    announce();
    return () => {
      alterados.delete(id);
      announce();
    };
  }, [alterado, pergunta]);
}

/** Lets the next navigation pass without a question: the changes are saved, or their object was deleted. */
export function releaseAlterados(): void {
  alterados.clear();
  announce();
}

/**
 * Asks for confirmation before unsaved changes are lost.
 * @returns whether to leave; true at once when there are no unsaved changes
 */
export async function askAbandonar(): Promise<boolean> {
  if (!hasAlterados()) return true;
  return await ask([...alterados.values()].at(-1));
}

/** Loads the dialogs on demand: public pages have forms too. */
async function ask(pergunta: Pergunta | undefined): Promise<boolean> {
  const { confirmar, PERDER_ALTERACOES } = await import("./confirmar.tsx");
  return await confirmar(pergunta ?? PERDER_ALTERACOES);
}

/**
 * Closes a dialog or a drawer, after a confirmation when it has unsaved changes.
 * @returns whether it closed
 */
export async function closeAlterado(
  alterado: boolean,
  close: () => void,
  pergunta?: Pergunta,
): Promise<boolean> {
  if (alterado && !(await ask(pergunta))) return false;
  close();
  return true;
}
