import { zodResolver } from "@hookform/resolvers/zod";
import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { IconArrowBigUp } from "@tabler/icons-react";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { callAs } from "../../rpc/call/call.ts";
import { useCanPasskey } from "../../rpc/session/can-passkey.ts";
import type { PasskeyProof } from "../../rpc/session/prove-passkey.ts";
import { setToken } from "../../rpc/session/session.ts";
import { signInTexts as texts } from "../../texts/app/sign-in.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { GuardedForm, NO_DRAFT } from "../../ui/form/GuardedForm.tsx";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import { messageOf } from "./message-of.ts";
import { PasskeySignIn } from "./PasskeySignIn.tsx";
import { readRememberedUser, writeRememberedUser } from "./remembered-user.ts";
import { type SecondFactor, trySignIn } from "./sign-in.ts";

const filled = (message: string) => z.string().check(z.refine((text) => text.trim() !== "", message));
const schema = z.object({
  identificador: filled(texts.vazio.identificador).check(
    z.refine((text) => !/\s/.test(text.trim()), texts.vazio.espacos),
  ),
  nomeUsuario: filled(texts.vazio.usuario),
  senha: z.string().check(z.minLength(1, texts.vazio.senha)),
  /** Required by the server only of a user with a second factor. */
  codigo: z.string(),
});
type FormValues = z.infer<typeof schema>;

/**
 * The sign-in form. After a refusal it shows the server's sentence and clears the password; a user
 * with a second factor is then asked for it.
 * @param linkHolder the user of the link that was opened: fills in conta and user name
 */
export function LoginForm(props: {
  linkHolder?: { identificador: string; nomeUsuario: string } | undefined;
  onSignedIn: () => void;
}): React.JSX.Element {
  const { linkHolder, onSignedIn } = props;
  const [stored] = useState(readRememberedUser);
  const remembered = linkHolder ?? stored;
  const [rememberMe, setRememberMe] = useState(stored !== null);
  const [requiredFactor, setRequiredFactor] = useState<SecondFactor | null>(null);
  const canPasskey = useCanPasskey();
  const form = useForm<FormValues>({
    resolver: zodResolver(schema),
    defaultValues: {
      identificador: remembered?.identificador ?? "",
      nomeUsuario: remembered?.nomeUsuario ?? "",
      senha: "",
      codigo: "",
    },
  });
  const { errors, isSubmitting } = form.formState;
  const finishSignIn = async (values: FormValues, passkey?: PasskeyProof): Promise<void> => {
    const outcome = await signIn(values, form, passkey);
    if (typeof outcome === "string") setRequiredFactor((before) => (before === "passkey" ? before : outcome));
    if (outcome !== true) return;
    const { identificador, nomeUsuario } = trimIdentity(values);
    writeRememberedUser(rememberMe ? { identificador, nomeUsuario } : null);
    onSignedIn();
  };
  const submit = form.handleSubmit((values) => finishSignIn(values));
  const passkey = {
    check: async (): Promise<boolean> => {
      form.clearErrors();
      return requiredFactor === "passkey" || (await form.trigger("identificador", { shouldFocus: true }));
    },
    onProof: async (proof: PasskeyProof): Promise<void> => {
      if (requiredFactor === "passkey")
        return await form.handleSubmit((values) => finishSignIn(values, proof))();
      const { identificador } = trimIdentity(form.getValues());
      setToken((await callAs(null, "Passkey.logar", { identificador, passkey: proof })).authToken);
      onSignedIn();
    },
    onFailure: (error: unknown): void => form.setError("root", { message: messageOf(error) }),
  };
  return (
    <GuardedForm changed={NO_DRAFT} onSubmit={(event) => void submit(event)}>
      <Stack gap={18}>
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <TextInput
          {...form.register("identificador")}
          label={texts.identificador}
          description={errors.identificador ? undefined : texts.identificadorDica}
          error={errors.identificador?.message}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={remembered === null}
        />
        <TextInput
          {...form.register("nomeUsuario")}
          label={texts.usuario}
          error={errors.nomeUsuario?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <LoginPasswordField form={form} autoFocus={remembered !== null} />
        {requiredFactor === "passkey" && canPasskey && <PasskeySignIn mode="usar" {...passkey} />}
        {requiredFactor !== null && (
          <TextInput
            {...form.register("codigo")}
            label={requiredFactor === "codigo" ? texts.codigo : texts.codigoOuReserva}
            description={errors.codigo || requiredFactor === "passkey" ? undefined : texts.codigoDica}
            error={errors.codigo?.message}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
          />
        )}
        <Checkbox
          size="md"
          mt={-2}
          label={texts.lembrar}
          checked={rememberMe}
          onChange={() => setRememberMe(!rememberMe)}
        />
        <Button type="submit" size="md" fullWidth loading={isSubmitting}>
          {texts.entrar}
        </Button>
        {requiredFactor === null && canPasskey && <PasskeySignIn mode="entrar" {...passkey} />}
      </Stack>
    </GuardedForm>
  );
}

function LoginPasswordField({
  form,
  autoFocus,
}: {
  form: UseFormReturn<FormValues>;
  autoFocus: boolean;
}): React.JSX.Element {
  const [capsLock, setCapsLock] = useState(false);
  const error = form.formState.errors.senha?.message;
  const onKey = (event: React.KeyboardEvent): void => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <div>
      <PasswordField
        {...form.register("senha")}
        label={texts.senha}
        error={error}
        autoComplete="current-password"
        autoFocus={autoFocus}
        onKeyDown={onKey}
        onKeyUp={onKey}
        labels={{ show: texts.mostrarSenha, hide: texts.esconderSenha }}
      />
      <Group role="status" gap={6} mt={capsLock ? 5 : 0} fz="xs" lh="xs" c="dimmed">
        {capsLock && (
          <>
            <IconArrowBigUp size={16} stroke={1.6} aria-hidden="true" />
            {texts.capsLock}
          </>
        )}
      </Group>
    </div>
  );
}

/**
 * Signs in.
 * @returns false after it has shown the error and cleared the password; the factor when only that
 * is missing or wrong
 */
async function signIn(
  values: FormValues,
  form: UseFormReturn<FormValues>,
  passkey?: PasskeyProof,
): Promise<boolean | SecondFactor> {
  const codigo = values.codigo.trim();
  const identity = trimIdentity(values);
  const failure = await trySignIn({ ...identity, senha: values.senha, codigo, passkey });
  if (failure === null) return true;
  if (failure.factor !== null) {
    form.resetField("codigo");
    if (passkey !== undefined) form.setError("root", { message: failure.message });
    else if (codigo !== "") form.setError("codigo", { message: failure.message }, { shouldFocus: true });
    return failure.factor;
  }
  form.resetField("senha");
  form.setError("root", { message: failure.message });
  form.setFocus("senha");
  return false;
}

function trimIdentity(values: FormValues): { identificador: string; nomeUsuario: string } {
  return { identificador: values.identificador.trim(), nomeUsuario: values.nomeUsuario.trim() };
}
