import { email } from "@malote/contract";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../../rpc/call/show-form-failure.ts";
import { forgotPasswordTexts as texts } from "../../../texts/site/accounts.ts";
import { Alert } from "../../../ui/feedback/Alert.tsx";
import { GuardedForm, NO_DRAFT } from "../../../ui/form/GuardedForm.tsx";
import { schemaResolver } from "../../../ui/form/schema-resolver.ts";
import classes from "../../../ui/form/TaskForm.module.css";

const schema = z.object({ email });
type FormValues = z.infer<typeof schema>;

/**
 * Requests the e-mail with the reset link; the server replies the same whether or not the address
 * exists.
 */
export function ForgottenPasswordForm({ onDone }: { onDone: (mensagem: string) => void }): React.JSX.Element {
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const answer = await call("Usuario.resetPassword", { email: values.email.trim() });
      onDone(answer.mensagem ?? "");
    } catch (error) {
      showFormFailure(error, form, fieldOfPath(["email"] as const));
    }
  });
  return (
    <GuardedForm className={classes.form} changed={NO_DRAFT} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <TextInput
        {...form.register("email")}
        type="email"
        label={texts.email}
        error={errors.email?.message}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <div className={classes.acao}>
        <Button type="submit" size="md" loading={isSubmitting}>
          {texts.acao}
        </Button>
      </div>
    </GuardedForm>
  );
}
