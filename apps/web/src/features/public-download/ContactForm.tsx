import { CONTACT_TEXT_MAX, captcha, email, personName, requiredText } from "@malote/contract";
import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { call } from "../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { CAPTCHA_VALID_MS, solveCaptcha } from "../../rpc/session/captcha.ts";
import { contactTexts as texts } from "../../texts/site/public-pages.ts";
import { FormCaptcha } from "../../ui/form/Captcha.tsx";
import { FieldPair } from "../../ui/form/Fields.tsx";
import { field, VERBATIM } from "../../ui/form/field.ts";
import { TaskForm } from "../../ui/form/TaskForm.tsx";
import { useStoredForm } from "../../ui/form/use-stored-form.ts";

const schema = z.object({
  nome: personName(),
  email,
  telefone: z.string(),
  empresa: z.string(),
  mensagem: requiredText(CONTACT_TEXT_MAX),
  captcha,
});
type FormValues = z.infer<typeof schema>;

const EMPTY_VALUES: FormValues = {
  nome: "",
  email: "",
  telefone: "",
  empresa: "",
  mensagem: "",
  captcha: "",
};
const formFieldOf = fieldOfPath(Object.keys(EMPTY_VALUES) as (keyof FormValues)[]);

/** The contact form; the typed text stays when sending fails. */
export function ContactForm({ onSent }: { onSent: (email: string) => void }): React.JSX.Element {
  const [attempt, setAttempt] = useState(0);
  const form = useStoredForm<FormValues>({
    schema,
    values: EMPTY_VALUES,
    save: async (values) => {
      await sendContact(values);
      onSent(values.email.trim());
    },
    onFailure: (error, form) => {
      showFormFailure(error, form, formFieldOf);
      form.setValue("captcha", "");
      setAttempt((before) => before + 1);
    },
  });
  return (
    <TaskForm form={form} submitLabel={texts.enviar}>
      <FieldPair>
        <TextInput {...field(form, "nome")} label={texts.nome} autoComplete="name" />
        <TextInput
          {...field(form, "email")}
          type="email"
          label={texts.email}
          {...VERBATIM}
          autoComplete="email"
        />
        <TextInput
          {...field(form, "telefone", texts.opcional)}
          type="tel"
          label={texts.telefone}
          autoComplete="tel"
        />
        <TextInput
          {...field(form, "empresa", texts.opcional)}
          label={texts.empresa}
          autoComplete="organization"
        />
      </FieldPair>
      <Textarea {...field(form, "mensagem")} label={texts.mensagem} autosize minRows={5} maxRows={14} />
      <FormCaptcha
        key={attempt}
        form={form}
        solve={() => solveCaptcha("contato")}
        validMs={CAPTCHA_VALID_MS}
      />
    </TaskForm>
  );
}

async function sendContact(values: FormValues): Promise<void> {
  await call("Conta.sendContato", {
    captcha: values.captcha,
    homePageContato: {
      nome: values.nome.trim(),
      email: values.email.trim(),
      telefone: values.telefone.trim() || null,
      empresa: values.empresa.trim() || null,
      mensagem: values.mensagem.trim(),
    },
  });
}
