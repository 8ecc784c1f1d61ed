import { PEOPLE_MESSAGES, newPassword as passwordRule } from "@malote/contract";
import { Button } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { showFormFailure } from "../../../rpc/call/show-form-failure.ts";
import { newPasswordTexts as texts } from "../../../texts/site/accounts.ts";
import { Alert } from "../../../ui/feedback/Alert.tsx";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";
import { schemaResolver } from "../../../ui/form/schema-resolver.ts";
import classes from "../../../ui/form/TaskForm.module.css";
import { NewPasswordFields, type PasswordValues } from "./NewPasswordFields.tsx";

const schema = z.object({ senha: passwordRule, repetida: z.string() }).check(
  z.refine(({ senha, repetida }) => senha === repetida, {
    message: PEOPLE_MESSAGES.senhasDiferentes,
    path: ["repetida"],
  }),
);

/** The form for a new password, opened by a link, with the user's identity. */
export function PasswordForm(props: {
  linkHolder: { identificador: string; nomeUsuario: string };
  submitLabel: string;
  /** Sends the password; a thrown error is shown. */
  onPassword: (senha: string) => Promise<void>;
}): React.JSX.Element {
  const { linkHolder, submitLabel, onPassword } = props;
  const form = useForm<PasswordValues>({
    resolver: schemaResolver<PasswordValues>(schema),
    mode: "onTouched",
    defaultValues: { senha: "", repetida: "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ senha }) => {
    try {
      await onPassword(senha);
    } catch (error) {
      showFormFailure(error, form, (field) => (/senha|password/i.test(field) ? "senha" : undefined));
    }
  });
  return (
    <GuardedForm className={classes.form} changed={isDirty} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <dl className={classes.quem}>
        <dt>{texts.identificador}</dt>
        <dd>{linkHolder.identificador}</dd>
        <dt>{texts.nomeUsuario}</dt>
        <dd>{linkHolder.nomeUsuario}</dd>
      </dl>
      {/* For password managers, which look for a user name beside the password. */}
      <input
        className="vh"
        type="text"
        autoComplete="username"
        value={linkHolder.nomeUsuario}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <NewPasswordFields form={form} />
      <div className={classes.acao}>
        <Button type="submit" size="md" loading={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </GuardedForm>
  );
}
