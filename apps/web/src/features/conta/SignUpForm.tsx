import { captcha, email, identificador, personName, signInNameRule, tipoPessoa, uf } from "@malote/contract";
import { UFS } from "@malote/syntax";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { call } from "../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { CAPTCHA_VALID_MS, solveCaptcha } from "../../rpc/session/captcha.ts";
import { peopleMessages } from "../../texts/names/messages.ts";
import { personTypes } from "../../texts/names/people.ts";
import { createContaTexts as texts } from "../../texts/site/accounts.ts";
import { FormCaptcha } from "../../ui/form/Captcha.tsx";
import { FieldPair } from "../../ui/form/Fields.tsx";
import { FormSelectField } from "../../ui/form/FormSelectField.tsx";
import { field, VERBATIM } from "../../ui/form/field.ts";
import classes from "../../ui/form/TaskForm.module.css";
import { TaskForm } from "../../ui/form/TaskForm.tsx";
import { useStoredForm } from "../../ui/form/use-stored-form.ts";

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

/** The form that creates a conta. */
export function SignUpForm({ onCreated }: { onCreated: (email: string) => void }): React.JSX.Element {
  // A captcha is valid once, so a refusal requires a new one.
  const [attempt, setAttempt] = useState(0);
  const form = useStoredForm<FormValues>({
    schema,
    values: EMPTY_VALUES,
    save: async (values) => {
      await createConta(values);
      onCreated(values.emailUsuario.trim());
    },
    onFailure: (error, form) => {
      showFormFailure(error, form, formFieldOf, peopleMessages.erroConfigurandoConta);
      form.setValue("captcha", "");
      setAttempt((before) => before + 1);
    },
  });
  return (
    <TaskForm form={form} submitLabel={texts.acao}>
      <fieldset className={classes.group}>
        <legend>{texts.conta}</legend>
        <TextInput
          {...field(form, "identificador", texts.identificadorDica)}
          label={texts.identificador}
          {...VERBATIM}
          autoComplete="organization"
        />
        <FieldPair>
          <FormSelectField
            control={form.control}
            name="tipoPessoa"
            label={texts.tipoPessoa}
            empty={{ value: "Jurídica", label: personTypes.Jurídica }}
            options={[{ value: "Física", label: personTypes.Física }]}
          />
          <FormSelectField
            control={form.control}
            name="uf"
            label={texts.uf}
            empty={{ value: "", label: texts.ufVazia }}
            options={UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla}, ${nome}` }))}
          />
        </FieldPair>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{texts.voce}</legend>
        <TextInput {...field(form, "nomeCompleto")} label={texts.nomeCompleto} autoComplete="name" />
        <TextInput
          {...field(form, "emailUsuario")}
          type="email"
          label={texts.email}
          {...VERBATIM}
          autoComplete="email"
        />
        <TextInput
          {...field(form, "nomeUsuario", texts.nomeUsuarioDica)}
          label={texts.nomeUsuario}
          {...VERBATIM}
          autoComplete="username"
        />
      </fieldset>
      <FormCaptcha
        key={attempt}
        form={form}
        solve={() => solveCaptcha("criar-conta")}
        validMs={CAPTCHA_VALID_MS}
      />
      <p className="t-second">
        {texts.aceite.antes}
        <Outside to="/termos">{texts.aceite.termos}</Outside>
        {texts.aceite.meio}
        <Outside to="/privacidade">{texts.aceite.privacidade}</Outside>
        {texts.aceite.fim}
      </p>
    </TaskForm>
  );
}

/** A page in a new tab: the form stays as it is. */
function Outside({ to, children }: { to: string; children: string }): React.JSX.Element {
  return (
    <a href={to} target="_blank" rel="noopener" className="link">
      {children}
    </a>
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
