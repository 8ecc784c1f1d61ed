import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import type { Owner } from "../state/stored-value.ts";
import { schemaResolver } from "./schema-resolver.ts";
import { useDraft } from "./use-draft.ts";

/** A form with its submission. */
export type StoredForm<V extends FieldValues> = UseFormReturn<V> & {
  submit: (event?: React.SyntheticEvent) => Promise<void>;
};

/**
 * A form described by its schema, its stored values and its save call.
 * @param description.values the stored values, or empty ones; when they change, unedited fields follow
 * @param description.onFailure shows what `save` throws, at its fields or above them
 */
export function useStoredForm<V extends FieldValues>(description: {
  schema: z.ZodMiniType<V, V>;
  values: V;
  save: (values: V) => Promise<void>;
  onFailure: (error: unknown, form: UseFormReturn<V>) => void;
  mode?: UseFormProps<V>["mode"];
  /** Edited fields follow the stored values too: the page stays open after a save. */
  resets?: boolean;
  /** Whose draft of the form survives a reload (use-draft.ts). */
  draftOwner?: Owner | null;
}): StoredForm<V> {
  const { schema, values, save, onFailure, mode = "onTouched", resets = false, draftOwner } = description;
  const form = useForm<V>({
    resolver: schemaResolver<V>(schema),
    mode,
    values,
    resetOptions: resets ? {} : { keepDirtyValues: true, keepErrors: true },
  });
  useDraft(form, draftOwner ?? null);
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save(typed);
    } catch (error) {
      onFailure(error, form);
    }
  });
  return { ...form, submit };
}
