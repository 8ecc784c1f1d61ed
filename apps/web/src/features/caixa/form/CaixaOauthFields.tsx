import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturn } from "react-hook-form";
import type { CaixaDetail } from "../../../rpc/documents/queries.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import classes from "./CaixaForm.module.css";
import { type FormValues, isSecretNeeded } from "./caixa-form-values.ts";
import { valuesOfIssuer } from "./email-providers.ts";

/** The OAuth2 fields, used instead of a password. Stored secrets are never shown. */
export function CaixaOauthFields(props: {
  form: UseFormReturn<FormValues>;
  savedCaixa: CaixaDetail | null;
}): React.JSX.Element {
  const { form, savedCaixa } = props;
  const { oauth: t, campos } = texts;
  const { errors } = form.formState;
  const hint = !savedCaixa?.oauth
    ? undefined
    : isSecretNeeded(form.getValues(), savedCaixa)
      ? t.deNovo
      : t.guardado;
  const toggleLabels = (fieldLabel: string) => ({
    show: campos.mostrar(fieldLabel),
    hide: campos.esconder(fieldLabel),
  });
  return (
    <fieldset className={classes.grupo}>
      <legend className="vh">{campos.autenticacoes.oauth2}</legend>
      <NativeSelect
        {...form.register("provedor", { onChange: () => fillIssuer(form) })}
        label={t.provedor}
        data={Object.entries(t.provedores).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        {...form.register("tokenUrl")}
        label={t.tokenUrl}
        description={errors.tokenUrl ? undefined : t.tokenUrlDica}
        error={errors.tokenUrl?.message}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...form.register("clientId")}
        label={t.clientId}
        error={errors.clientId?.message}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...form.register("escopo")}
        label={t.escopo}
        error={errors.escopo?.message}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordField
        {...form.register("clientSecret")}
        label={t.clientSecret}
        description={errors.clientSecret ? undefined : hint}
        error={errors.clientSecret?.message}
        autoComplete="new-password"
        labels={toggleLabels(t.clientSecret)}
      />
      <PasswordField
        {...form.register("refreshToken")}
        label={t.refreshToken}
        description={errors.refreshToken ? undefined : t.refreshTokenDica}
        error={errors.refreshToken?.message}
        autoComplete="new-password"
        labels={toggleLabels(t.refreshToken)}
      />
    </fieldset>
  );
}

function fillIssuer(form: UseFormReturn<FormValues>): void {
  const { tokenUrl, escopo } = valuesOfIssuer(form.getValues());
  form.setValue("tokenUrl", tokenUrl, { shouldDirty: true });
  form.setValue("escopo", escopo, { shouldDirty: true });
}
