import { newPassword, PEOPLE_MESSAGES } from "@malote/contract";
import { Button } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../../rpc/call/call.ts";
import { showFormFailure } from "../../../rpc/call/show-form-failure.ts";
import { refreshSessions } from "../../../rpc/conta/account.ts";
import type { Usuario } from "../../../rpc/conta/usuarios.ts";
import { accountTexts } from "../../../texts/admin/account.ts";
import { newPasswordTexts } from "../../../texts/site/accounts.ts";
import { Alert } from "../../../ui/feedback/Alert.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import { schemaResolver } from "../../../ui/form/schema-resolver.ts";
import classes from "../Panel.module.css";
import { Panel } from "../Panel.tsx";
import { NewPasswordFields } from "./NewPasswordFields.tsx";

const texts = accountTexts.senha;
const schema = z
  .object({
    atual: z.string().check(z.minLength(1, PEOPLE_MESSAGES.senhaAtualObrigatoria)),
    senha: newPassword,
    repetida: z.string(),
  })
  .check(
    z.refine(({ senha, repetida }) => senha === repetida, {
      message: PEOPLE_MESSAGES.senhasDiferentes,
      path: ["repetida"],
    }),
  );
type FormValues = z.infer<typeof schema>;
const EMPTY_VALUES: FormValues = { atual: "", senha: "", repetida: "" };

/** Changes the user's own password. */
export function PasswordPanel({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    defaultValues: EMPTY_VALUES,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async ({ atual, senha }) => {
    const { id, nome, nomeUsuario, nomeCompleto, email } = usuario;
    try {
      await call("Usuario.saveUsuario", {
        usuario: { id, nome, nomeUsuario, nomeCompleto, email },
        newPassword: senha,
        senhaAtual: atual,
      });
      form.reset(EMPTY_VALUES);
      await refreshSessions();
      showToast(texts.trocada);
    } catch (error) {
      showFormFailure(error, form, (fieldName) => (fieldName === "senhaAtual" ? "atual" : "senha"));
    }
  });
  return (
    <Panel title={texts.titulo} text={texts.texto}>
      <GuardedForm className={classes.form} changed={isDirty} onSubmit={(event) => void submit(event)}>
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <PasswordField
          {...form.register("atual")}
          label={texts.atual}
          error={errors.atual?.message}
          autoComplete="current-password"
          labels={{ show: newPasswordTexts.mostrar, hide: newPasswordTexts.esconder }}
        />
        <NewPasswordFields form={form} />
        <div className={classes.acoes}>
          <Button type="submit" variant="default" disabled={!isDirty} loading={isSubmitting}>
            {texts.trocar}
          </Button>
        </div>
      </GuardedForm>
    </Panel>
  );
}
