import { email, personName, signInNameRule } from "@malote/contract";
import { ColorSwatch, Group, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import * as z from "zod/mini";
import { call } from "../../rpc/call/call.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { refreshUsuarios, type Usuario } from "../../rpc/conta/usuarios.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import { usuarioTexts } from "../../texts/admin/usuarios.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { FieldPair } from "../../ui/form/Fields.tsx";
import { field, VERBATIM } from "../../ui/form/field.ts";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import { SectionForm } from "../../ui/form/TaskForm.tsx";
import { useStoredForm } from "../../ui/form/use-stored-form.ts";
import classes from "./Panel.module.css";
import { Panel } from "./Panel.tsx";
import { USER_COLOURS } from "./user-colours.ts";

const texts = accountTexts.voce;
const { campos: t } = usuarioTexts;
const schema = z.object({
  nomeCompleto: personName(),
  nome: personName(),
  nomeUsuario: signInNameRule,
  email,
  /** Required when the address changes, because a password reset is sent to it. */
  senhaAtual: z.string(),
});
type FormValues = z.infer<typeof schema>;
const formFieldOf = fieldOfPath(["nomeCompleto", "nome", "nomeUsuario", "email", "senhaAtual"] as const);

/** The user's own names, e-mail address and colour. */
export function UserPanel({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const { id, nomeCompleto, nome, nomeUsuario } = usuario;
  const changesEmail = (typed: string): boolean => typed.trim() !== usuario.email;
  const form = useStoredForm<FormValues>({
    schema,
    values: { nomeCompleto, nome, nomeUsuario, email: usuario.email, senhaAtual: "" },
    resets: true,
    save: async ({ senhaAtual, ...typed }) => {
      await call("Usuario.saveUsuario", {
        usuario: { id, ...trimValues(typed) },
        ...(changesEmail(typed.email) ? { senhaAtual } : {}),
      });
      await refreshUsuarios();
      showToast(texts.salvo);
    },
    onFailure: (error, form) => showFormFailure(error, form, formFieldOf),
  });
  return (
    <Panel title={texts.titulo}>
      <SectionForm form={form} submitLabel={texts.salvar}>
        <TextInput {...field(form, "nomeCompleto")} label={t.nomeCompleto} autoComplete="name" />
        <FieldPair>
          <TextInput {...field(form, "nome")} label={t.nome} autoComplete="given-name" />
          <TextInput
            {...field(form, "nomeUsuario")}
            label={t.nomeUsuario}
            {...VERBATIM}
            autoComplete="username"
          />
        </FieldPair>
        <TextInput {...field(form, "email")} type="email" label={t.email} autoComplete="email" />
        {changesEmail(form.watch("email")) && (
          <PasswordField
            {...field(form, "senhaAtual", texts.emailPede)}
            label={accountTexts.senha.atual}
            autoComplete="current-password"
          />
        )}
      </SectionForm>
      <ColourPicker current={usuario.color} />
    </Panel>
  );
}

function trimValues<T extends Record<string, string>>(values: T): T {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as T;
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
    <Group component="fieldset">
      <legend className="campo-rotulo">{texts.cor}</legend>
      {[null, ...USER_COLOURS.map(({ value }) => value)].map((color) => (
        <label key={color ?? ""} className={classes.colour}>
          <input
            type="radio"
            name="cor"
            aria-label={USER_COLOURS.find(({ value }) => value === color)?.name ?? texts.semCor}
            checked={(current?.toLowerCase() ?? null) === (color?.toLowerCase() ?? null)}
            onChange={() => void choose(color)}
          />
          <ColorSwatch
            component="span"
            size={24}
            withShadow={false}
            color={color ?? "var(--surface)"}
            c="#fff"
            bd="1px solid var(--line-strong)"
            aria-hidden="true"
          >
            {color !== null && current?.toLowerCase() === color.toLowerCase() && (
              <IconCheck size={14} stroke={2.4} />
            )}
          </ColorSwatch>
        </label>
      ))}
    </Group>
  );
}
