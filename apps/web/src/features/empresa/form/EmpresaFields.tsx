import { AUDITOR_NOTICES } from "@malote/contract";
import { formatInteger, UFS } from "@malote/syntax";
import { Switch, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { UseFormReturn } from "react-hook-form";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts, empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { FormSelectField } from "../../../ui/form/FormSelectField.tsx";
import { askConfirmation } from "../../../ui/overlay/ask-confirmation.tsx";
import { CnpjField } from "./CnpjField.tsx";
import classes from "./EmpresaForm.module.css";
import { type FormValues, isCienciaPossible } from "./empresa-form-values.ts";

type FieldsProps = { form: UseFormReturn<FormValues>; savedEmpresa: Empresa | null; isManager: boolean };

const { campos: t } = texts;
const UF_OPTIONS = UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla} · ${nome}` }));

/** The fields of a company: its identity, and what Malote may do in its name. */
export function EmpresaFields({ form, savedEmpresa, isManager }: FieldsProps): React.JSX.Element {
  const { errors } = form.formState;
  const documentos = savedEmpresa?.documentos ?? 0;
  const losesCertificado = savedEmpresa?.certificado != null && form.formState.dirtyFields.cnpj === true;
  return (
    <>
      <TextInput
        {...form.register("nome")}
        label={t.nome}
        description={errors.nome ? undefined : t.nomeDica}
        error={errors.nome?.message}
        autoComplete="off"
      />
      <CnpjField
        control={form.control}
        isReadOnly={documentos > 0}
        hint={
          documentos > 0
            ? t.cnpjFica(empresasTexts.documentos(formatInteger(documentos)))
            : losesCertificado
              ? t.cnpjMuda
              : t.cnpjDica
        }
      />
      <FormSelectField
        control={form.control}
        name="uf"
        label={t.uf}
        hint={t.ufDica}
        disabled={!isManager}
        empty={{ value: "", label: t.ufNenhuma }}
        options={UF_OPTIONS}
      />
      <ManifestacaoSwitch form={form} />
      <AuditorSwitch form={form} />
      <CienciaSwitch form={form} />
      <FeedSwitch form={form} />
      <PublicDownloadSwitch form={form} isProved={savedEmpresa?.prova != null} />
    </>
  );
}

function ManifestacaoSwitch({ form }: { form: UseFormReturn<FormValues> }): React.JSX.Element {
  return (
    <div className={classes.chave}>
      <Switch
        label={t.manifestacao}
        description={t.manifestacaoDica}
        checked={form.watch("ativarManifestacao")}
        onChange={({ currentTarget }) => {
          form.setValue("ativarManifestacao", currentTarget.checked, { shouldDirty: true });
          disableCienciaIfImpossible(form);
        }}
      />
    </div>
  );
}

/**
 * Enabling it needs a confirmation: it can take SEFAZ's list of the CNPJ from another system that
 * reads it.
 */
function AuditorSwitch({ form }: { form: UseFormReturn<FormValues> }): React.JSX.Element {
  const isEnabled = form.watch("ativarAuditor");
  const isNewlyEnabled = isEnabled && form.formState.dirtyFields.ativarAuditor === true;
  const changeAuditor = (value: boolean): void => {
    form.setValue("ativarAuditor", value, { shouldDirty: true });
    disableCienciaIfImpossible(form);
  };
  const change = async (wanted: boolean): Promise<void> => {
    const { nao: cancelText, ...question } = texts.ligarAuditor;
    changeAuditor(wanted && (await askConfirmation({ ...question, cancelar: cancelText })));
  };
  return (
    <div className={classes.chave}>
      <Switch
        label={t.auditor}
        description={t.auditorDica}
        checked={isEnabled}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      <p className={classes.nota} data-tom={isNewlyEnabled ? "aviso" : undefined} role="note">
        <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
        {AUDITOR_NOTICES}
      </p>
    </div>
  );
}

function CienciaSwitch({ form }: { form: UseFormReturn<FormValues> }): React.JSX.Element {
  const [ativarManifestacao, ativarAuditor] = form.watch(["ativarManifestacao", "ativarAuditor"]);
  const isPossible = isCienciaPossible({ ativarManifestacao, ativarAuditor });
  return (
    <div className={classes.chave}>
      <Switch
        disabled={!isPossible}
        checked={form.watch("cienciaAutomatica")}
        onChange={({ currentTarget }) =>
          form.setValue("cienciaAutomatica", currentTarget.checked, { shouldDirty: true })
        }
        label={t.ciencia}
        description={t.cienciaDica}
      />
      {!isPossible && (
        <p className={classes.pede}>
          <IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />
          {t.cienciaPede}
        </p>
      )}
    </div>
  );
}

function FeedSwitch({ form }: { form: UseFormReturn<FormValues> }): React.JSX.Element {
  return (
    <div className={classes.chave}>
      <Switch
        label={t.feed}
        description={t.feedDica}
        checked={form.watch("feedSefaz")}
        onChange={({ currentTarget }) =>
          form.setValue("feedSefaz", currentTarget.checked, { shouldDirty: true })
        }
      />
    </div>
  );
}

/** It has no effect until the company is proved; a note below it says so. */
function PublicDownloadSwitch(props: {
  form: UseFormReturn<FormValues>;
  isProved: boolean;
}): React.JSX.Element {
  const { form, isProved } = props;
  const isEnabled = form.watch("downloadPublico");
  return (
    <div className={classes.chave}>
      <Switch
        label={t.publico}
        description={t.publicoDica}
        checked={isEnabled}
        onChange={({ currentTarget }) =>
          form.setValue("downloadPublico", currentTarget.checked, { shouldDirty: true })
        }
      />
      {isEnabled && !isProved && (
        <p className={classes.pede}>
          <IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />
          {t.publicoPede}
        </p>
      )}
    </div>
  );
}

/** Disables automatic ciência once either of its two conditions is no longer met. */
function disableCienciaIfImpossible(form: UseFormReturn<FormValues>): void {
  if (!isCienciaPossible(form.getValues())) form.setValue("cienciaAutomatica", false, { shouldDirty: true });
}
