import { Button, Stack } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { FormError } from "./FormError.tsx";
import { GuardedForm, NO_DRAFT } from "./GuardedForm.tsx";
import classes from "./TaskForm.module.css";
import type { StoredForm } from "./use-stored-form.ts";

/** The one form of a public page. `keepsNothing`: leaving it loses nothing. */
export function TaskForm<V extends FieldValues>(props: {
  form: StoredForm<V>;
  submitLabel: string;
  keepsNothing?: boolean;
  children: React.ReactNode;
}): React.JSX.Element {
  const { form, submitLabel, keepsNothing = false, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  return (
    <GuardedForm
      className={classes.form}
      changed={keepsNothing ? NO_DRAFT : isDirty}
      onSubmit={(event) => void form.submit(event)}
    >
      <FormError form={form} />
      {children}
      <Button type="submit" size="md" loading={isSubmitting}>
        {submitLabel}
      </Button>
    </GuardedForm>
  );
}

/** The form of one section of a page. `submitLabel` null: read-only. */
export function SectionForm<V extends FieldValues>(props: {
  form: StoredForm<V>;
  submitLabel: string | null;
  children: React.ReactNode;
}): React.JSX.Element {
  const { form, submitLabel, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  const isLocked = submitLabel === null;
  return (
    <GuardedForm changed={!isLocked && isDirty} onSubmit={(event) => void form.submit(event)}>
      <fieldset disabled={isLocked}>
        <Stack gap={16} maw={560}>
          <FormError form={form} />
          {children}
          {!isLocked && (
            <Button
              w="fit-content"
              type="submit"
              variant="default"
              disabled={!isDirty}
              loading={isSubmitting}
            >
              {submitLabel}
            </Button>
          )}
        </Stack>
      </fieldset>
    </GuardedForm>
  );
}
