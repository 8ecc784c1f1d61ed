import { SCOPES } from "@malote/contract";
import { Button, Radio, TextInput } from "@mantine/core";
import { useEffect, useMemo } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { type ApiToken, saveApiToken, type TokenResult } from "../../rpc/conta/api-tokens.ts";
import { useCurrentUser, useTimeZone } from "../../rpc/session/current-user.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { DateField } from "../../ui/date/DateField.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { CheckboxField } from "../../ui/form/CheckboxField.tsx";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { schemaResolver } from "../../ui/form/schema-resolver.ts";
import drawerClasses from "../../ui/overlay/SideDrawer.module.css";
import { EmpresasField } from "./EmpresasField.tsx";
import { EMPTY_VALUES, type FormValues, schema, toApiToken, toFormValues } from "./token-form-values.ts";

const { campos: t } = apiTexts.gaveta;
const DISCARD_QUESTION = { ...apiTexts.gaveta.abandonar, destrutiva: true };
type Form = UseFormReturn<FormValues>;

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
  const stored = useMemo(
    () => (savedToken ? toFormValues(savedToken, timeZone) : EMPTY_VALUES),
    [savedToken, timeZone],
  );
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    mode: "onTouched",
    defaultValues: stored,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const submit = form.handleSubmit(async (values) => {
    try {
      onDone(await saveApiToken(toApiToken(values, savedToken?.id ?? null)));
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
          {...form.register("nome")}
          data-autofocus
          label={t.nome}
          description={errors.nome ? undefined : t.nomeDica}
          error={errors.nome?.message}
          autoComplete="off"
        />
        <ScopesField form={form} />
        <EmpresaScopeField form={form} />
        <Controller
          control={form.control}
          name="validade"
          render={({ field }) => (
            <DateField
              label={t.validade}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={errors.validade?.message}
              hint={t.validadeDica}
            />
          )}
        />
      </div>
      <footer className={drawerClasses.pe}>
        <Button variant="default" onClick={onCancel}>
          {apiTexts.gaveta.cancelar}
        </Button>
        <Button type="submit" loading={isSubmitting} disabled={savedToken !== null && !isDirty}>
          {savedToken ? apiTexts.gaveta.salvar : apiTexts.gaveta.criar}
        </Button>
      </footer>
    </GuardedForm>
  );
}

/** The scopes, each with a description of what it allows. */
function ScopesField({ form }: { form: Form }): React.JSX.Element {
  const canManifest = useCurrentUser()?.usuario.permissaoManifestacao ?? false;
  const chosen = form.watch("escopos");
  const errorText = form.formState.errors.escopos?.message;
  const toggle = (scope: string): void => {
    const next = chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope];
    form.setValue("escopos", next, { shouldDirty: true, shouldValidate: errorText !== undefined });
  };
  return (
    <fieldset className={drawerClasses.grupo}>
      <legend className="campo-rotulo">{t.escopos}</legend>
      {SCOPES.map((scope) => {
        const isChecked = chosen.includes(scope);
        const isBlocked = scope === "manifestar" && !canManifest && !isChecked;
        return (
          <CheckboxField
            key={scope}
            title={scope}
            mono
            text={isBlocked ? apiTexts.manifestarImpedido : apiTexts.escopos[scope]}
            checked={isChecked}
            disabled={isBlocked}
            onChange={() => toggle(scope)}
          />
        );
      })}
      {errorText && (
        <p className="campo-erro" role="alert">
          {errorText}
        </p>
      )}
    </fieldset>
  );
}

/** Selects all companies or some. */
function EmpresaScopeField({ form }: { form: Form }): React.JSX.Element {
  const [isLimited, empresas] = form.watch(["algumas", "empresas"]);
  const errorText = form.formState.errors.empresas?.message;
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
        <EmpresasField
          value={empresas}
          errorText={errorText}
          onChange={(next) =>
            form.setValue("empresas", next, { shouldDirty: true, shouldValidate: errorText !== undefined })
          }
        />
      )}
    </div>
  );
}
