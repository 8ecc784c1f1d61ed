import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { excluirEmpresa } from "../features/empresa/acoes.ts";
import { EmpresaEsqueleto } from "../features/empresa/EmpresaEsqueleto.tsx";
import { useZona } from "../rpc/atual.ts";
import { useIsGerente } from "../rpc/caixas.ts";
import { type Empresa as EmpresaGuardada, empresaQuery } from "../rpc/empresas.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { empresas, empresa as textos } from "../textos/empresas.ts";
import { releaseAlterados } from "../ui/abandonar.ts";
import { DocBar, DocPage } from "../ui/DocPage.tsx";
import { Falha } from "../ui/Falha.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./EmpresaPage.module.css";

// Fields, validation and their libraries load after the frame of the page.
const EmpresaForm = lazy(async () => ({
  default: (await import("../features/empresa/EmpresaForm.tsx")).EmpresaForm,
}));
const EmpresaLado = lazy(async () => ({
  default: (await import("../features/empresa/EmpresaLado.tsx")).EmpresaLado,
}));
const EmpresaDepois = lazy(async () => ({
  default: (await import("../features/empresa/EmpresaLado.tsx")).EmpresaDepois,
}));

const LISTA = "/admin?tab=empresa";

/** One empresa: its data, what Malote may do in its name, its certificado. */
export function EmpresaPage(): React.JSX.Element {
  const { empresaId } = useParams();
  return empresaId === undefined ? (
    <Empresa key="nova" guardada={null} />
  ) : (
    <Guardada key={empresaId} id={empresaId} />
  );
}

function Guardada({ id }: { id: string }): React.JSX.Element {
  const query = useQuery(empresaQuery(id));
  if (query.data) return <Empresa guardada={query.data} />;
  return (
    <>
      <h1 className="vh">{empresas.lista}</h1>
      {query.error ? (
        <Falha
          falha={explainFalha(query.error)}
          onRetry={() => void query.refetch()}
          saida={{ rotulo: textos.voltar, to: LISTA }}
        />
      ) : (
        <EmpresaEsqueleto />
      )}
    </>
  );
}

function Empresa({ guardada }: { guardada: EmpresaGuardada | null }): React.JSX.Element {
  const gerente = useIsGerente();
  const zona = useZona();
  const navigate = useNavigate();
  const titulo = guardada ? guardada.nome : textos.novaTitulo;
  useTitulo(titulo);
  const goTo = (to: string): void => {
    releaseAlterados();
    void navigate(to);
  };
  const excluir = guardada && gerente && <Excluir empresa={guardada} onFeita={() => goTo(LISTA)} />;
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: textos.voltar, to: LISTA }}
        titulo={<Titulo nome={titulo} guardada={guardada !== null} />}
        acoes={excluir}
      />
      {gerente === undefined ? (
        <EmpresaEsqueleto />
      ) : (
        <Suspense fallback={<EmpresaEsqueleto />}>
          <EmpresaForm
            guardada={guardada}
            gerente={gerente}
            // A new empresa next needs its certificado.
            onSalva={(id) => goTo(guardada ? LISTA : `/cert/${id}`)}
            onCancelar={() => void navigate(LISTA)}
            lado={
              <>
                {guardada ? (
                  <EmpresaLado guardada={guardada} gerente={gerente} zona={zona} />
                ) : (
                  <EmpresaDepois />
                )}
                {excluir && <div className={classes.fim}>{excluir}</div>}
              </>
            }
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

function Excluir(props: { empresa: EmpresaGuardada; onFeita: () => void }): React.JSX.Element {
  return (
    <Button
      variant="subtle"
      className={`botao ${classes.excluir}`}
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void excluirEmpresa(props.empresa).then((gone) => gone && props.onFeita())}
    >
      {empresas.menu.excluir}
    </Button>
  );
}
