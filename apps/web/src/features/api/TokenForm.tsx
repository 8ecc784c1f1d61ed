import { ESCOPOS } from "@malote/contract";
import { Button, Radio, TextInput } from "@mantine/core";
import { useEffect, useMemo } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { type ApiToken, type Feito, saveApiToken } from "../../rpc/api-token.ts";
import { useAtual, useZona } from "../../rpc/atual.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { api } from "../../textos/api.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { DataCampo } from "../../ui/DataCampo.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import gaveta from "../../ui/Gaveta.module.css";
import { Marcavel } from "../../ui/Marcavel.tsx";
import { resolverOf } from "../../ui/regras.ts";
import { CAMPOS_NOVOS, type Campos, schema, toApiToken, toCampos } from "./campos.ts";
import { EmpresasCampo } from "./EmpresasCampo.tsx";

const { campos: t } = api.gaveta;
const PERGUNTA = { ...api.gaveta.abandonar, destrutiva: true };
type Form = UseFormReturn<Campos>;

/** Fields that show their own errors; other errors are shown above the form. */
const nameOf = lastName(["nome", "escopos", "empresas", "validade"] as const);

/** The form of a new or stored token: name, scopes, companies and expiry. */
export function TokenForm(props: {
  guardado: ApiToken | null;
  onDirty: (dirty: boolean) => void;
  onFeito: (feito: Feito) => void;
  onCancelar: () => void;
}): React.JSX.Element {
  const { guardado, onDirty, onFeito, onCancelar } = props;
  const zona = useZona();
  const stored = useMemo(() => (guardado ? toCampos(guardado, zona) : CAMPOS_NOVOS), [guardado, zona]);
  const form = useForm<Campos>({
    resolver: resolverOf<Campos>(schema),
    mode: "onTouched",
    defaultValues: stored,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const submit = form.handleSubmit(async (campos) => {
    try {
      onFeito(await saveApiToken(toApiToken(campos, guardado?.id ?? null)));
    } catch (error) {
      recusar(error, form, nameOf);
    }
  });
  return (
    <Formulario
      className={gaveta.form}
      alterado={isDirty}
      pergunta={PERGUNTA}
      onSubmit={(event) => void submit(event)}
    >
      <div className={gaveta.rolo}>
        {errors.root && <Alerta>{errors.root.message}</Alerta>}
        <TextInput
          {...form.register("nome")}
          data-autofocus
          label={t.nome}
          description={errors.nome ? undefined : t.nomeDica}
          error={errors.nome?.message}
          autoComplete="off"
        />
        <EscoposCampo form={form} />
        <Alcance form={form} />
        <Controller
          control={form.control}
          name="validade"
          render={({ field }) => (
            <DataCampo
              rotulo={t.validade}
              valor={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              erro={errors.validade?.message}
              dica={t.validadeDica}
            />
          )}
        />
      </div>
      <footer className={gaveta.pe}>
        <Button variant="default" onClick={onCancelar}>
          {api.gaveta.cancelar}
        </Button>
        <Button type="submit" loading={isSubmitting} disabled={guardado !== null && !isDirty}>
          {guardado ? api.gaveta.salvar : api.gaveta.criar}
        </Button>
      </footer>
    </Formulario>
  );
}

/** The scopes, each with a description of what it allows. */
function EscoposCampo({ form }: { form: Form }): React.JSX.Element {
  const manifesta = useAtual()?.usuario.permissaoManifestacao ?? false;
  const chosen = form.watch("escopos");
  const erro = form.formState.errors.escopos?.message;
  const toggle = (escopo: string): void => {
    const next = chosen.includes(escopo) ? chosen.filter((each) => each !== escopo) : [...chosen, escopo];
    form.setValue("escopos", next, { shouldDirty: true, shouldValidate: erro !== undefined });
  };
  return (
    <fieldset className={gaveta.grupo}>
      <legend className="campo-rotulo">{t.escopos}</legend>
      {ESCOPOS.map((escopo) => {
        const marcado = chosen.includes(escopo);
        const impedido = escopo === "manifestar" && !manifesta && !marcado;
        return (
          <Marcavel
            key={escopo}
            titulo={escopo}
            mono
            texto={impedido ? api.manifestarImpedido : api.escopos[escopo]}
            marcado={marcado}
            impedido={impedido}
            onChange={() => toggle(escopo)}
          />
        );
      })}
      {erro && (
        <p className="campo-erro" role="alert">
          {erro}
        </p>
      )}
    </fieldset>
  );
}

/** Selects all companies or some. */
function Alcance({ form }: { form: Form }): React.JSX.Element {
  const [algumas, empresas] = form.watch(["algumas", "empresas"]);
  const erro = form.formState.errors.empresas?.message;
  return (
    <div className={gaveta.grupo}>
      <Radio.Group
        label={t.empresas}
        value={algumas ? "algumas" : "todas"}
        onChange={(valor) => form.setValue("algumas", valor === "algumas", { shouldDirty: true })}
      >
        <div className={gaveta.opcoes}>
          <Radio value="todas" label={t.todas} />
          <Radio value="algumas" label={t.algumas} />
        </div>
      </Radio.Group>
      {algumas && (
        <EmpresasCampo
          valor={empresas}
          erro={erro}
          onChange={(next) =>
            form.setValue("empresas", next, { shouldDirty: true, shouldValidate: erro !== undefined })
          }
        />
      )}
    </div>
  );
}
