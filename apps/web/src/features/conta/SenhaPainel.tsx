import { MENSAGENS_DAS_PESSOAS, senhaNova } from "@malote/contract";
import { Button } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call.ts";
import { refreshSessoes } from "../../rpc/minha-conta.ts";
import { recusar } from "../../rpc/recusar.ts";
import type { Usuario } from "../../rpc/usuarios.ts";
import { senhaNova as daSenha } from "../../textos/contas.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import { resolverOf } from "../../ui/regras.ts";
import { Segredo } from "../../ui/Segredo.tsx";
import { avisar } from "../../ui/toast.tsx";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";
import { SenhaNova } from "./SenhaNova.tsx";

const textos = minhaConta.senha;
const schema = z
  .object({
    atual: z.string().check(z.minLength(1, MENSAGENS_DAS_PESSOAS.senhaAtualObrigatoria)),
    senha: senhaNova,
    repetida: z.string(),
  })
  .check(
    z.refine(({ senha, repetida }) => senha === repetida, {
      message: MENSAGENS_DAS_PESSOAS.senhasDiferentes,
      path: ["repetida"],
    }),
  );
type Campos = z.infer<typeof schema>;
const VAZIO: Campos = { atual: "", senha: "", repetida: "" };

/** Changes the user's own password. */
export function SenhaPainel({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const form = useForm<Campos>({ resolver: resolverOf<Campos>(schema), defaultValues: VAZIO });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async ({ atual, senha }) => {
    const { id, nome, nomeUsuario, nomeCompleto, email } = usuario;
    try {
      await call("Usuario.saveUsuario", {
        usuario: { id, nome, nomeUsuario, nomeCompleto, email },
        newPassword: senha,
        senhaAtual: atual,
      });
      form.reset(VAZIO);
      await refreshSessoes();
      avisar(textos.trocada);
    } catch (error) {
      recusar(error, form, (campo) => (campo === "senhaAtual" ? "atual" : "senha"));
    }
  });
  return (
    <Painel titulo={textos.titulo} texto={textos.texto}>
      <Formulario className={classes.form} alterado={isDirty} onSubmit={(event) => void submit(event)}>
        {errors.root && <Alerta>{errors.root.message}</Alerta>}
        <Segredo
          {...form.register("atual")}
          label={textos.atual}
          error={errors.atual?.message}
          autoComplete="current-password"
          rotulos={{ mostrar: daSenha.mostrar, esconder: daSenha.esconder }}
        />
        <SenhaNova form={form} />
        <div className={classes.acoes}>
          <Button type="submit" variant="default" disabled={!isDirty} loading={isSubmitting}>
            {textos.trocar}
          </Button>
        </div>
      </Formulario>
    </Painel>
  );
}
