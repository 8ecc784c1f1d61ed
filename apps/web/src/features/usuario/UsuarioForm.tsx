import { MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { useZona } from "../../rpc/atual.ts";
import { call } from "../../rpc/call.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { refreshUsuarios, type Usuario } from "../../rpc/usuarios.ts";
import { usuario as textos } from "../../textos/usuarios.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { useAgora } from "../../ui/agora.ts";
import { FormPanes } from "../../ui/FormPanes.tsx";
import { formatQuando } from "../../ui/quando.ts";
import { resolverOf } from "../../ui/regras.ts";
import { avisar } from "../../ui/toast.tsx";
import { resendConvite } from "./acoes.ts";
import { CAMPOS_NOVOS, type Campos, schema, toCampos, toUsuario } from "./campos.ts";
import { changesEmail, PessoaCampos, PoderesCampos } from "./UsuarioCampos.tsx";
import classes from "./Usuarios.module.css";

/** Fields that show their own errors; other errors are shown above the form. */
const nameOf = lastName(["nomeCompleto", "nome", "nomeUsuario", "email", "senhaAtual"] as const);

/** The form of a user; saving a new one sends an invitation. */
export function UsuarioForm(props: {
  guardado: Usuario | null;
  gerente: boolean;
  /** Whether the user is the caller. */
  proprio: boolean;
  /** Why the form is read-only; null when it is editable. */
  impedido: string | null;
  onSalvo: () => void;
  onCancelar: () => void;
}): React.JSX.Element {
  const { guardado, gerente, proprio, impedido, onSalvo, onCancelar } = props;
  const stored = useMemo(() => (guardado ? toCampos(guardado) : CAMPOS_NOVOS), [guardado]);
  const form = useForm<Campos>({
    resolver: resolverOf<Campos>(schema),
    mode: "onTouched",
    defaultValues: stored,
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const emailProprio = proprio ? (guardado?.email ?? null) : null;
  const submit = form.handleSubmit(async (campos) => {
    if (await save(campos, { guardado, gerente, emailProprio, form })) onSalvo();
  });
  return (
    <FormPanes
      impedido={impedido}
      onSubmit={submit}
      pe={{
        salvar: guardado ? textos.salvar : textos.convidar,
        nota: isDirty ? textos.naoSalvas : guardado ? textos.nadaMudou : "",
        isDirty,
        isSubmitting,
        onCancelar,
      }}
      lado={{ rotulo: textos.lado, conteudo: <Lado guardado={guardado} gerente={gerente} /> }}
    >
      {errors.root && <Alerta>{errors.root.message}</Alerta>}
      <PessoaCampos form={form} emailProprio={emailProprio} />
      {gerente && (
        <PoderesCampos form={form} proprietario={guardado?.proprietarioConta ?? false} proprio={proprio} />
      )}
    </FormPanes>
  );
}

/** Beside the form: what happens after an invitation, or the state of the one that was sent. */
function Lado({
  guardado,
  gerente,
}: {
  guardado: Usuario | null;
  gerente: boolean;
}): React.JSX.Element | null {
  const zona = useZona();
  const agora = useAgora();
  if (guardado === null) {
    return (
      <section className={classes.lado}>
        <h2 className="t-secao">{textos.depois.titulo}</h2>
        <p>{textos.depois.texto}</p>
      </section>
    );
  }
  if (guardado.ativado || !guardado.ativo) return null;
  const { conviteExpiraEm } = guardado;
  const vale = conviteExpiraEm !== null && conviteExpiraEm > agora;
  return (
    <section className={classes.lado}>
      <h2 className="t-secao">{textos.convite.titulo}</h2>
      <p>{vale ? textos.convite.ate(formatQuando(conviteExpiraEm, agora, zona)) : textos.convite.vencido}</p>
      {gerente && (
        <Button variant="default" onClick={() => void resendConvite(guardado)}>
          {textos.convite.reenviar}
        </Button>
      )}
    </section>
  );
}

type Saving = {
  guardado: Usuario | null;
  gerente: boolean;
  /** The stored address, when the caller edits their own account. */
  emailProprio: string | null;
  form: UseFormReturn<Campos>;
};

/** @returns whether it was saved; otherwise the errors are on screen */
async function save(campos: Campos, { guardado, gerente, emailProprio, form }: Saving): Promise<boolean> {
  try {
    await call("Usuario.saveUsuario", {
      usuario: toUsuario(campos, { id: guardado?.id ?? null, gerente }),
      ...(changesEmail(campos.email, emailProprio) ? { senhaAtual: campos.senhaAtual } : {}),
    });
    await refreshUsuarios();
    avisar(guardado ? textos.salvo(campos.nome.trim()) : textos.convidado(campos.email.trim()));
    return true;
  } catch (error) {
    recusar(error, form, nameOf, guardado ? undefined : MENSAGENS_DAS_PESSOAS.conviteNaoEnviado);
    return false;
  }
}
