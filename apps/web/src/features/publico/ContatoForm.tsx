import { CONTATO_TEXTO_MAX, captcha, email, nomePessoa, obrigatorio } from "@malote/contract";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call.ts";
import { CAPTCHA_VALE_MS, solveCaptcha } from "../../rpc/captcha.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { contato as textos } from "../../textos/publico.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Captcha } from "../../ui/Captcha.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import { resolverOf } from "../../ui/regras.ts";
import classes from "../../ui/Tarefa.module.css";

const schema = z.object({
  nome: nomePessoa(),
  email,
  telefone: z.string(),
  empresa: z.string(),
  mensagem: obrigatorio(CONTATO_TEXTO_MAX),
  captcha,
});
type Campos = z.infer<typeof schema>;

const VAZIO: Campos = { nome: "", email: "", telefone: "", empresa: "", mensagem: "", captcha: "" };
const nameOf = lastName(Object.keys(VAZIO) as (keyof Campos)[]);

/** The contact form; the typed text stays when sending fails. */
export function ContatoForm({ onEnviada }: { onEnviada: (email: string) => void }): React.JSX.Element {
  const form = useForm<Campos>({
    resolver: resolverOf<Campos>(schema),
    mode: "onTouched",
    defaultValues: VAZIO,
  });
  const [vez, setVez] = useState(0);
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (campos) => {
    try {
      await send(campos);
      onEnviada(campos.email.trim());
    } catch (error) {
      recusar(error, form, nameOf);
      form.setValue("captcha", "");
      setVez((before) => before + 1);
    }
  });
  return (
    <Formulario className={classes.form} alterado={isDirty} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alerta>{errors.root.message}</Alerta>}
      <ContatoCampos form={form} />
      <Captcha
        key={vez}
        solve={() => solveCaptcha("contato")}
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
          {textos.enviar}
        </Button>
      </div>
    </Formulario>
  );
}

function ContatoCampos({ form }: { form: UseFormReturn<Campos> }): React.JSX.Element {
  const { errors } = form.formState;
  return (
    <>
      <div className={classes.dois}>
        <TextInput
          {...form.register("nome")}
          label={textos.nome}
          error={errors.nome?.message}
          autoComplete="name"
        />
        <TextInput
          {...form.register("email")}
          type="email"
          label={textos.email}
          error={errors.email?.message}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          {...form.register("telefone")}
          type="tel"
          label={textos.telefone}
          description={textos.opcional}
          autoComplete="tel"
        />
        <TextInput
          {...form.register("empresa")}
          label={textos.empresa}
          description={textos.opcional}
          autoComplete="organization"
        />
      </div>
      <Textarea
        {...form.register("mensagem")}
        label={textos.mensagem}
        error={errors.mensagem?.message}
        autosize
        minRows={5}
        maxRows={14}
        classNames={{ input: classes.texto }}
      />
    </>
  );
}

async function send(campos: Campos): Promise<void> {
  await call("Conta.sendContato", {
    captcha: campos.captcha,
    homePageContato: {
      nome: campos.nome.trim(),
      email: campos.email.trim(),
      telefone: campos.telefone.trim() || null,
      empresa: campos.empresa.trim() || null,
      mensagem: campos.mensagem.trim(),
    },
  });
}
