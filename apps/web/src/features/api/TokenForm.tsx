import { SCOPES } from "@malote/contract";
import { TextInput } from "@mantine/core";
import { useController } from "react-hook-form";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { type ApiToken, saveApiToken, type TokenResult } from "../../rpc/conta/api-tokens.ts";
import { useEmpresaChoices } from "../../rpc/conta/empresa-choices.ts";
import { useCurrentUser, useTimeZone } from "../../rpc/session/current-user.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { DateField } from "../../ui/date/DateField.tsx";
import { ChecklistField, EmpresaScopeField } from "../../ui/form/ChecklistField.tsx";
import { DrawerForm } from "../../ui/form/DrawerForm.tsx";
import { field } from "../../ui/form/field.ts";
import { type StoredForm, useStoredForm } from "../../ui/form/use-stored-form.ts";
import { EMPTY_VALUES, type FormValues, schema, toApiToken, toFormValues } from "./token-form-values.ts";

const { gaveta: texts } = apiTexts;
const { campos: t } = texts;
const DISCARD_QUESTION = { ...texts.abandonar, destrutiva: true };

/** Fields that show their own errors; other errors are shown above the form. */
const formFieldOf = fieldOfPath(["nome", "escopos", "empresas", "validade"] as const);

/** The form of a new or stored token: name, scopes, companies and expiry. */
export function TokenForm(props: {
  savedToken: ApiToken | null;
  onDirty: (dirty: boolean) => void;
  onDone: (result: TokenResult) => void;
  onCancel: () => void;
}): React.JSX.Element {
  const { savedToken, onDirty, onDone, onCancel } = props;
  const timeZone = useTimeZone();
  const form = useStoredForm<FormValues>({
    schema,
    values: savedToken ? toFormValues(savedToken, timeZone) : EMPTY_VALUES,
    save: async (values) => onDone(await saveApiToken(toApiToken(values, savedToken?.id ?? null))),
    onFailure: (error, form) => showFormFailure(error, form, formFieldOf),
  });
  const { field: validade, fieldState } = useController({ control: form.control, name: "validade" });
  return (
    <DrawerForm
      form={form}
      submitLabel={savedToken ? texts.salvar : texts.criar}
      needsChange={savedToken !== null}
      question={DISCARD_QUESTION}
      onDirty={onDirty}
      onCancel={onCancel}
    >
      <TextInput {...field(form, "nome", t.nomeDica)} data-autofocus label={t.nome} autoComplete="off" />
      <ScopesField form={form} />
      <EmpresaScopeField form={form} texts={t} options={useEmpresaChoices()} />
      <DateField
        label={t.validade}
        value={validade.value}
        onChange={validade.onChange}
        onBlur={validade.onBlur}
        error={fieldState.error?.message}
        hint={t.validadeDica}
      />
    </DrawerForm>
  );
}

/** The scopes, each with a description of what it allows. */
function ScopesField({ form }: { form: StoredForm<FormValues> }): React.JSX.Element {
  const canManifest = useCurrentUser()?.usuario.permissaoManifestacao ?? false;
  const chosen = form.watch("escopos");
  const options = SCOPES.map((scope) => {
    const isBlocked = scope === "manifestar" && !canManifest && !chosen.includes(scope);
    return {
      value: scope,
      label: <span className="mono">{scope}</span>,
      description: isBlocked ? apiTexts.manifestarImpedido : apiTexts.escopos[scope],
      disabled: isBlocked,
    };
  });
  return <ChecklistField form={form} name="escopos" label={t.escopos} options={options} />;
}
