import { zodResolver } from "@hookform/resolvers/zod";
import { Button, TextInput } from "@mantine/core";
import { IconArrowBigUp } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call.ts";
import { useCanPasskey } from "../../rpc/can-passkey.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import type { PasskeyProva } from "../../rpc/passkey.ts";
import { setToken } from "../../rpc/session.ts";
import { login as textos } from "../../textos/login.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Formulario, SEM_RASCUNHO } from "../../ui/Formulario.tsx";
import { Segredo } from "../../ui/Segredo.tsx";
import classes from "./LoginForm.module.css";
import { readLembranca, writeLembranca } from "./lembranca.ts";

const PasskeyEntrada = lazy(async () => ({ default: (await import("./PasskeyEntrada.tsx")).PasskeyEntrada }));

const filled = (message: string) => z.string().check(z.refine((text) => text.trim() !== "", message));
const schema = z.object({
  identificador: filled(textos.vazio.identificador).check(
    z.refine((text) => !/\s/.test(text.trim()), textos.vazio.espacos),
  ),
  nomeUsuario: filled(textos.vazio.usuario),
  senha: z.string().check(z.minLength(1, textos.vazio.senha)),
  /** Required by the server only of a user with a second factor. */
  codigo: z.string(),
});
type Campos = z.infer<typeof schema>;

/**
 * The sign-in form. After a refusal it shows the server's sentence and clears the password; a user
 * with a second factor is then asked for it.
 * @param linkHolder the user of the link that was opened: fills in conta and user name
 */
export function LoginForm(props: {
  portador?: { identificador: string; nomeUsuario: string } | undefined;
  onEntrar: () => void;
}): React.JSX.Element {
  const { portador, onEntrar } = props;
  const [guardada] = useState(readLembranca);
  const lembranca = portador ?? guardada;
  const [lembrar, setLembrar] = useState(guardada !== null);
  const [pede, setPede] = useState<Fator | null>(null);
  const canPasskey = useCanPasskey();
  const form = useForm<Campos>({
    resolver: zodResolver(schema),
    defaultValues: {
      identificador: lembranca?.identificador ?? "",
      nomeUsuario: lembranca?.nomeUsuario ?? "",
      senha: "",
      codigo: "",
    },
  });
  const { errors, isSubmitting } = form.formState;
  const conclude = async (campos: Campos, passkey?: PasskeyProva): Promise<void> => {
    const entered = await enter(campos, form, passkey);
    if (typeof entered === "string") setPede((antes) => (antes === "passkey" ? antes : entered));
    if (entered !== true) return;
    const { identificador, nomeUsuario } = trim(campos);
    writeLembranca(lembrar ? { identificador, nomeUsuario } : null);
    onEntrar();
  };
  const submit = form.handleSubmit((campos) => conclude(campos));
  const passkey = {
    check: async (): Promise<boolean> => {
      form.clearErrors();
      return pede === "passkey" || (await form.trigger("identificador", { shouldFocus: true }));
    },
    onProva: async (prova: PasskeyProva): Promise<void> => {
      if (pede === "passkey") return await form.handleSubmit((campos) => conclude(campos, prova))();
      const { identificador } = trim(form.getValues());
      setToken((await call("Passkey.logar", { identificador, passkey: prova })).authToken);
      onEntrar();
    },
    onFalha: (error: unknown): void => form.setError("root", { message: sentenceOf(error) }),
  };
  return (
    <Formulario className={classes.form} alterado={SEM_RASCUNHO} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alerta>{errors.root.message}</Alerta>}
      <TextInput
        {...form.register("identificador")}
        label={textos.identificador}
        description={errors.identificador ? undefined : textos.identificadorDica}
        error={errors.identificador?.message}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={lembranca === null}
      />
      <TextInput
        {...form.register("nomeUsuario")}
        label={textos.usuario}
        error={errors.nomeUsuario?.message}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Senha form={form} autoFocus={lembranca !== null} />
      {pede === "passkey" && canPasskey && (
        <Suspense>
          <PasskeyEntrada vez="usar" {...passkey} />
        </Suspense>
      )}
      {pede !== null && (
        <TextInput
          {...form.register("codigo")}
          label={pede === "codigo" ? textos.codigo : textos.codigoOuReserva}
          description={errors.codigo || pede === "passkey" ? undefined : textos.codigoDica}
          error={errors.codigo?.message}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
        />
      )}
      <div className={classes.lembrar}>
        <Checkbox rotulo={textos.lembrar} checked={lembrar} onChange={() => setLembrar(!lembrar)} />
        <span aria-hidden="true" onClick={() => setLembrar(!lembrar)}>
          {textos.lembrar}
        </span>
      </div>
      <Button type="submit" size="md" fullWidth loading={isSubmitting}>
        {textos.entrar}
      </Button>
      {pede === null && canPasskey && (
        <Suspense>
          <PasskeyEntrada vez="entrar" {...passkey} />
        </Suspense>
      )}
    </Formulario>
  );
}

function Senha({ form, autoFocus }: { form: UseFormReturn<Campos>; autoFocus: boolean }): React.JSX.Element {
  const [capsLock, setCapsLock] = useState(false);
  const error = form.formState.errors.senha?.message;
  const onKey = (event: React.KeyboardEvent): void => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <div>
      <Segredo
        {...form.register("senha")}
        label={textos.senha}
        error={error}
        autoComplete="current-password"
        autoFocus={autoFocus}
        onKeyDown={onKey}
        onKeyUp={onKey}
        rotulos={{ mostrar: textos.mostrarSenha, esconder: textos.esconderSenha }}
      />
      <p className={classes.caps} role="status">
        {capsLock && (
          <>
            <IconArrowBigUp size={16} stroke={1.6} aria-hidden="true" />
            {textos.capsLock}
          </>
        )}
      </p>
    </div>
  );
}

function sentenceOf(error: unknown): string {
  return (error instanceof Recusa ? error.message : explainFalha(error)?.titulo) ?? "";
}

/** The second factor: a code of an authenticator, or a passkey. */
type Fator = "codigo" | "passkey";

/**
 * Signs in.
 * @returns false after it has shown the error and cleared the password; the factor when only that
 * is missing or wrong
 */
async function enter(
  campos: Campos,
  form: UseFormReturn<Campos>,
  passkey?: PasskeyProva,
): Promise<boolean | Fator> {
  const codigo = campos.codigo.trim();
  try {
    const { authToken } = await call("Auth.logar", {
      ...trim(campos),
      senha: campos.senha,
      ...(passkey === undefined ? {} : { passkey }),
      ...(codigo === "" || passkey !== undefined ? {} : { codigo }),
    });
    setToken(authToken);
    return true;
  } catch (error) {
    const fator = error instanceof Recusa ? readFator(error) : null;
    if (error instanceof Recusa && fator !== null) {
      form.resetField("codigo");
      if (passkey !== undefined) form.setError("root", { message: error.message });
      else if (codigo !== "") form.setError("codigo", { message: error.message }, { shouldFocus: true });
      return fator;
    }
    form.resetField("senha");
    form.setError("root", { message: sentenceOf(error) });
    form.setFocus("senha");
    return false;
  }
}

function readFator({ erros }: Recusa): Fator | null {
  const campos = erros.map(({ campo }) => campo);
  return campos.includes("passkey") ? "passkey" : campos.includes("codigo") ? "codigo" : null;
}

function trim(campos: Campos): { identificador: string; nomeUsuario: string } {
  return { identificador: campos.identificador.trim(), nomeUsuario: campos.nomeUsuario.trim() };
}
