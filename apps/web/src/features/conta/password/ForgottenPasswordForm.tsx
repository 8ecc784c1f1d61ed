import { email } from "@malote/contract";
import { TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { translatedSentence } from "../../../languages/language.ts";
import { call } from "../../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../../rpc/call/show-form-failure.ts";
import { forgotPasswordTexts as texts } from "../../../texts/site/accounts.ts";
import { field, VERBATIM } from "../../../ui/form/field.ts";
import { TaskForm } from "../../../ui/form/TaskForm.tsx";
import { useStoredForm } from "../../../ui/form/use-stored-form.ts";

const schema = z.object({ email });

/**
 * Requests the e-mail with the reset link; the server replies the same whether or not the address
 * exists.
 */
export function ForgottenPasswordForm({ onDone }: { onDone: (mensagem: string) => void }): React.JSX.Element {
  const form = useStoredForm({
    schema,
    values: { email: "" },
    mode: "onSubmit",
    save: async (values) => {
      const answer = await call("Usuario.resetPassword", { email: values.email.trim() });
      onDone(translatedSentence(answer.mensagem ?? ""));
    },
    onFailure: (error, form) => showFormFailure(error, form, fieldOfPath(["email"] as const)),
  });
  return (
    <TaskForm form={form} submitLabel={texts.acao} keepsNothing>
      <TextInput
        {...field(form, "email")}
        type="email"
        label={texts.email}
        {...VERBATIM}
        autoComplete="email"
        autoFocus
      />
    </TaskForm>
  );
}
