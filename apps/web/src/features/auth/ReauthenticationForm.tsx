import type { ParamsOf } from "@malote/contract";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../rpc/call/call.ts";
import { explainFailure, Refusal, toOneLine } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { passkeysQuery } from "../../rpc/conta/account.ts";
import { canPasskey } from "../../rpc/session/can-passkey.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { provePresence } from "../../rpc/session/prove-passkey.ts";
import { general } from "../../texts/app/general.ts";
import { passkeyTexts } from "../../texts/app/passkeys.ts";
import { signInTexts as texts } from "../../texts/app/sign-in.ts";
import { OverlayForm } from "../../ui/form/OverlayForm.tsx";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";

const { confirme: t } = texts;
type Method = "senha" | "codigo";

/** Authenticates the user again, by password, passkey or a code of the second factor. */
export function ReauthenticationForm(props: { onDone: () => void; onCancel: () => void }): React.JSX.Element {
  const { onDone, onCancel } = props;
  const hasCode = useCurrentUser()?.usuario.segundoFator ?? false;
  const { data: passkeyList } = useQuery(passkeysQuery);
  const hasPasskey = canPasskey() && (passkeyList?.passkeys.length ?? 0) > 0;
  const [method, setMethod] = useState<Method>("senha");
  const form = useReauthentication(method, onDone);
  const switchMethod = (): void => {
    setMethod(method === "senha" ? "codigo" : "senha");
    form.changeValue("");
  };
  const fieldProps = {
    value: form.value,
    error: form.errorText,
    "data-autofocus": true,
    autoFocus: true,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
      form.changeValue(currentTarget.value),
  };
  return (
    <OverlayForm onSubmit={() => void form.submit()}>
      <Stack gap={16}>
        <Text c="var(--text-2)">{t.texto}</Text>
        {method === "senha" ? (
          <PasswordField
            {...fieldProps}
            key="senha"
            label={texts.senha}
            autoComplete="current-password"
            labels={{ show: texts.mostrarSenha, hide: texts.esconderSenha }}
          />
        ) : (
          <TextInput
            {...fieldProps}
            key="codigo"
            label={texts.codigo}
            description={form.errorText ? undefined : texts.codigoDica}
            autoComplete="one-time-code"
            spellCheck={false}
          />
        )}
        {hasPasskey && <PasskeyButton label={passkeyTexts.usar} onRequest={form.authenticateByPasskey} />}
        {hasCode && (
          // Its label is in line with the text of the fields.
          <Button variant="subtle" w="fit-content" ml={-13} onClick={switchMethod}>
            {method === "senha" ? t.comCodigo : t.comSenha}
          </Button>
        )}
        <Group justify="flex-end" mt={4}>
          <Button variant="default" onClick={onCancel}>
            {general.cancelar}
          </Button>
          <Button type="submit" disabled={form.value.trim() === ""} loading={form.sending}>
            {t.confirmar}
          </Button>
        </Group>
      </Stack>
    </OverlayForm>
  );
}

function useReauthentication(method: Method, onDone: () => void) {
  const [value, setValue] = useState("");
  const [errorText, setErrorText] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const changeValue = (typed: string): void => {
    setValue(typed);
    setErrorText(null);
  };
  const authenticate = async (createProof: () => Promise<ParamsOf<"Auth.reautenticar">>): Promise<void> => {
    setSending(true);
    try {
      await call("Auth.reautenticar", await createProof());
      onDone();
    } catch (error) {
      setErrorText(messageOf(error));
      setSending(false);
    }
  };
  // Spaces are part of a password.
  const submit = (): Promise<void> =>
    authenticate(async () => (method === "senha" ? { senha: value } : { codigo: value.trim() }));
  const authenticateByPasskey = (): Promise<void> =>
    authenticate(async () => ({ passkey: await provePresence() }));
  return { value, errorText, sending, changeValue, submit, authenticateByPasskey };
}

function messageOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  const failure = explainFailure(error);
  return failure === null ? null : toOneLine(failure);
}
