import { email, nomePessoa, nomeUsuario } from "@malote/contract";
import { Button, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { refreshUsuarios, type Usuario } from "../../rpc/usuarios.ts";
import { senhaNova } from "../../textos/contas.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { usuario as campos } from "../../textos/usuarios.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import { resolverOf } from "../../ui/regras.ts";
import { Segredo } from "../../ui/Segredo.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { CORES } from "./cores.ts";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";

const textos = minhaConta.voce;
const schema = z.object({
  nomeCompleto: nomePessoa(),
  nome: nomePessoa(),
  nomeUsuario,
  email,
  /** Required when the address changes, because a password reset is sent to it. */
  senhaAtual: z.string(),
});
type Campos = z.infer<typeof schema>;
const NAMES = ["nomeCompleto", "nome", "nomeUsuario", "email", "senhaAtual"] as const;

/** The user's own names, e-mail address and colour. */
export function VocePainel({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const { id, nomeCompleto, nome } = usuario;
  const form = useForm<Campos>({
    resolver: resolverOf<Campos>(schema),
    mode: "onTouched",
    values: { nomeCompleto, nome, nomeUsuario: usuario.nomeUsuario, email: usuario.email, senhaAtual: "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const mudaEmail = form.watch("email").trim() !== usuario.email;
  const submit = form.handleSubmit(async (typed) => {
    try {
      await call("Usuario.saveUsuario", {
        usuario: { id, ...trimmed(typed) },
        ...(mudaEmail ? { senhaAtual: typed.senhaAtual } : {}),
      });
      await refreshUsuarios();
      avisar(textos.salvo);
    } catch (error) {
      recusar(error, form, lastName(NAMES));
    }
  });
  const { campos: t } = campos;
  return (
    <Painel titulo={textos.titulo}>
      <Formulario className={classes.form} alterado={isDirty} onSubmit={(event) => void submit(event)}>
        {errors.root && <Alerta>{errors.root.message}</Alerta>}
        <TextInput
          {...form.register("nomeCompleto")}
          label={t.nomeCompleto}
          error={errors.nomeCompleto?.message}
          autoComplete="name"
        />
        <div className={classes.dois}>
          <TextInput
            {...form.register("nome")}
            label={t.nome}
            error={errors.nome?.message}
            autoComplete="given-name"
          />
          <TextInput
            {...form.register("nomeUsuario")}
            label={t.nomeUsuario}
            error={errors.nomeUsuario?.message}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <TextInput
          {...form.register("email")}
          type="email"
          label={t.email}
          error={errors.email?.message}
          autoComplete="email"
        />
        {mudaEmail && (
          <Segredo
            {...form.register("senhaAtual")}
            label={minhaConta.senha.atual}
            description={errors.senhaAtual ? undefined : textos.emailPede}
            error={errors.senhaAtual?.message}
            autoComplete="current-password"
            rotulos={{ mostrar: senhaNova.mostrar, esconder: senhaNova.esconder }}
          />
        )}
        <div className={classes.acoes}>
          <Button type="submit" variant="default" disabled={!isDirty} loading={isSubmitting}>
            {textos.salvar}
          </Button>
        </div>
      </Formulario>
      <Cores atual={usuario.color} />
    </Painel>
  );
}

function trimmed(campos: Campos): Omit<Campos, "senhaAtual"> {
  const { nomeCompleto, nome, nomeUsuario: entra, email: endereco } = campos;
  return {
    nomeCompleto: nomeCompleto.trim(),
    nome: nome.trim(),
    nomeUsuario: entra.trim(),
    email: endereco.trim(),
  };
}

/** The colour is saved on selection, without a save button. */
function Cores({ atual }: { atual: string | null }): React.JSX.Element {
  const choose = async (color: string | null): Promise<void> => {
    try {
      await call("Usuario.saveColor", { color });
      await refreshUsuarios();
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
  };
  return (
    <fieldset className={classes.cores}>
      <legend className="campo-rotulo">{textos.cor}</legend>
      {[null, ...CORES.map(({ valor }) => valor)].map((color) => (
        <label key={color ?? ""}>
          <input
            type="radio"
            name="cor"
            aria-label={CORES.find(({ valor }) => valor === color)?.nome ?? textos.semCor}
            checked={(atual?.toLowerCase() ?? null) === (color?.toLowerCase() ?? null)}
            onChange={() => void choose(color)}
          />
          <span style={color === null ? undefined : { background: color }} aria-hidden="true">
            {color !== null && atual?.toLowerCase() === color.toLowerCase() && (
              <IconCheck size={14} stroke={2.4} />
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
