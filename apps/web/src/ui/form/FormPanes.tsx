import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { FieldValues } from "react-hook-form";
import { general } from "../../texts/app/general.ts";
import { DocPanes } from "../layout/DocPage.tsx";
import { ScrollRegion } from "../layout/ScrollRegion.tsx";
import { places } from "../list/places.ts";
import type { Question } from "../overlay/ask-confirmation.tsx";
import { FormError } from "./FormError.tsx";
import frame from "./FormFrame.module.css";
import classes from "./FormPanes.module.css";
import { GuardedForm } from "./GuardedForm.tsx";
import type { StoredForm } from "./use-stored-form.ts";

type FormPanesProps<V extends FieldValues> = {
  form: StoredForm<V>;
  /** Null when the user may edit; else the sentence that says who may. */
  lockedReason: string | null;
  /** Whether nothing is stored yet. */
  isNew: boolean;
  submitLabel: string;
  onCancel: () => void;
  side: { label: string; content: React.ReactNode };
  /** Replaces the default question about unsaved changes. */
  question?: Question;
  /** A submission that the form itself does not await. */
  isBusy?: boolean;
  /** Replaces the text beside the buttons, which says whether anything was changed. */
  note?: React.ReactNode;
  children: React.ReactNode;
};

/** A full-page form: fields beside related facts, footer pinned. Users who may not edit see why. */
export function FormPanes<V extends FieldValues>(props: FormPanesProps<V>): React.JSX.Element {
  const { side } = props;
  return (
    <DocPanes
      halves
      left={<EditForm {...props} />}
      right={
        <ScrollRegion className={classes.side} aria-label={side.label}>
          {side.content}
        </ScrollRegion>
      }
    />
  );
}

function EditForm<V extends FieldValues>(props: FormPanesProps<V>): React.JSX.Element {
  const { form, lockedReason, isNew, submitLabel, onCancel, question, isBusy = false, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  const isLocked = lockedReason !== null;
  const { note = isDirty ? general.naoSalvas : isNew ? "" : general.nadaMudou } = props;
  return (
    <GuardedForm
      className={frame.form}
      data-page
      changed={!isLocked && isDirty}
      question={question}
      onSubmit={(event) => void form.submit(event)}
    >
      {/* A scrolling area must be reachable by keyboard, also when all its fields are disabled. */}
      <div className={frame.body} tabIndex={isLocked ? 0 : -1}>
        {isLocked && (
          <Alert
            role="note"
            maw={560}
            mx="var(--gutter)"
            mt={16}
            icon={<IconLock size={16} stroke={1.6} aria-hidden="true" />}
          >
            {lockedReason}
          </Alert>
        )}
        <fieldset className={classes.fields} disabled={isLocked || isBusy}>
          <FormError form={form} />
          {children}
        </fieldset>
      </div>
      {!isLocked && (
        <footer className={frame.footer}>
          <Button type="submit" disabled={!isDirty} loading={isSubmitting || isBusy}>
            {submitLabel}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {general.cancelar}
          </Button>
          <Text component="div" size="xs" c="dimmed" ml={8}>
            {note}
          </Text>
        </footer>
      )}
    </GuardedForm>
  );
}

/** The fields of a form while it loads. */
export function FormSkeleton(): React.JSX.Element {
  return (
    <div className={classes.fields} role="status" aria-label={general.carregando}>
      {places(3).map((each) => (
        <Stack key={each} gap={9} pt={5}>
          <Skeleton w={88} h={10} />
          <Skeleton h="var(--h-field)" />
        </Stack>
      ))}
    </div>
  );
}
