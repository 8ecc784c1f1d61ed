import { NAME_MAX } from "@malote/contract";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { explainFailure, Refusal, toOneLine } from "../../../rpc/call/failures.ts";
import { general } from "../../../texts/app/general.ts";
import { passkeyTexts as texts } from "../../../texts/app/passkeys.ts";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";

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
      changed={name !== initial}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={16} maw={560}>
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
        <Group gap={12}>
          <Button type="submit" variant="default" disabled={name.trim() === ""} loading={busy}>
            {submitLabel}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {general.cancelar}
          </Button>
        </Group>
      </Stack>
    </GuardedForm>
  );
}
