import { AVISO_AUDITOR } from "@malote/contract";
import { formatInteiro, UFS } from "@malote/syntax";
import { Switch, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { UseFormReturn } from "react-hook-form";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresas, empresa as textos } from "../../textos/empresas.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { SelecaoDoForm } from "../../ui/SelecaoDoForm.tsx";
import { CnpjCampo } from "./CnpjCampo.tsx";
import { type Campos, isCienciaPossible } from "./campos.ts";
import classes from "./EmpresaForm.module.css";

type CamposProps = { form: UseFormReturn<Campos>; guardada: Empresa | null; gerente: boolean };

const { campos: t } = textos;
const UF_OPCOES = UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla} · ${nome}` }));

/** The fields of a company: its identity, and what Malote may do in its name. */
export function EmpresaCampos({ form, guardada, gerente }: CamposProps): React.JSX.Element {
  const { errors } = form.formState;
  const documentos = guardada?.documentos ?? 0;
  const perde = guardada?.certificado != null && form.formState.dirtyFields.cnpj === true;
  return (
    <>
      <TextInput
        {...form.register("nome")}
        label={t.nome}
        description={errors.nome ? undefined : t.nomeDica}
        error={errors.nome?.message}
        autoComplete="off"
      />
      <CnpjCampo
        control={form.control}
        fixo={documentos > 0}
        dica={
          documentos > 0
            ? t.cnpjFica(empresas.documentos(formatInteiro(documentos)))
            : perde
              ? t.cnpjMuda
              : t.cnpjDica
        }
      />
      <SelecaoDoForm
        control={form.control}
        name="uf"
        rotulo={t.uf}
        dica={t.ufDica}
        disabled={!gerente}
        vazio={{ value: "", label: t.ufNenhuma }}
        opcoes={UF_OPCOES}
      />
      <Manifestacao form={form} />
      <Auditor form={form} />
      <Ciencia form={form} />
      <Feed form={form} />
      <Publico form={form} provada={guardada?.prova != null} />
    </>
  );
}

function Manifestacao({ form }: { form: UseFormReturn<Campos> }): React.JSX.Element {
  return (
    <div className={classes.chave}>
      <Switch
        label={t.manifestacao}
        description={t.manifestacaoDica}
        checked={form.watch("ativarManifestacao")}
        onChange={({ currentTarget }) => {
          form.setValue("ativarManifestacao", currentTarget.checked, { shouldDirty: true });
          dropCiencia(form);
        }}
      />
    </div>
  );
}

/**
 * Enabling it needs a confirmation: it can take SEFAZ's list of the CNPJ from another system that
 * reads it.
 */
function Auditor({ form }: { form: UseFormReturn<Campos> }): React.JSX.Element {
  const ligado = form.watch("ativarAuditor");
  const recente = ligado && form.formState.dirtyFields.ativarAuditor === true;
  const put = (value: boolean): void => {
    form.setValue("ativarAuditor", value, { shouldDirty: true });
    dropCiencia(form);
  };
  const change = async (wanted: boolean): Promise<void> => {
    const { nao, ...pergunta } = textos.ligarAuditor;
    put(wanted && (await confirmar({ ...pergunta, cancelar: nao })));
  };
  return (
    <div className={classes.chave}>
      <Switch
        label={t.auditor}
        description={t.auditorDica}
        checked={ligado}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      <p className={classes.nota} data-tom={recente ? "aviso" : undefined} role="note">
        <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
        {AVISO_AUDITOR}
      </p>
    </div>
  );
}

function Ciencia({ form }: { form: UseFormReturn<Campos> }): React.JSX.Element {
  const [ativarManifestacao, ativarAuditor] = form.watch(["ativarManifestacao", "ativarAuditor"]);
  const possible = isCienciaPossible({ ativarManifestacao, ativarAuditor });
  return (
    <div className={classes.chave}>
      <Switch
        disabled={!possible}
        checked={form.watch("cienciaAutomatica")}
        onChange={({ currentTarget }) =>
          form.setValue("cienciaAutomatica", currentTarget.checked, { shouldDirty: true })
        }
        label={t.ciencia}
        description={t.cienciaDica}
      />
      {!possible && (
        <p className={classes.pede}>
          <IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />
          {t.cienciaPede}
        </p>
      )}
    </div>
  );
}

function Feed({ form }: { form: UseFormReturn<Campos> }): React.JSX.Element {
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
function Publico(props: { form: UseFormReturn<Campos>; provada: boolean }): React.JSX.Element {
  const { form, provada } = props;
  const ligado = form.watch("downloadPublico");
  return (
    <div className={classes.chave}>
      <Switch
        label={t.publico}
        description={t.publicoDica}
        checked={ligado}
        onChange={({ currentTarget }) =>
          form.setValue("downloadPublico", currentTarget.checked, { shouldDirty: true })
        }
      />
      {ligado && !provada && (
        <p className={classes.pede}>
          <IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />
          {t.publicoPede}
        </p>
      )}
    </div>
  );
}

/** Disables automatic ciência once either of its two conditions is no longer met. */
function dropCiencia(form: UseFormReturn<Campos>): void {
  if (!isCienciaPossible(form.getValues())) form.setValue("cienciaAutomatica", false, { shouldDirty: true });
}
