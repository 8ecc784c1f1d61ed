import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { general } from "../../texts/app/general.ts";
import { DocPanes } from "../layout/DocPage.tsx";
import classes from "./FormPanes.module.css";
import { GuardedForm as Form } from "./GuardedForm.tsx";

/** Content and actions of a form's footer. */
export type FormFooter = {
  save: string;
  /** Text beside the buttons: what was changed. */
  note: string;
  isDirty: boolean;
  isSubmitting: boolean;
  onCancel: () => void;
};

/** A full-page form: fields beside related facts, footer pinned. Users who may not edit see why. */
export function FormPanes(props: {
  /** Null when the user may edit; else the sentence that says who may. */
  lockedReason: string | null;
  onSubmit: () => Promise<void>;
  footer: FormFooter;
  side: { label: string; content: React.ReactNode };
  children: React.ReactNode;
}): React.JSX.Element {
  const { side } = props;
  return (
    <DocPanes
      halves
      left={<EditForm {...props} />}
      right={
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className={classes.lado} tabIndex={0} aria-label={side.label}>
          {side.content}
        </section>
      }
    />
  );
}

function EditForm(props: {
  lockedReason: string | null;
  onSubmit: () => Promise<void>;
  footer: FormFooter;
  children: React.ReactNode;
}): React.JSX.Element {
  const { lockedReason, onSubmit, footer: footerContent, children } = props;
  return (
    <Form
      className={classes.form}
      changed={lockedReason === null && footerContent.isDirty}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {/* A scrolling area must be reachable by keyboard, also when all its fields are disabled. */}
      <div className={classes.corpo} tabIndex={lockedReason === null ? -1 : 0}>
        {lockedReason !== null && (
          <p className={classes.aviso}>
            <IconLock size={16} stroke={1.6} aria-hidden="true" />
            {lockedReason}
          </p>
        )}
        <fieldset className={classes.campos} disabled={lockedReason !== null}>
          {children}
        </fieldset>
      </div>
      {lockedReason === null && (
        <footer className={classes.pe}>
          <Button type="submit" disabled={!footerContent.isDirty} loading={footerContent.isSubmitting}>
            {footerContent.save}
          </Button>
          <Button variant="default" onClick={footerContent.onCancel}>
            {general.cancelar}
          </Button>
          <span>{footerContent.note}</span>
        </footer>
      )}
    </Form>
  );
}
