import { NAME_MAX } from "@malote/contract";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { explainFailure, Refusal, toOneLine } from "../../../rpc/call/failures.ts";
import { general } from "../../../texts/app/general.ts";
import { passkeyTexts as texts } from "../../../texts/app/passkeys.ts";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";
import classes from "../Panel.module.css";

/** Asks for the name of a passkey; errors are shown under the field. */
export function PasskeyNameForm(props: {
  initial: string;
  submitLabel: string;
  onDone: (name: string) => Promise<void>;
  onCancel: () => void;
}): React.JSX.Element {
  const { initial, submitLabel, onDone, onCancel } = props;
  const [name, setName] = useState(initial);
  const [errorText, setErrorText] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      await onDone(name.trim());
    } catch (error) {
      const failure = error instanceof Refusal ? null : explainFailure(error);
      setErrorText(error instanceof Refusal ? error.message : failure && toOneLine(failure));
      setBusy(false);
    }
  };
  return (
    <GuardedForm
      className={classes.form}
      changed={name !== initial}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={texts.nome}
        description={errorText === null ? texts.nomeDica : undefined}
        error={errorText}
        value={name}
        maxLength={NAME_MAX}
        autoFocus
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setErrorText(null);
        }}
      />
      <div className={classes.acoes}>
        <Button type="submit" variant="default" disabled={name.trim() === ""} loading={busy}>
          {submitLabel}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {general.cancelar}
        </Button>
      </div>
    </GuardedForm>
  );
}
