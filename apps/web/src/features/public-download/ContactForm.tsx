import { CONTACT_TEXT_MAX, captcha, email, personName, requiredText } from "@malote/contract";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { CAPTCHA_VALID_MS, solveCaptcha } from "../../rpc/session/captcha.ts";
import { contactTexts as texts } from "../../texts/site/public-pages.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { Captcha } from "../../ui/form/Captcha.tsx";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { schemaResolver } from "../../ui/form/schema-resolver.ts";
import classes from "../../ui/form/TaskForm.module.css";

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
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    mode: "onTouched",
    defaultValues: EMPTY_VALUES,
  });
  const [captchaAttempt, setCaptchaAttempt] = useState(0);
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await sendContact(values);
      onSent(values.email.trim());
    } catch (error) {
      showFormFailure(error, form, formFieldOf);
      form.setValue("captcha", "");
      setCaptchaAttempt((before) => before + 1);
    }
  });
  return (
    <GuardedForm className={classes.form} changed={isDirty} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <ContactFields form={form} />
      <Captcha
        key={captchaAttempt}
        solve={() => solveCaptcha("contato")}
        validMs={CAPTCHA_VALID_MS}
        autoStart={isDirty}
        error={errors.captcha?.message}
        onChange={(solved) => {
          form.setValue("captcha", solved ?? "");
          form.clearErrors("captcha");
        }}
      />
      <div className={classes.acao}>
        <Button type="submit" size="md" loading={isSubmitting}>
          {texts.enviar}
        </Button>
      </div>
    </GuardedForm>
  );
}

function ContactFields({ form }: { form: UseFormReturn<FormValues> }): React.JSX.Element {
  const { errors } = form.formState;
  return (
    <>
      <div className={classes.dois}>
        <TextInput
          {...form.register("nome")}
          label={texts.nome}
          error={errors.nome?.message}
          autoComplete="name"
        />
        <TextInput
          {...form.register("email")}
          type="email"
          label={texts.email}
          error={errors.email?.message}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          {...form.register("telefone")}
          type="tel"
          label={texts.telefone}
          description={texts.opcional}
          autoComplete="tel"
        />
        <TextInput
          {...form.register("empresa")}
          label={texts.empresa}
          description={texts.opcional}
          autoComplete="organization"
        />
      </div>
      <Textarea
        {...form.register("mensagem")}
        label={texts.mensagem}
        error={errors.mensagem?.message}
        autosize
        minRows={5}
        maxRows={14}
        classNames={{ input: classes.texto }}
      />
    </>
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
