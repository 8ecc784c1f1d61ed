import { type LoaderFunctionArgs, Navigate, useLoaderData, useNavigate } from "react-router-dom";
import { SenhaForm } from "../features/conta/SenhaForm.tsx";
import { call } from "../rpc/call.ts";
import { Recusa } from "../rpc/falhas.ts";
import { senhaNova as textos } from "../textos/contas.ts";
import { releaseAlterados } from "../ui/abandonar.ts";
import { PublicPage } from "../ui/PublicPage.tsx";

type Portador = { identificador: string; nome: string; nomeUsuario: string };

/** A link from an e-mail: its token and user, or why it was refused. */
type Aberto = { token: string; portador: Portador } | { recusa: string };

/** Loads the link of an invitation or of a new conta. */
export function openConvite({ params }: LoaderFunctionArgs): Promise<Aberto> {
  return open(params.inviteToken, (inviteToken) => call("Usuario.loadInviteUsuario", { inviteToken }));
}

/** Loads the link of a password reset. */
export function openRedefinicao({ params }: LoaderFunctionArgs): Promise<Aberto> {
  return open(params.resetToken, (resetToken) => call("Usuario.loadSetupPassword", { resetToken }));
}

async function open(
  token: string | undefined,
  load: (token: string) => Promise<{ object: Portador }>,
): Promise<Aberto> {
  try {
    return { token: token ?? "", portador: (await load(token ?? "")).object };
  } catch (error) {
    if (error instanceof Recusa) return { recusa: error.message };
    throw error;
  }
}

/** The password form for an invited user or the owner of a new conta. */
export function ConvitePage(): React.JSX.Element {
  return (
    <SenhaPage
      palavras={textos.convite}
      save={(inviteToken, password) => call("Usuario.saveInviteUsuario", { inviteToken, password })}
    />
  );
}

/** The password form after a reset. */
export function RedefinicaoPage(): React.JSX.Element {
  return (
    <SenhaPage
      palavras={textos.configurar}
      save={(resetToken, newPassword) => call("Usuario.saveSetupPassword", { resetToken, newPassword })}
    />
  );
}

// A refused link redirects to the sign-in, which shows the reason.
function SenhaPage(props: {
  palavras: typeof textos.convite | typeof textos.configurar;
  save: (token: string, senha: string) => Promise<{ mensagem: string | null }>;
}): React.JSX.Element {
  const { palavras, save } = props;
  const aberto = useLoaderData<Aberto>();
  const navigate = useNavigate();
  if ("recusa" in aberto) return <Navigate to="/login" replace state={{ recusa: aberto.recusa }} />;
  const { token, portador } = aberto;
  return (
    <PublicPage titulo={palavras.titulo} texto={palavras.texto(portador.nome, portador.identificador)}>
      <SenhaForm
        portador={portador}
        acao={palavras.acao}
        onSenha={async (senha) => {
          const { mensagem } = await save(token, senha);
          releaseAlterados();
          await navigate("/login", { replace: true, state: { feito: mensagem, portador } });
        }}
      />
    </PublicPage>
  );
}
