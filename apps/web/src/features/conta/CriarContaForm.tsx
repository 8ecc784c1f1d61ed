import {
  captcha,
  email,
  identificador,
  MENSAGENS_DAS_PESSOAS,
  nomePessoa,
  nomeUsuario,
  tipoPessoa,
  uf,
} from "@malote/contract";
import { UFS } from "@malote/syntax";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call.ts";
import { CAPTCHA_VALE_MS, solveCaptcha } from "../../rpc/captcha.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { criarConta as textos } from "../../textos/contas.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Captcha } from "../../ui/Captcha.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import { resolverOf } from "../../ui/regras.ts";
import { SelecaoDoForm } from "../../ui/SelecaoDoForm.tsx";
import classes from "../../ui/Tarefa.module.css";

const schema = z.object({
  tipoPessoa,
  identificador,
  uf,
  emailUsuario: email,
  nomeUsuario,
  nomeCompleto: nomePessoa(),
  captcha,
});
type Campos = z.infer<typeof schema>;

const VAZIO: Campos = {
  tipoPessoa: "Jurídica",
  identificador: "",
  uf: "",
  emailUsuario: "",
  nomeUsuario: "",
  nomeCompleto: "",
  captcha: "",
};
const nameOf = lastName(Object.keys(VAZIO) as (keyof Campos)[]);

/** The form that creates a conta. A captcha is valid once, so a refusal requires a new one. */
export function CriarContaForm({ onCriada }: { onCriada: (email: string) => void }): React.JSX.Element {
  const form = useForm<Campos>({
    resolver: resolverOf<Campos>(schema),
    mode: "onTouched",
    defaultValues: VAZIO,
  });
  const [vez, setVez] = useState(0);
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (campos) => {
    try {
      await create(campos);
      onCriada(campos.emailUsuario.trim());
    } catch (error) {
      recusar(error, form, nameOf, MENSAGENS_DAS_PESSOAS.erroConfigurandoConta);
      form.setValue("captcha", "");
      setVez((before) => before + 1);
    }
  });
  return (
    <Formulario className={classes.form} alterado={isDirty} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alerta>{errors.root.message}</Alerta>}
      <ContaCampos form={form} />
      <VoceCampos form={form} />
      <Captcha
        key={vez}
        solve={() => solveCaptcha("criar-conta")}
        valeMs={CAPTCHA_VALE_MS}
        cedo={isDirty}
        erro={errors.captcha?.message}
        onChange={(solved) => {
          form.setValue("captcha", solved ?? "");
          form.clearErrors("captcha");
        }}
      />
      <div className={classes.acao}>
        <Button type="submit" size="md" loading={isSubmitting}>
          {textos.acao}
        </Button>
      </div>
    </Formulario>
  );
}

type Parte = { form: UseFormReturn<Campos> };

function ContaCampos({ form }: Parte): React.JSX.Element {
  const { errors } = form.formState;
  return (
    <fieldset className={classes.grupo}>
      <legend>{textos.conta}</legend>
      <TextInput
        {...form.register("identificador")}
        label={textos.identificador}
        description={errors.identificador ? undefined : textos.identificadorDica}
        error={errors.identificador?.message}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={classes.dois}>
        <SelecaoDoForm
          control={form.control}
          name="tipoPessoa"
          rotulo={textos.tipoPessoa}
          vazio={{ value: "Jurídica", label: "Jurídica" }}
          opcoes={[{ value: "Física", label: "Física" }]}
        />
        <SelecaoDoForm
          control={form.control}
          name="uf"
          rotulo={textos.uf}
          vazio={{ value: "", label: textos.ufVazia }}
          opcoes={UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla}, ${nome}` }))}
        />
      </div>
    </fieldset>
  );
}

function VoceCampos({ form }: Parte): React.JSX.Element {
  const { errors } = form.formState;
  return (
    <fieldset className={classes.grupo}>
      <legend>{textos.voce}</legend>
      <TextInput
        {...form.register("nomeCompleto")}
        label={textos.nomeCompleto}
        error={errors.nomeCompleto?.message}
        autoComplete="name"
      />
      <TextInput
        {...form.register("emailUsuario")}
        type="email"
        label={textos.email}
        error={errors.emailUsuario?.message}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        {...form.register("nomeUsuario")}
        label={textos.nomeUsuario}
        description={errors.nomeUsuario ? undefined : textos.nomeUsuarioDica}
        error={errors.nomeUsuario?.message}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
    </fieldset>
  );
}

async function create(campos: Campos): Promise<void> {
  await call("Conta.newConta", {
    captcha: campos.captcha,
    conta: {
      tipoPessoa: campos.tipoPessoa,
      identificador: campos.identificador.trim(),
      uf: campos.uf,
    },
    emailUsuario: campos.emailUsuario.trim(),
    nomeUsuario: campos.nomeUsuario.trim(),
    nomeCompleto: campos.nomeCompleto.trim(),
  });
}
