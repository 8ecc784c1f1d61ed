import { WEBHOOK_TYPES } from "@malote/contract";
import { TextInput } from "@mantine/core";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { useEmpresaChoices } from "../../rpc/conta/empresa-choices.ts";
import { saveWebhook, type Webhook } from "../../rpc/conta/webhooks.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { ChecklistField, EmpresaScopeField } from "../../ui/form/ChecklistField.tsx";
import { DrawerForm } from "../../ui/form/DrawerForm.tsx";
import { field } from "../../ui/form/field.ts";
import { useStoredForm } from "../../ui/form/use-stored-form.ts";
import { type FormValues, schema, toFormValues, toWebhook } from "./webhook-form-values.ts";

const { campos: t } = texts;
const DISCARD_QUESTION = { ...texts.abandonar, destrutiva: true };
const TYPE_OPTIONS = WEBHOOK_TYPES.map((tipo) => ({
  value: tipo,
  label: texts.tipos[tipo],
  description: texts.sobre[tipo],
}));
const formFieldOf = fieldOfPath(["url", "descricao", "tipos", "empresas"] as const);

/** The form of a webhook: address, event types and companies. */
export function WebhookForm(props: {
  savedWebhook: Webhook | null;
  onDirty: (dirty: boolean) => void;
  onDone: (result: { webhook: Webhook; secret: string | null }) => void;
  onCancel: () => void;
}): React.JSX.Element {
  const { savedWebhook, onDirty, onDone, onCancel } = props;
  const form = useStoredForm<FormValues>({
    schema,
    values: toFormValues(savedWebhook),
    save: async (values) => onDone(await saveWebhook(toWebhook(values, savedWebhook?.id ?? null))),
    onFailure: (error, form) => showFormFailure(error, form, formFieldOf),
  });
  return (
    <DrawerForm
      form={form}
      submitLabel={savedWebhook ? t.salvar : t.criar}
      question={DISCARD_QUESTION}
      onDirty={onDirty}
      onCancel={onCancel}
    >
      <TextInput
        {...field(form, "url", t.urlDica)}
        data-autofocus
        label={t.url}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
      />
      <TextInput {...field(form, "descricao", t.descricaoDica)} label={t.descricao} autoComplete="off" />
      <ChecklistField form={form} name="tipos" label={t.tipos} options={TYPE_OPTIONS} />
      <EmpresaScopeField form={form} texts={t} options={useEmpresaChoices()} />
    </DrawerForm>
  );
}
