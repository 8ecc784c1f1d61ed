import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { explainFailure, Refusal } from "../../../rpc/call/failures.ts";
import { accountTexts } from "../../../texts/admin/account.ts";
import { general } from "../../../texts/app/general.ts";
import { passkeyTexts } from "../../../texts/app/passkeys.ts";
import { showFailureToast } from "../../../ui/feedback/toast.tsx";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";

const texts = accountTexts.segundoFator;

/** One field with its submit button; a refusal is shown under it. */
export function ProofForm(props: {
  fieldName: "senha" | "codigo" | "prova";
  onDone: (value: string) => Promise<void>;
  /** Offers a passkey instead of typed input. */
  onPasskey?: (() => Promise<void>) | undefined;
  onCancel: () => void;
}): React.JSX.Element {
  const { fieldName, onDone, onPasskey, onCancel } = props;
  const [value, setValue] = useState("");
  const [errorText, setErrorText] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (error instanceof Refusal) setErrorText(error.message);
      else showFailureToast(explainFailure(error));
    }
    setBusy(false);
  };
  const fieldProps = {
    value: value,
    error: errorText,
    autoFocus: true,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
      setValue(currentTarget.value);
      setErrorText(null);
    },
  };
  return (
    <GuardedForm
      changed={value !== ""}
      onSubmit={(event) => {
        event.preventDefault();
        // Spaces are part of a password.
        void attempt(() => onDone(fieldName === "senha" ? value : value.trim()));
      }}
    >
      <Stack gap={16} maw={560}>
        {fieldName === "senha" ? (
          <PasswordField {...fieldProps} label={texts.senha} autoComplete="current-password" />
        ) : (
          <TextInput
            {...fieldProps}
            label={fieldName === "codigo" ? texts.codigo : texts.codigoOuReserva}
            autoComplete="one-time-code"
            {...(fieldName === "codigo" ? { inputMode: "numeric" } : {})}
          />
        )}
        <Group gap={12}>
          <Button type="submit" variant="default" disabled={value.trim() === ""} loading={busy}>
            {texts.confirmar}
          </Button>
          {onPasskey && (
            <Button variant="default" disabled={busy} onClick={() => void attempt(onPasskey)}>
              {passkeyTexts.usar}
            </Button>
          )}
          <Button variant="subtle" onClick={onCancel}>
            {general.cancelar}
          </Button>
        </Group>
      </Stack>
    </GuardedForm>
  );
}
