import { Button, Code, Stack, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { general } from "../../texts/app/general.ts";
import type { Question } from "../overlay/ask-confirmation.tsx";
import { closeWithConfirm, useUnsavedChanges } from "../overlay/unsaved-changes.ts";
import { copyText } from "../state/copy-text.ts";
import { FormError } from "./FormError.tsx";
import frame from "./FormFrame.module.css";
import { GuardedForm } from "./GuardedForm.tsx";
import type { StoredForm } from "./use-stored-form.ts";

/** A form in a drawer: its fields scroll above a fixed footer. */
export function DrawerForm<V extends FieldValues>(props: {
  form: StoredForm<V>;
  submitLabel: string;
  /** Whether it can be submitted unchanged. */
  needsChange?: boolean;
  question: Question;
  /** Called with whether closing the drawer would lose changes. */
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { form, submitLabel, needsChange = false, question, onDirty, onCancel, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <GuardedForm
      className={frame.form}
      changed={isDirty}
      question={question}
      onSubmit={(event) => void form.submit(event)}
    >
      <DrawerBody>
        <FormError form={form} />
        {children}
      </DrawerBody>
      <footer className={frame.footer}>
        <Button variant="default" onClick={onCancel}>
          {general.cancelar}
        </Button>
        <Button type="submit" loading={isSubmitting} disabled={needsChange && !isDirty}>
          {submitLabel}
        </Button>
      </footer>
    </GuardedForm>
  );
}

/** The part of a drawer that scrolls. */
export function DrawerBody({ children }: { children: React.ReactNode }): React.JSX.Element {
  return (
    <div className={frame.body}>
      <Stack gap={18} p={20}>
        {children}
      </Stack>
    </div>
  );
}

/** The state of a drawer whose form may end in a new secret: each way out of it asks its own question. */
export function useSecretDrawer<S>(questions: { discard: Question; uncopied: Question }) {
  const [secret, setSecret] = useState<S | null>(null);
  const [copied, setCopied] = useState(false);
  const [dirty, setDirty] = useState(false);
  const isUncopied = secret !== null && !copied;
  useUnsavedChanges(isUncopied, questions.uncopied);
  const showSecret = (shown: S | null): void => {
    setSecret(shown);
    setCopied(false);
    setDirty(false);
  };
  const confirmLeave = async (then: () => void): Promise<void> => {
    const question = isUncopied ? questions.uncopied : questions.discard;
    const left = await closeWithConfirm(isUncopied || dirty, then, question);
    if (left) setDirty(false);
  };
  return { secret, showSecret, setCopied, setDirty, confirmLeave };
}

/** Shows a new secret in full, once, with a button that copies it. */
export function NewSecret(props: {
  secret: string;
  texts: { texto: string; rotulo: string; copiar: string; pronto: string };
  /** Above the secret. */
  message?: React.ReactNode;
  onCopied: () => void;
  onDone: () => void;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { secret, texts, message, onCopied, onDone, children } = props;
  return (
    <div className={frame.form}>
      <DrawerBody>
        {message}
        <Text size="sm" c="var(--text-2)">
          {texts.texto}
        </Text>
        <div>
          <p className="campo-rotulo">{texts.rotulo}</p>
          <Code block data-segredo>
            {secret}
          </Code>
        </div>
        <div>
          {/* The drawer is already open, so its own focus handling has already run. */}
          <CopyButton text={secret} onCopied={onCopied} autoFocus variant="filled">
            {texts.copiar}
          </CopyButton>
        </div>
        {children}
      </DrawerBody>
      <footer className={frame.footer}>
        <Button variant="default" onClick={onDone}>
          {texts.pronto}
        </Button>
      </footer>
    </div>
  );
}

/** A button that copies a text. */
export function CopyButton(props: {
  text: string;
  onCopied?: () => void;
  variant?: "default" | "filled";
  autoFocus?: boolean;
  children: string;
}): React.JSX.Element {
  const { text, onCopied, variant = "default", autoFocus = false, children } = props;
  return (
    <Button
      variant={variant}
      autoFocus={autoFocus}
      leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void copyText(text, general.copiado).then(onCopied)}
    >
      {children}
    </Button>
  );
}
