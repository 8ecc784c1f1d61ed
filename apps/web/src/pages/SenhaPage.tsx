import { type LoaderFunctionArgs, Navigate, useLoaderData, useNavigate } from "react-router-dom";
import { SenhaForm } from "../features/conta/SenhaForm.tsx";
import { call } from "../rpc/call.ts";
import { Recusa } from "../rpc/falhas.ts";
import { senhaNova as textos } from "../textos/contas.ts";
import { releaseAlterados } from "../ui/abandonar.ts";
import { PublicPage } from "../ui/PublicPage.tsx";

type Portador = { identificador: string; nome: string; nomeUsuario: string };

/** A link that came by letter: who bears it, or why it is no good. */
type Aberto = { token: string; portador: Portador } | { recusa: string };

/** Opens the link of an invitation, or of a new conta. */
export function openConvite({ params }: LoaderFunctionArgs): Promise<Aberto> {
  return open(params.inviteToken, (inviteToken) => call("Usuario.loadInviteUsuario", { inviteToken }));
}

/** Opens the link of a new password. */
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

/** Where an invited person, or the owner of a new conta, chooses a password. */
export function ConvitePage(): React.JSX.Element {
  return (
    <SenhaPage
      palavras={textos.convite}
      save={(inviteToken, password) => call("Usuario.saveInviteUsuario", { inviteToken, password })}
    />
  );
}

/** Where somebody who forgot theirs chooses another. */
export function RedefinicaoPage(): React.JSX.Element {
  return (
    <SenhaPage
      palavras={textos.configurar}
      save={(resetToken, newPassword) => call("Usuario.saveSetupPassword", { resetToken, newPassword })}
    />
  );
}

// A link that is no good leads to the sign-in, which says why.
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
