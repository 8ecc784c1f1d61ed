import { type LoaderFunctionArgs, Navigate, useLoaderData, useNavigate } from "react-router-dom";
import { PasswordForm } from "../../features/conta/password/PasswordForm.tsx";
import { call } from "../../rpc/call/call.ts";
import { Refusal } from "../../rpc/call/failures.ts";
import { newPasswordTexts as texts } from "../../texts/site/accounts.ts";
import { PublicPage } from "../../ui/layout/PublicPage.tsx";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";

type LinkHolder = { identificador: string; nome: string; nomeUsuario: string };

/** A link from an e-mail: its token and user, or why it was refused. */
type OpenedLink = { token: string; linkHolder: LinkHolder } | { refusal: string };

/** Loads the link of an invitation or of a new conta. */
export function openConvite({ params }: LoaderFunctionArgs): Promise<OpenedLink> {
  return open(params.inviteToken, (inviteToken) => call("Usuario.loadInviteUsuario", { inviteToken }));
}

/** Loads the link of a password reset. */
export function openPasswordReset({ params }: LoaderFunctionArgs): Promise<OpenedLink> {
  return open(params.resetToken, (resetToken) => call("Usuario.loadSetupPassword", { resetToken }));
}

async function open(
  token: string | undefined,
  load: (token: string) => Promise<{ object: LinkHolder }>,
): Promise<OpenedLink> {
  try {
    return { token: token ?? "", linkHolder: (await load(token ?? "")).object };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

/** The password form for an invited user or the owner of a new conta. */
export function ConvitePage(): React.JSX.Element {
  return (
    <PasswordPage
      wording={texts.convite}
      save={(inviteToken, password) => call("Usuario.saveInviteUsuario", { inviteToken, password })}
    />
  );
}

/** The password form after a reset. */
export function PasswordResetPage(): React.JSX.Element {
  return (
    <PasswordPage
      wording={texts.configurar}
      save={(resetToken, newPassword) => call("Usuario.saveSetupPassword", { resetToken, newPassword })}
    />
  );
}

// A refused link redirects to the sign-in, which shows the reason.
function PasswordPage(props: {
  wording: typeof texts.convite | typeof texts.configurar;
  save: (token: string, password: string) => Promise<{ mensagem: string | null }>;
}): React.JSX.Element {
  const { wording, save } = props;
  const link = useLoaderData<OpenedLink>();
  const navigate = useNavigate();
  if ("refusal" in link) return <Navigate to="/login" replace state={{ refusal: link.refusal }} />;
  const { token, linkHolder } = link;
  return (
    <PublicPage title={wording.titulo} text={wording.texto(linkHolder.nome, linkHolder.identificador)}>
      <PasswordForm
        linkHolder={linkHolder}
        submitLabel={wording.acao}
        onPassword={async (password) => {
          const { mensagem } = await save(token, password);
          releaseUnsavedChanges();
          await navigate("/login", { replace: true, state: { done: mensagem, linkHolder } });
        }}
      />
    </PublicPage>
  );
}
