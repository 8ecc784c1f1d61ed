import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { general } from "../../texts/app/general.ts";
import { showToast } from "../feedback/toast.tsx";
import type { Owner } from "../state/stored-value.ts";

const KEY_PREFIX = "malote-rascunho";
/** Fields whose values are never stored. */
const SECRET = /senha|segredo|secret|password|token/i;

/**
 * Keeps what a user typed into a form through a reload of the page: in this tab only, never a password, and
 * until the form is left.
 * @param owner of the draft; null while unknown, or for a form without drafts
 */
export function useDraft<V extends FieldValues>(form: UseFormReturn<V>, owner: Owner | null): void {
  const { subscribe, setValue } = form;
  const key = owner && [KEY_PREFIX, owner.contaId, owner.usuarioId, window.location.pathname].join("-");
  useEffect(() => {
    if (key === null) return;
    const draft = Object.entries(read(key));
    for (const [name, value] of draft) {
      setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
    }
    if (draft.length > 0) showToast(general.rascunho);
    const stop = subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => {
        const typed = Object.keys(dirtyFields).filter((name) => !SECRET.test(name));
        write(key, Object.fromEntries(typed.map((name) => [name, values[name] as unknown])));
      },
    });
    return () => {
      stop();
      write(key, {});
    };
  }, [key, subscribe, setValue]);
}

function read(key: string): Record<string, unknown> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return typeof draft === "object" && draft !== null ? { ...draft } : {};
  } catch {
    return {};
  }
}

/** An empty draft is removed. Without storage a draft lasts until the reload. */
function write(key: string, draft: Record<string, unknown>): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    return;
  }
}
