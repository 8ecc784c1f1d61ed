import {
  captcha,
  email,
  identificador,
  PEOPLE_MESSAGES,
  personName,
  signInNameRule,
  tipoPessoa,
  uf,
} from "@malote/contract";
import { UFS } from "@malote/syntax";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { CAPTCHA_VALID_MS, solveCaptcha } from "../../rpc/session/captcha.ts";
import { createContaTexts as texts } from "../../texts/site/accounts.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { Captcha } from "../../ui/form/Captcha.tsx";
import { FormSelectField } from "../../ui/form/FormSelectField.tsx";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { schemaResolver } from "../../ui/form/schema-resolver.ts";
import classes from "../../ui/form/TaskForm.module.css";

const schema = z.object({
  tipoPessoa,
  identificador,
  uf,
  emailUsuario: email,
  nomeUsuario: signInNameRule,
  nomeCompleto: personName(),
  captcha,
});
type FormValues = z.infer<typeof schema>;

const EMPTY_VALUES: FormValues = {
  tipoPessoa: "Jurídica",
  identificador: "",
  uf: "",
  emailUsuario: "",
  nomeUsuario: "",
  nomeCompleto: "",
  captcha: "",
};
const formFieldOf = fieldOfPath(Object.keys(EMPTY_VALUES) as (keyof FormValues)[]);

/** The form that creates a conta. A captcha is valid once, so a refusal requires a new one. */
export function SignUpForm({ onCreated }: { onCreated: (email: string) => void }): React.JSX.Element {
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    mode: "onTouched",
    defaultValues: EMPTY_VALUES,
  });
  const [captchaAttempt, setCaptchaAttempt] = useState(0);
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await createConta(values);
      onCreated(values.emailUsuario.trim());
    } catch (error) {
      showFormFailure(error, form, formFieldOf, PEOPLE_MESSAGES.erroConfigurandoConta);
      form.setValue("captcha", "");
      setCaptchaAttempt((before) => before + 1);
    }
  });
  return (
    <GuardedForm className={classes.form} changed={isDirty} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <ContaFields form={form} />
      <UserFields form={form} />
      <Captcha
        key={captchaAttempt}
        solve={() => solveCaptcha("criar-conta")}
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
          {texts.acao}
        </Button>
      </div>
    </GuardedForm>
  );
}

type FieldsProps = { form: UseFormReturn<FormValues> };

function ContaFields({ form }: FieldsProps): React.JSX.Element {
  const { errors } = form.formState;
  return (
    <fieldset className={classes.grupo}>
      <legend>{texts.conta}</legend>
      <TextInput
        {...form.register("identificador")}
        label={texts.identificador}
        description={errors.identificador ? undefined : texts.identificadorDica}
        error={errors.identificador?.message}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={classes.dois}>
        <FormSelectField
          control={form.control}
          name="tipoPessoa"
          label={texts.tipoPessoa}
          empty={{ value: "Jurídica", label: "Jurídica" }}
          options={[{ value: "Física", label: "Física" }]}
        />
        <FormSelectField
          control={form.control}
          name="uf"
          label={texts.uf}
          empty={{ value: "", label: texts.ufVazia }}
          options={UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla}, ${nome}` }))}
        />
      </div>
    </fieldset>
  );
}

function UserFields({ form }: FieldsProps): React.JSX.Element {
  const { errors } = form.formState;
  return (
    <fieldset className={classes.grupo}>
      <legend>{texts.voce}</legend>
      <TextInput
        {...form.register("nomeCompleto")}
        label={texts.nomeCompleto}
        error={errors.nomeCompleto?.message}
        autoComplete="name"
      />
      <TextInput
        {...form.register("emailUsuario")}
        type="email"
        label={texts.email}
        error={errors.emailUsuario?.message}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        {...form.register("nomeUsuario")}
        label={texts.nomeUsuario}
        description={errors.nomeUsuario ? undefined : texts.nomeUsuarioDica}
        error={errors.nomeUsuario?.message}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
    </fieldset>
  );
}

async function createConta(values: FormValues): Promise<void> {
  await call("Conta.newConta", {
    captcha: values.captcha,
    conta: {
      tipoPessoa: values.tipoPessoa,
      identificador: values.identificador.trim(),
      uf: values.uf,
    },
    emailUsuario: values.emailUsuario.trim(),
    nomeUsuario: values.nomeUsuario.trim(),
    nomeCompleto: values.nomeCompleto.trim(),
  });
}
