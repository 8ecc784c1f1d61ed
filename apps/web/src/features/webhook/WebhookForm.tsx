import { WEBHOOK_TYPES, type WebhookType } from "@malote/contract";
import { formatDocumento } from "@malote/syntax";
import { Button, Radio, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { saveWebhook, type Webhook } from "../../rpc/conta/webhooks.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { CheckboxField } from "../../ui/form/CheckboxField.tsx";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { schemaResolver } from "../../ui/form/schema-resolver.ts";
import drawerClasses from "../../ui/overlay/SideDrawer.module.css";
import { type FormValues, schema, toFormValues, toWebhook } from "./webhook-form-values.ts";

const { campos: t } = texts;
const DISCARD_QUESTION = { ...texts.abandonar, destrutiva: true };
type Form = UseFormReturn<FormValues>;
const formFieldOf = fieldOfPath(["url", "descricao", "tipos", "empresas"] as const);

/** The form of a webhook: address, event types and companies. */
export function WebhookForm(props: {
  savedWebhook: Webhook | null;
  onDirty: (dirty: boolean) => void;
  onDone: (result: { webhook: Webhook; secret: string | null }) => void;
  onCancel: () => void;
}): React.JSX.Element {
  const { savedWebhook, onDirty, onDone, onCancel } = props;
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    mode: "onTouched",
    defaultValues: toFormValues(savedWebhook),
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const submit = form.handleSubmit(async (values) => {
    try {
      onDone(await saveWebhook(toWebhook(values, savedWebhook?.id ?? null)));
    } catch (error) {
      showFormFailure(error, form, formFieldOf);
    }
  });
  return (
    <GuardedForm
      className={drawerClasses.form}
      changed={isDirty}
      question={DISCARD_QUESTION}
      onSubmit={(event) => void submit(event)}
    >
      <div className={drawerClasses.rolo}>
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <TextInput
          {...form.register("url")}
          data-autofocus
          label={t.url}
          description={errors.url ? undefined : t.urlDica}
          error={errors.url?.message}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
        />
        <TextInput
          {...form.register("descricao")}
          label={t.descricao}
          description={t.descricaoDica}
          error={errors.descricao?.message}
          autoComplete="off"
        />
        <TypesField form={form} />
        <EmpresaScopeField form={form} />
      </div>
      <footer className={drawerClasses.pe}>
        <Button variant="default" onClick={onCancel}>
          {t.cancelar}
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {savedWebhook ? t.salvar : t.criar}
        </Button>
      </footer>
    </GuardedForm>
  );
}

function TypesField({ form }: { form: Form }): React.JSX.Element {
  const chosen = form.watch("tipos");
  const errorText = form.formState.errors.tipos?.message;
  const toggle = (tipo: WebhookType): void => {
    const next = WEBHOOK_TYPES.filter((each) => chosen.includes(each) !== (each === tipo));
    form.setValue("tipos", next, { shouldDirty: true, shouldValidate: errorText !== undefined });
  };
  return (
    <fieldset className={drawerClasses.grupo}>
      <legend className="campo-rotulo">{t.tipos}</legend>
      {WEBHOOK_TYPES.map((tipo) => (
        <CheckboxField
          key={tipo}
          title={texts.tipos[tipo]}
          text={texts.sobre[tipo]}
          checked={chosen.includes(tipo)}
          onChange={() => toggle(tipo)}
        />
      ))}
      {errorText && (
        <p className="campo-erro" role="alert">
          {errorText}
        </p>
      )}
    </fieldset>
  );
}

function EmpresaScopeField({ form }: { form: Form }): React.JSX.Element {
  const [isLimited, empresas] = form.watch(["algumas", "empresas"]);
  const { data } = useQuery({ ...empresasQuery, enabled: isLimited });
  const errorText = form.formState.errors.empresas?.message;
  const toggle = (id: string): void => {
    const next = empresas.includes(id) ? empresas.filter((each) => each !== id) : [...empresas, id];
    form.setValue("empresas", next, { shouldDirty: true, shouldValidate: errorText !== undefined });
  };
  return (
    <div className={drawerClasses.grupo}>
      <Radio.Group
        label={t.empresas}
        value={isLimited ? "algumas" : "todas"}
        onChange={(value) => form.setValue("algumas", value === "algumas", { shouldDirty: true })}
      >
        <div className={drawerClasses.opcoes}>
          <Radio value="todas" label={t.todas} />
          <Radio value="algumas" label={t.algumas} />
        </div>
      </Radio.Group>
      {isLimited && (
        <fieldset className={`${drawerClasses.grupo} ${drawerClasses.empresas}`}>
          <legend className="vh">{t.algumas}</legend>
          {data?.length === 0 && <p className="campo-dica">{t.nenhumaEmpresa}</p>}
          {data?.map(({ id, nome, cnpj }) => (
            <CheckboxField
              key={id}
              title={nome}
              text={formatDocumento(cnpj)}
              checked={empresas.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
          {errorText && (
            <p className="campo-erro" role="alert">
              {errorText}
            </p>
          )}
        </fieldset>
      )}
    </div>
  );
}
