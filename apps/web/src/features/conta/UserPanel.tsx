import { email, personName, signInNameRule } from "@malote/contract";
import { Button, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call/call.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { refreshUsuarios, type Usuario } from "../../rpc/conta/usuarios.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import { usuarioTexts as campos } from "../../texts/admin/usuarios.ts";
import { newPasswordTexts } from "../../texts/site/accounts.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import { schemaResolver } from "../../ui/form/schema-resolver.ts";
import classes from "./Panel.module.css";
import { Panel } from "./Panel.tsx";
import { USER_COLOURS } from "./user-colours.ts";

const texts = accountTexts.voce;
const schema = z.object({
  nomeCompleto: personName(),
  nome: personName(),
  nomeUsuario: signInNameRule,
  email,
  /** Required when the address changes, because a password reset is sent to it. */
  senhaAtual: z.string(),
});
type FormValues = z.infer<typeof schema>;
const FIELD_NAMES = ["nomeCompleto", "nome", "nomeUsuario", "email", "senhaAtual"] as const;

/** The user's own names, e-mail address and colour. */
export function UserPanel({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const { id, nomeCompleto, nome } = usuario;
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    mode: "onTouched",
    values: { nomeCompleto, nome, nomeUsuario: usuario.nomeUsuario, email: usuario.email, senhaAtual: "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const changesEmail = form.watch("email").trim() !== usuario.email;
  const submit = form.handleSubmit(async (typed) => {
    try {
      await call("Usuario.saveUsuario", {
        usuario: { id, ...trimValues(typed) },
        ...(changesEmail ? { senhaAtual: typed.senhaAtual } : {}),
      });
      await refreshUsuarios();
      showToast(texts.salvo);
    } catch (error) {
      showFormFailure(error, form, fieldOfPath(FIELD_NAMES));
    }
  });
  const { campos: t } = campos;
  return (
    <Panel title={texts.titulo}>
      <GuardedForm className={classes.form} changed={isDirty} onSubmit={(event) => void submit(event)}>
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <TextInput
          {...form.register("nomeCompleto")}
          label={t.nomeCompleto}
          error={errors.nomeCompleto?.message}
          autoComplete="name"
        />
        <div className={classes.dois}>
          <TextInput
            {...form.register("nome")}
            label={t.nome}
            error={errors.nome?.message}
            autoComplete="given-name"
          />
          <TextInput
            {...form.register("nomeUsuario")}
            label={t.nomeUsuario}
            error={errors.nomeUsuario?.message}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <TextInput
          {...form.register("email")}
          type="email"
          label={t.email}
          error={errors.email?.message}
          autoComplete="email"
        />
        {changesEmail && (
          <PasswordField
            {...form.register("senhaAtual")}
            label={accountTexts.senha.atual}
            description={errors.senhaAtual ? undefined : texts.emailPede}
            error={errors.senhaAtual?.message}
            autoComplete="current-password"
            labels={{ show: newPasswordTexts.mostrar, hide: newPasswordTexts.esconder }}
          />
        )}
        <div className={classes.acoes}>
          <Button type="submit" variant="default" disabled={!isDirty} loading={isSubmitting}>
            {texts.salvar}
          </Button>
        </div>
      </GuardedForm>
      <ColourPicker current={usuario.color} />
    </Panel>
  );
}

function trimValues(campos: FormValues): Omit<FormValues, "senhaAtual"> {
  const { nomeCompleto, nome, nomeUsuario: userName, email: address } = campos;
  return {
    nomeCompleto: nomeCompleto.trim(),
    nome: nome.trim(),
    nomeUsuario: userName.trim(),
    email: address.trim(),
  };
}

/** The colour is saved on selection, without a save button. */
function ColourPicker({ current }: { current: string | null }): React.JSX.Element {
  const choose = async (color: string | null): Promise<void> => {
    try {
      await call("Usuario.saveColor", { color });
      await refreshUsuarios();
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
  };
  return (
    <fieldset className={classes.cores}>
      <legend className="campo-rotulo">{texts.cor}</legend>
      {[null, ...USER_COLOURS.map(({ value }) => value)].map((color) => (
        <label key={color ?? ""}>
          <input
            type="radio"
            name="cor"
            aria-label={USER_COLOURS.find(({ value }) => value === color)?.name ?? texts.semCor}
            checked={(current?.toLowerCase() ?? null) === (color?.toLowerCase() ?? null)}
            onChange={() => void choose(color)}
          />
          <span style={color === null ? undefined : { background: color }} aria-hidden="true">
            {color !== null && current?.toLowerCase() === color.toLowerCase() && (
              <IconCheck size={14} stroke={2.4} />
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
