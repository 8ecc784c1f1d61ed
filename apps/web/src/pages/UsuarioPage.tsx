import { MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { useAtual } from "../rpc/atual.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { type Usuario as UsuarioGuardado, usuarioQuery } from "../rpc/usuarios.ts";
import { geral } from "../textos/geral.ts";
import { usuario as textos, usuarios } from "../textos/usuarios.ts";
import { releaseAlterados } from "../ui/abandonar.ts";
import { DocBar, DocPage } from "../ui/DocPage.tsx";
import { Falha } from "../ui/Falha.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./EmpresaPage.module.css";

// Fields, validation and their libraries load after the frame of the page.
const UsuarioForm = lazy(async () => ({
  default: (await import("../features/usuario/UsuarioForm.tsx")).UsuarioForm,
}));

const LISTA = "/admin?tab=usuario";

/** One user of the conta, or the form to invite one. */
export function UsuarioPage(): React.JSX.Element {
  const { usuarioId } = useParams();
  return usuarioId === undefined ? (
    <Usuario key="novo" guardado={null} />
  ) : (
    <Guardado key={usuarioId} id={usuarioId} />
  );
}

function Guardado({ id }: { id: string }): React.JSX.Element {
  const query = useQuery(usuarioQuery(id));
  if (query.data) return <Usuario guardado={query.data} />;
  return (
    <>
      <h1 className="vh">{usuarios.lista}</h1>
      {query.error ? (
        <Falha
          falha={explainFalha(query.error)}
          onRetry={() => void query.refetch()}
          saida={{ rotulo: textos.voltar, to: LISTA }}
        />
      ) : (
        <p className="vh" role="status">
          {geral.carregando}
        </p>
      )}
    </>
  );
}

function Usuario({ guardado }: { guardado: UsuarioGuardado | null }): React.JSX.Element {
  const eu = useAtual()?.usuario;
  const navigate = useNavigate();
  const titulo = guardado ? guardado.nomeCompleto : textos.novoTitulo;
  useTitulo(titulo);
  const goBack = (): void => {
    releaseAlterados();
    void navigate(LISTA);
  };
  const gerente = eu !== undefined && (eu.administrador || eu.proprietarioConta);
  const fixo = guardado === null || guardado.proprietarioConta || guardado.id === eu?.id;
  const excluir = !fixo && gerente && <Excluir usuario={guardado} onFeita={goBack} />;
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: textos.voltar, to: LISTA }}
        titulo={
          <div className={classes.titulo}>
            <h1 className="t-pagina">{titulo}</h1>
            {guardado && <span>{textos.subtitulo}</span>}
          </div>
        }
        acoes={excluir}
      />
      {eu && (
        <Suspense fallback={null}>
          <UsuarioForm
            guardado={guardado}
            gerente={gerente}
            proprio={guardado?.id === eu.id}
            impedido={gerente || guardado?.id === eu.id ? null : MENSAGENS_DAS_PESSOAS.acessoRestrito}
            onSalvo={goBack}
            onCancelar={() => void navigate(LISTA)}
          />
        </Suspense>
      )}
    </DocPage>
  );
}

function Excluir(props: { usuario: UsuarioGuardado; onFeita: () => void }): React.JSX.Element {
  const { usuario, onFeita } = props;
  const excluir = async (): Promise<void> => {
    const { excluirUsuario } = await import("../features/usuario/acoes.ts");
    if (await excluirUsuario(usuario)) onFeita();
  };
  return (
    <Button
      variant="subtle"
      className={`botao ${classes.excluir}`}
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void excluir()}
    >
      {usuarios.menu.excluir}
    </Button>
  );
}
