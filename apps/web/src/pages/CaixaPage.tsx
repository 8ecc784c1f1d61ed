import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { excluirCaixa } from "../features/caixa/acoes.ts";
import { CaixaEsqueleto } from "../features/caixa/CaixaEsqueleto.tsx";
import { SaudePainel } from "../features/caixa/SaudePainel.tsx";
import { nomeOf } from "../features/caixa/saude.ts";
import { useZona } from "../rpc/atual.ts";
import { useIsGerente } from "../rpc/caixas.ts";
import { caixaQuery } from "../rpc/detalhe.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { type CaixaDetalhe, caixasPertoQuery } from "../rpc/queries.ts";
import { caixas, caixa as textos } from "../textos/caixas.ts";
import { releaseAlterados } from "../ui/abandonar.ts";
import { DocBar, DocPage } from "../ui/DocPage.tsx";
import { Falha } from "../ui/Falha.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./CaixaPage.module.css";

// Fields, validation and their libraries load after the frame of the page.
const CaixaForm = lazy(async () => ({
  default: (await import("../features/caixa/CaixaForm.tsx")).CaixaForm,
}));

const LISTA = "/admin?tab=caixa";

/** One mailbox: connection settings, health, and a connection test. */
export function CaixaPage(): React.JSX.Element {
  const { caixaId } = useParams();
  return caixaId === undefined ? (
    <Caixa key="nova" guardada={null} />
  ) : (
    <Guardada key={caixaId} id={caixaId} />
  );
}

function Guardada({ id }: { id: string }): React.JSX.Element {
  const query = useQuery(caixaQuery(id));
  if (query.data) return <Caixa guardada={query.data} />;
  return (
    <>
      <h1 className="vh">{caixas.lista}</h1>
      {query.error ? (
        <Falha
          falha={explainFalha(query.error)}
          onRetry={() => void query.refetch()}
          saida={{ rotulo: textos.voltar, to: LISTA }}
        />
      ) : (
        <CaixaEsqueleto />
      )}
    </>
  );
}

function Caixa({ guardada }: { guardada: CaixaDetalhe | null }): React.JSX.Element {
  const gerente = useIsGerente();
  const zona = useZona();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const titulo = guardada ? nomeOf(guardada) : textos.novaTitulo;
  useTitulo(titulo);
  const goBack = (): void => void navigate(LISTA);
  const excluir = guardada && gerente && (
    <Excluir
      caixa={guardada}
      onFeita={() => {
        releaseAlterados();
        goBack();
      }}
    />
  );
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: textos.voltar, to: LISTA }}
        titulo={<Titulo nome={titulo} guardada={guardada !== null} />}
        acoes={excluir}
      />
      {gerente === undefined ? (
        <CaixaEsqueleto />
      ) : (
        <Suspense fallback={<CaixaEsqueleto />}>
          <CaixaForm
            guardada={guardada}
            gerente={gerente}
            zona={zona}
            testar={isTestar(state)}
            onTestar={() => void navigate(pathname, { replace: true, state: null })}
            onSalva={() => {
              releaseAlterados();
              goBack();
            }}
            onCancelar={goBack}
            saude={guardada && <Saude guardada={guardada} zona={zona} />}
            fim={excluir && <div className={classes.fim}>{excluir}</div>}
          />
        </Suspense>
      )}
    </DocPage>
  );
}

function Titulo({ nome, guardada }: { nome: string; guardada: boolean }): React.JSX.Element {
  return (
    <div className={classes.titulo}>
      <h1 className="t-pagina">{nome}</h1>
      {guardada && <span>{textos.subtitulo}</span>}
    </div>
  );
}

/** The mailbox's health from the polled list; the form itself is not reloaded. */
function Saude({ guardada, zona }: { guardada: CaixaDetalhe; zona: string }): React.JSX.Element {
  const { data } = useQuery(caixasPertoQuery);
  return <SaudePainel caixa={data?.find(({ id }) => id === guardada.id) ?? guardada} zona={zona} />;
}

function Excluir(props: { caixa: CaixaDetalhe; onFeita: () => void }): React.JSX.Element {
  return (
    <Button
      variant="subtle"
      className={`botao ${classes.excluir}`}
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void excluirCaixa(props.caixa).then((gone) => gone && props.onFeita())}
    >
      {caixas.menu.excluir}
    </Button>
  );
}

/** Whether the list navigated here to run a connection test. */
function isTestar(state: unknown): boolean {
  return typeof state === "object" && state !== null && "testar" in state && state.testar === true;
}
