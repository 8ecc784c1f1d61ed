import { WEBHOOK_TIPOS, type WebhookTipo } from "@malote/contract";
import { formatDocumento } from "@malote/syntax";
import { Button, Radio, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { empresasQuery } from "../../rpc/empresas.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { saveWebhook, type Webhook } from "../../rpc/webhooks.ts";
import { webhook as textos } from "../../textos/webhook.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import gaveta from "../../ui/Gaveta.module.css";
import { Marcavel } from "../../ui/Marcavel.tsx";
import { resolverOf } from "../../ui/regras.ts";
import { type Campos, schema, toCampos, toWebhook } from "./campos.ts";

const { campos: t } = textos;
const PERGUNTA = { ...textos.abandonar, destrutiva: true };
type Form = UseFormReturn<Campos>;
const nameOf = lastName(["url", "descricao", "tipos", "empresas"] as const);

/** The form of a webhook: address, event types and companies. */
export function WebhookForm(props: {
  guardado: Webhook | null;
  onDirty: (dirty: boolean) => void;
  onFeito: (feito: { webhook: Webhook; segredo: string | null }) => void;
  onCancelar: () => void;
}): React.JSX.Element {
  const { guardado, onDirty, onFeito, onCancelar } = props;
  const form = useForm<Campos>({
    resolver: resolverOf<Campos>(schema),
    mode: "onTouched",
    defaultValues: toCampos(guardado),
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const submit = form.handleSubmit(async (campos) => {
    try {
      onFeito(await saveWebhook(toWebhook(campos, guardado?.id ?? null)));
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
        <Tipos form={form} />
        <Alcance form={form} />
      </div>
      <footer className={gaveta.pe}>
        <Button variant="default" onClick={onCancelar}>
          {t.cancelar}
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {guardado ? t.salvar : t.criar}
        </Button>
      </footer>
    </Formulario>
  );
}

function Tipos({ form }: { form: Form }): React.JSX.Element {
  const chosen = form.watch("tipos");
  const erro = form.formState.errors.tipos?.message;
  const toggle = (tipo: WebhookTipo): void => {
    const next = WEBHOOK_TIPOS.filter((each) => chosen.includes(each) !== (each === tipo));
    form.setValue("tipos", next, { shouldDirty: true, shouldValidate: erro !== undefined });
  };
  return (
    <fieldset className={gaveta.grupo}>
      <legend className="campo-rotulo">{t.tipos}</legend>
      {WEBHOOK_TIPOS.map((tipo) => (
        <Marcavel
          key={tipo}
          titulo={textos.tipos[tipo]}
          texto={textos.sobre[tipo]}
          marcado={chosen.includes(tipo)}
          onChange={() => toggle(tipo)}
        />
      ))}
      {erro && (
        <p className="campo-erro" role="alert">
          {erro}
        </p>
      )}
    </fieldset>
  );
}

function Alcance({ form }: { form: Form }): React.JSX.Element {
  const [algumas, empresas] = form.watch(["algumas", "empresas"]);
  const { data } = useQuery({ ...empresasQuery, enabled: algumas });
  const erro = form.formState.errors.empresas?.message;
  const toggle = (id: string): void => {
    const next = empresas.includes(id) ? empresas.filter((each) => each !== id) : [...empresas, id];
    form.setValue("empresas", next, { shouldDirty: true, shouldValidate: erro !== undefined });
  };
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
        <fieldset className={`${gaveta.grupo} ${gaveta.empresas}`}>
          <legend className="vh">{t.algumas}</legend>
          {data?.length === 0 && <p className="campo-dica">{t.nenhumaEmpresa}</p>}
          {data?.map(({ id, nome, cnpj }) => (
            <Marcavel
              key={id}
              titulo={nome}
              texto={formatDocumento(cnpj)}
              marcado={empresas.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
          {erro && (
            <p className="campo-erro" role="alert">
              {erro}
            </p>
          )}
        </fieldset>
      )}
    </div>
  );
}
