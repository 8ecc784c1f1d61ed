import { Button } from "@mantine/core";
import { call } from "../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { refreshUsuarios, type Usuario } from "../../rpc/conta/usuarios.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { usuarioTexts as texts } from "../../texts/admin/usuarios.ts";
import { peopleMessages } from "../../texts/names/messages.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { FormPanes } from "../../ui/form/FormPanes.tsx";
import { SideSection } from "../../ui/form/SideSection.tsx";
import { useStoredForm } from "../../ui/form/use-stored-form.ts";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { useNow } from "../../ui/state/use-now.ts";
import { changesEmail, IdentityFields, PermissionFields } from "./UsuarioFields.tsx";
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
  /** Shown last beside the form. */
  footer: React.ReactNode;
}): React.JSX.Element {
  const { savedUsuario, isManager, own, readOnlyReason, onSaved, onCancel, footer } = props;
  const ownEmail = own ? (savedUsuario?.email ?? null) : null;
  const form = useStoredForm<FormValues>({
    schema,
    draftOwner: useOwner(),
    values: savedUsuario ? toFormValues(savedUsuario) : EMPTY_VALUES,
    save: async (values) => {
      await call("Usuario.saveUsuario", {
        usuario: toUsuario(values, { id: savedUsuario?.id ?? null, isManager }),
        ...(changesEmail(values.email, ownEmail) ? { senhaAtual: values.senhaAtual } : {}),
      });
      await refreshUsuarios();
      showToast(savedUsuario ? texts.salvo(values.nome.trim()) : texts.convidado(values.email.trim()));
      onSaved();
    },
    onFailure: (error, form) =>
      showFormFailure(error, form, formFieldOf, savedUsuario ? undefined : peopleMessages.conviteNaoEnviado),
  });
  return (
    <FormPanes
      form={form}
      lockedReason={readOnlyReason}
      isNew={savedUsuario === null}
      submitLabel={savedUsuario ? texts.salvar : texts.convidar}
      onCancel={onCancel}
      side={{
        label: texts.lado,
        content: (
          <>
            <InvitationPanel savedUsuario={savedUsuario} isManager={isManager} />
            {footer}
          </>
        ),
      }}
    >
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
      <SideSection title={texts.depois.titulo}>
        <p>{texts.depois.texto}</p>
      </SideSection>
    );
  }
  if (savedUsuario.ativado || !savedUsuario.ativo) return null;
  const { conviteExpiraEm } = savedUsuario;
  const isValid = conviteExpiraEm !== null && conviteExpiraEm > now;
  return (
    <SideSection title={texts.convite.titulo}>
      <p>
        {isValid
          ? texts.convite.ate(formatNearInstant(conviteExpiraEm, now, timeZone))
          : texts.convite.vencido}
      </p>
      {isManager && (
        <div>
          <Button variant="default" onClick={() => void resendConvite(savedUsuario)}>
            {texts.convite.reenviar}
          </Button>
        </div>
      )}
    </SideSection>
  );
}
