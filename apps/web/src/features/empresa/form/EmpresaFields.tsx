import { formatInteger, UFS } from "@malote/syntax";
import { Alert, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { type UseFormReturn, useController } from "react-hook-form";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts, empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { auditorNotices } from "../../../texts/names/notices.ts";
import { SwitchField } from "../../../ui/form/Fields.tsx";
import { FormSelectField } from "../../../ui/form/FormSelectField.tsx";
import { change, field } from "../../../ui/form/field.ts";
import { useMask } from "../../../ui/form/MaskedField.tsx";
import { askConfirmation } from "../../../ui/overlay/ask-confirmation.tsx";
import { EMPRESA_MASK } from "./cnpj-mask.ts";
import { type FormValues, isCienciaPossible } from "./empresa-form-values.ts";

type Form = UseFormReturn<FormValues>;

const { campos: t } = texts;
const UF_OPTIONS = UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla} · ${nome}` }));

/** The fields of a company: its identity, and what Malote may do in its name. */
export function EmpresaFields(props: {
  form: Form;
  savedEmpresa: Empresa | null;
  isManager: boolean;
}): React.JSX.Element {
  const { form, savedEmpresa, isManager } = props;
  const isProved = savedEmpresa?.prova != null;
  const isCienciaAllowed = isCienciaPossible(form.watch());
  return (
    <>
      <TextInput {...field(form, "nome", t.nomeDica)} label={t.nome} autoComplete="off" />
      <CnpjField form={form} savedEmpresa={savedEmpresa} />
      <FormSelectField
        control={form.control}
        name="uf"
        label={t.uf}
        hint={t.ufDica}
        disabled={!isManager}
        empty={{ value: "", label: t.ufNenhuma }}
        options={UF_OPTIONS}
      />
      <SwitchField
        form={form}
        name="ativarManifestacao"
        label={t.manifestacao}
        hint={t.manifestacaoDica}
        onToggle={(checked) => toggleCondition(form, "ativarManifestacao", checked)}
      />
      <AuditorSwitch form={form} />
      <SwitchField
        form={form}
        name="cienciaAutomatica"
        label={t.ciencia}
        hint={t.cienciaDica}
        disabled={!isCienciaAllowed}
      >
        {!isCienciaAllowed && (
          <Alert
            role="note"
            variant="transparent"
            p={0}
            icon={<IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />}
          >
            {t.cienciaPede}
          </Alert>
        )}
      </SwitchField>
      <SwitchField form={form} name="feedSefaz" label={t.feed} hint={t.feedDica} />
      {/* It has no effect until the company is proved. */}
      <SwitchField form={form} name="downloadPublico" label={t.publico} hint={t.publicoDica}>
        {form.watch("downloadPublico") && !isProved && (
          <Alert
            role="note"
            variant="transparent"
            p={0}
            icon={<IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />}
          >
            {t.publicoPede}
          </Alert>
        )}
      </SwitchField>
    </>
  );
}

/** The CNPJ, masked while typed; fixed once the company has documents. */
function CnpjField({ form, savedEmpresa }: { form: Form; savedEmpresa: Empresa | null }): React.JSX.Element {
  const { field: bound, fieldState } = useController({ control: form.control, name: "cnpj" });
  const { ref, ...masked } = useMask(EMPRESA_MASK, bound.value, bound.onChange);
  const documentos = savedEmpresa?.documentos ?? 0;
  const losesCertificado = savedEmpresa?.certificado != null && fieldState.isDirty;
  const hint =
    documentos > 0
      ? t.cnpjFica(empresasTexts.documentos(formatInteger(documentos)))
      : losesCertificado
        ? t.cnpjMuda
        : t.cnpjDica;
  return (
    <TextInput
      {...masked}
      ref={(element) => {
        ref.current = element;
        bound.ref(element);
      }}
      name={bound.name}
      label={t.cnpj}
      description={fieldState.error ? undefined : hint}
      error={fieldState.error?.message}
      readOnly={documentos > 0}
      onBlur={bound.onBlur}
      autoCapitalize="characters"
    />
  );
}

/**
 * Enabling it needs a confirmation: it can take SEFAZ's list of the CNPJ from another system that
 * reads it.
 */
function AuditorSwitch({ form }: { form: Form }): React.JSX.Element {
  const isNewlyEnabled = form.watch("ativarAuditor") && form.formState.dirtyFields.ativarAuditor === true;
  const toggle = async (wanted: boolean): Promise<void> => {
    const { nao: cancelText, ...question } = texts.ligarAuditor;
    const isConfirmed = wanted && (await askConfirmation({ ...question, cancelar: cancelText }));
    toggleCondition(form, "ativarAuditor", isConfirmed);
  };
  return (
    <SwitchField
      form={form}
      name="ativarAuditor"
      label={t.auditor}
      hint={t.auditorDica}
      onToggle={(checked) => void toggle(checked)}
    >
      <Alert
        role="note"
        variant="outline"
        {...(isNewlyEnabled ? { color: "warn" } : {})}
        icon={<IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />}
      >
        {auditorNotices.aviso}
      </Alert>
    </SwitchField>
  );
}

/** Sets a condition of automatic ciência; disables ciência when the condition is no longer met. */
function toggleCondition(form: Form, name: "ativarManifestacao" | "ativarAuditor", checked: boolean): void {
  change(form, name, checked);
  if (!isCienciaPossible(form.getValues())) change(form, "cienciaAutomatica", false);
}
