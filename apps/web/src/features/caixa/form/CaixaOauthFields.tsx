import { NativeSelect, Stack, TextInput } from "@mantine/core";
import type { UseFormReturn } from "react-hook-form";
import type { CaixaDetail } from "../../../rpc/documents/queries.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { change, field, VERBATIM } from "../../../ui/form/field.ts";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import { type FormValues, isSecretNeeded } from "./caixa-form-values.ts";
import { valuesOfIssuer } from "./email-providers.ts";

/** The OAuth2 fields, used instead of a password. Stored secrets are never shown. */
export function CaixaOauthFields(props: {
  form: UseFormReturn<FormValues>;
  savedCaixa: CaixaDetail | null;
}): React.JSX.Element {
  const { form, savedCaixa } = props;
  const { oauth: t, campos } = texts;
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
    <Stack component="fieldset" gap={18} p={16} bd="1px solid var(--line)" bdrs="md">
      <legend className="vh">{campos.autenticacoes.oauth2}</legend>
      <NativeSelect
        {...field(form, "provedor", undefined, { onChange: () => fillIssuer(form) })}
        label={t.provedor}
        data={Object.entries(t.provedores).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        {...field(form, "tokenUrl", t.tokenUrlDica)}
        label={t.tokenUrl}
        inputMode="url"
        {...VERBATIM}
      />
      <TextInput {...field(form, "clientId")} label={t.clientId} {...VERBATIM} />
      <TextInput {...field(form, "escopo")} label={t.escopo} {...VERBATIM} />
      <PasswordField
        {...field(form, "clientSecret", hint)}
        label={t.clientSecret}
        autoComplete="new-password"
        labels={toggleLabels(t.clientSecret)}
      />
      <PasswordField
        {...field(form, "refreshToken", t.refreshTokenDica)}
        label={t.refreshToken}
        autoComplete="new-password"
        labels={toggleLabels(t.refreshToken)}
      />
    </Stack>
  );
}

function fillIssuer(form: UseFormReturn<FormValues>): void {
  const { tokenUrl, escopo } = valuesOfIssuer(form.getValues());
  change(form, "tokenUrl", tokenUrl);
  change(form, "escopo", escopo);
}
