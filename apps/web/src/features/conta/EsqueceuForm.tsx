import { email } from "@malote/contract";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { esqueceu as textos } from "../../textos/contas.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Formulario, SEM_RASCUNHO } from "../../ui/Formulario.tsx";
import { resolverOf } from "../../ui/regras.ts";
import classes from "../../ui/Tarefa.module.css";

const schema = z.object({ email });
type Campos = z.infer<typeof schema>;

/**
 * Requests the e-mail with the reset link; the server replies the same whether or not the address
 * exists.
 */
export function EsqueceuForm({ onFeito }: { onFeito: (mensagem: string) => void }): React.JSX.Element {
  const form = useForm<Campos>({ resolver: resolverOf<Campos>(schema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (campos) => {
    try {
      const answer = await call("Usuario.resetPassword", { email: campos.email.trim() });
      onFeito(answer.mensagem ?? "");
    } catch (error) {
      recusar(error, form, lastName(["email"] as const));
    }
  });
  return (
    <Formulario className={classes.form} alterado={SEM_RASCUNHO} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alerta>{errors.root.message}</Alerta>}
      <TextInput
        {...form.register("email")}
        type="email"
        label={textos.email}
        error={errors.email?.message}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <div className={classes.acao}>
        <Button type="submit" size="md" loading={isSubmitting}>
          {textos.acao}
        </Button>
      </div>
    </Formulario>
  );
}
