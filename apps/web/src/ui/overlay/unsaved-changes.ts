import { useEffect } from "react";
import { askConfirmation, LOSE_CHANGES_QUESTION, type Question } from "./ask-confirmation.tsx";

/** The question of each form with unsaved changes, the newest last; undefined: the default question. */
const unsaved = new Map<symbol, Question | undefined>();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever a form gains or loses unsaved changes.   @returns unsubscribes */
export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether any form on the screen has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return unsaved.size > 0;
}

/**
 * Registers unsaved changes while `changed`: leaving then asks first. Forms use it through GuardedForm.
 */
export function useUnsavedChanges(changed: boolean, question?: Question): void {
  useEffect(() => {
    if (!changed) return;
    const id = Symbol();
    unsaved.set(id, question);
    announce();
    return () => {
      unsaved.delete(id);
      announce();
    };
  }, [changed, question]);
}

/** Lets the next navigation pass without a question: the changes are saved, or their object was deleted. */
export function releaseUnsavedChanges(): void {
  unsaved.clear();
  announce();
}

/**
 * Asks for confirmation before unsaved changes are lost.
 * @returns whether to leave; true at once when there are no unsaved changes
 */
export async function confirmLeave(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  return await askConfirmation([...unsaved.values()].at(-1) ?? LOSE_CHANGES_QUESTION);
}

/**
 * Closes a dialog or a drawer, after a confirmation when it has unsaved changes.
 * @returns whether it closed
 */
export async function closeWithConfirm(
  changed: boolean,
  close: () => void,
  question?: Question,
): Promise<boolean> {
  if (changed && !(await askConfirmation(question ?? LOSE_CHANGES_QUESTION))) return false;
  close();
  return true;
}
