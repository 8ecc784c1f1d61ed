import { requiresReauthentication } from "../call/failures.ts";

type PromptUser = () => Promise<boolean>;

let registered: PromptUser | null = null;
let openPrompt: Promise<boolean> | null = null;

/** Registers the dialog that asks the user to re-authenticate. @returns unregisters it */
export function registerReauthentication(prompt: PromptUser): () => void {
  registered = prompt;
  return () => {
    if (registered === prompt) registered = null;
  };
}

/**
 * Runs a request. When it is refused because the sign-in is too old, the user re-authenticates and
 * it runs once more; calls refused at the same time share one prompt.
 * @throws what the request throws; the refusal itself when the user cancels
 */
export async function withReauthentication<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!requiresReauthentication(error) || registered === null) throw error;
    openPrompt ??= registered().finally(() => {
      openPrompt = null;
    });
    if (!(await openPrompt)) throw error;
    return await run();
  }
}
