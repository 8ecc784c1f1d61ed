import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams } from "react-router-dom";
import { SenhaForm } from "../features/conta/SenhaForm.tsx";
import { call } from "../rpc/call.ts";
import { explainFalha, Recusa } from "../rpc/falhas.ts";
import { senhaNova as textos } from "../textos/contas.ts";
import { Falha } from "../ui/Falha.tsx";
import { PublicPage } from "../ui/PublicPage.tsx";

type Portador = { identificador: string; nome: string; nomeUsuario: string };

/** A link that came by letter: who it is for, and what is done with the password. */
type Link = { load(): Promise<Portador>; save(senha: string): Promise<string | null> };

/** Where an invited person, or the owner of a new conta, chooses a password. */
export function ConvitePage(): React.JSX.Element {
  const { inviteToken = "" } = useParams();
  const link: Link = {
    load: async () => (await call("Usuario.loadInviteUsuario", { inviteToken })).object,
    save: async (password) => (await call("Usuario.saveInviteUsuario", { inviteToken, password })).mensagem,
  };
  return <SenhaPage link={link} chave={inviteToken} textos={textos.convite} />;
}

/** Where somebody who forgot theirs chooses another. */
export function RedefinicaoPage(): React.JSX.Element {
  const { resetToken = "" } = useParams();
  const link: Link = {
    load: async () => (await call("Usuario.loadSetupPassword", { resetToken })).object,
    save: async (newPassword) =>
      (await call("Usuario.saveSetupPassword", { resetToken, newPassword })).mensagem,
  };
  return <SenhaPage link={link} chave={resetToken} textos={textos.configurar} />;
}

// A link that is no good leads to the sign-in, which says why; so does one that was good until now.
function SenhaPage(props: {
  link: Link;
  chave: string;
  textos: typeof textos.convite | typeof textos.configurar;
}): React.JSX.Element {
  const { link, chave, textos: palavras } = props;
  const navigate = useNavigate();
  const query = useQuery({ queryKey: ["link", chave], queryFn: link.load, gcTime: 0, staleTime: Infinity });
  if (query.error instanceof Recusa) {
    return <Navigate to="/login" replace state={{ recusa: query.error.message }} />;
  }
  const portador = query.data;
  return (
    <PublicPage
      titulo={palavras.titulo}
      texto={portador ? palavras.texto(portador.nome, portador.identificador) : textos.abrindo}
    >
      {query.error && <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />}
      {portador && (
        <SenhaForm
          portador={portador}
          acao={palavras.acao}
          onSenha={async (senha) => {
            const feito = await link.save(senha);
            await navigate("/login", { replace: true, state: { feito, portador } });
          }}
        />
      )}
    </PublicPage>
  );
}
