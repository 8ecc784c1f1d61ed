import { PEOPLE_MESSAGES } from "@malote/contract";
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { call } from "../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { refreshUsuarios, type Usuario } from "../../rpc/conta/usuarios.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { usuarioTexts as texts } from "../../texts/admin/usuarios.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { FormPanes } from "../../ui/form/FormPanes.tsx";
import { schemaResolver } from "../../ui/form/schema-resolver.ts";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { useNow } from "../../ui/state/use-now.ts";
import { changesEmail, IdentityFields, PermissionFields } from "./UsuarioFields.tsx";
import classes from "./UsuarioList.module.css";
import { resendConvite } from "./usuario-actions.ts";
import { EMPTY_VALUES, type FormValues, schema, toFormValues, toUsuario } from "./usuario-form-values.ts";

/** Fields that show their own errors; other errors are shown above the form. */
const formFieldOf = fieldOfPath(["nomeCompleto", "nome", "nomeUsuario", "email", "senhaAtual"] as const);

/** The form of a user; saving a new one sends an invitation. */
export function UsuarioForm(props: {
  savedUsuario: Usuario | null;
  isManager: boolean;
  /** Whether the user is the caller. */
  own: boolean;
  /** Why the form is read-only; null when it is editable. */
  readOnlyReason: string | null;
  onSaved: () => void;
  onCancel: () => void;
}): React.JSX.Element {
  const { savedUsuario, isManager, own, readOnlyReason, onSaved, onCancel } = props;
  const stored = useMemo(() => (savedUsuario ? toFormValues(savedUsuario) : EMPTY_VALUES), [savedUsuario]);
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    mode: "onTouched",
    defaultValues: stored,
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const ownEmail = own ? (savedUsuario?.email ?? null) : null;
  const submit = form.handleSubmit(async (values) => {
    if (await save(values, { savedUsuario, isManager, ownEmail, form })) onSaved();
  });
  return (
    <FormPanes
      lockedReason={readOnlyReason}
      onSubmit={submit}
      footer={{
        save: savedUsuario ? texts.salvar : texts.convidar,
        note: isDirty ? texts.naoSalvas : savedUsuario ? texts.nadaMudou : "",
        isDirty,
        isSubmitting,
        onCancel,
      }}
      side={{
        label: texts.lado,
        content: <InvitationPanel savedUsuario={savedUsuario} isManager={isManager} />,
      }}
    >
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <IdentityFields form={form} ownEmail={ownEmail} />
      {isManager && (
        <PermissionFields form={form} isOwner={savedUsuario?.proprietarioConta ?? false} own={own} />
      )}
    </FormPanes>
  );
}

/** Beside the form: what happens after an invitation, or the state of the one that was sent. */
function InvitationPanel({
  savedUsuario,
  isManager,
}: {
  savedUsuario: Usuario | null;
  isManager: boolean;
}): React.JSX.Element | null {
  const timeZone = useTimeZone();
  const now = useNow();
  if (savedUsuario === null) {
    return (
      <section className={classes.lado}>
        <h2 className="t-secao">{texts.depois.titulo}</h2>
        <p>{texts.depois.texto}</p>
      </section>
    );
  }
  if (savedUsuario.ativado || !savedUsuario.ativo) return null;
  const { conviteExpiraEm } = savedUsuario;
  const isValid = conviteExpiraEm !== null && conviteExpiraEm > now;
  return (
    <section className={classes.lado}>
      <h2 className="t-secao">{texts.convite.titulo}</h2>
      <p>
        {isValid
          ? texts.convite.ate(formatNearInstant(conviteExpiraEm, now, timeZone))
          : texts.convite.vencido}
      </p>
      {isManager && (
        <Button variant="default" onClick={() => void resendConvite(savedUsuario)}>
          {texts.convite.reenviar}
        </Button>
      )}
    </section>
  );
}

type SaveOptions = {
  savedUsuario: Usuario | null;
  isManager: boolean;
  /** The stored address, when the caller edits their own account. */
  ownEmail: string | null;
  form: UseFormReturn<FormValues>;
};

/** @returns whether it was saved; otherwise the errors are on screen */
async function save(
  values: FormValues,
  { savedUsuario, isManager, ownEmail, form }: SaveOptions,
): Promise<boolean> {
  try {
    await call("Usuario.saveUsuario", {
      usuario: toUsuario(values, { id: savedUsuario?.id ?? null, isManager }),
      ...(changesEmail(values.email, ownEmail) ? { senhaAtual: values.senhaAtual } : {}),
    });
    await refreshUsuarios();
    showToast(savedUsuario ? texts.salvo(values.nome.trim()) : texts.convidado(values.email.trim()));
    return true;
  } catch (error) {
    showFormFailure(error, form, formFieldOf, savedUsuario ? undefined : PEOPLE_MESSAGES.conviteNaoEnviado);
    return false;
  }
}
