import { MENSAGENS_DAS_PESSOAS, senhaNova as regraDaSenha } from "@malote/contract";
import { Button } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { recusar } from "../../rpc/recusar.ts";
import { senhaNova as textos } from "../../textos/contas.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import { resolverOf } from "../../ui/regras.ts";
import classes from "../../ui/Tarefa.module.css";
import { type SenhaCampos, SenhaNova } from "./SenhaNova.tsx";

const schema = z.object({ senha: regraDaSenha, repetida: z.string() }).check(
  z.refine(({ senha, repetida }) => senha === repetida, {
    message: MENSAGENS_DAS_PESSOAS.senhasDiferentes,
    path: ["repetida"],
  }),
);

/** The form for a new password, opened by a link, with the user's identity. */
export function SenhaForm(props: {
  portador: { identificador: string; nomeUsuario: string };
  acao: string;
  /** Sends the password; a thrown error is shown. */
  onSenha: (senha: string) => Promise<void>;
}): React.JSX.Element {
  const { portador, acao, onSenha } = props;
  const form = useForm<SenhaCampos>({
    resolver: resolverOf<SenhaCampos>(schema),
    mode: "onTouched",
    defaultValues: { senha: "", repetida: "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ senha }) => {
    try {
      await onSenha(senha);
    } catch (error) {
      recusar(error, form, (campo) => (/senha|password/i.test(campo) ? "senha" : undefined));
    }
  });
  return (
    <Formulario className={classes.form} alterado={isDirty} onSubmit={(event) => void submit(event)}>
      {errors.root && <Alerta>{errors.root.message}</Alerta>}
      <dl className={classes.quem}>
        <dt>{textos.identificador}</dt>
        <dd>{portador.identificador}</dd>
        <dt>{textos.nomeUsuario}</dt>
        <dd>{portador.nomeUsuario}</dd>
      </dl>
      {/* For password managers, which look for a user name beside the password. */}
      <input
        className="vh"
        type="text"
        autoComplete="username"
        value={portador.nomeUsuario}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <SenhaNova form={form} />
      <div className={classes.acao}>
        <Button type="submit" size="md" loading={isSubmitting}>
          {acao}
        </Button>
      </div>
    </Formulario>
  );
}
