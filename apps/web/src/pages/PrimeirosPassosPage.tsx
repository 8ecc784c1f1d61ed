import { IconArrowRight, IconLock } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { dispensar } from "../features/primeiros-passos/entrada.ts";
import { feitosOf, PASSOS, type Passo, passoOf, type Situacao } from "../features/primeiros-passos/passos.ts";
import { useSituacao } from "../features/primeiros-passos/situacao.ts";
import { Trilho } from "../features/primeiros-passos/Trilho.tsx";
import { useDono } from "../rpc/atual.ts";
import { useIsGerente } from "../rpc/caixas.ts";
import { caixasPertoQuery } from "../rpc/queries.ts";
import { primeirosPassos as textos } from "../textos/primeiros-passos.ts";
import { askAbandonar, releaseAlterados } from "../ui/abandonar.ts";
import { Botao, BotaoLink } from "../ui/Botao.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./PrimeirosPassosPage.module.css";

// Fields, validation and their libraries load after the frame of the page.
const PassoForm = lazy(async () => ({
  default: (await import("./PrimeirosPassosForm.tsx")).PassoForm,
}));
const PassoChegada = lazy(async () => ({
  default: (await import("./PrimeirosPassosForm.tsx")).PassoChegada,
}));

/** The first steps of a conta: empresa, certificado, mailbox, and the first e-mails as they arrive. */
export function PrimeirosPassosPage(): React.JSX.Element {
  useTitulo(textos.titulo);
  const gerente = useIsGerente();
  const situacao = useSituacao(caixasPertoQuery);
  if (gerente === false) {
    return (
      <div className={classes.fora}>
        <h1 className="vh">{textos.titulo}</h1>
        <EmptyState
          icone={IconLock}
          titulo={textos.soAdministrador}
          acao={<BotaoLink to="/painel">{textos.irParaPainel}</BotaoLink>}
        >
          {textos.soAdministradorTexto}
        </EmptyState>
      </div>
    );
  }
  if (!situacao || gerente === undefined) return <h1 className="vh">{textos.titulo}</h1>;
  return <Passos situacao={situacao} />;
}

function Passos({ situacao }: { situacao: Situacao }): React.JSX.Element {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const dono = useDono();
  // After a step comes the next one, not the first incomplete one: the certificado may be skipped.
  const [passo, setPasso] = useState(() => passoOf(params.get("passo"), situacao));
  const pedido = params.get("passo");
  const [ouvido, setOuvido] = useState(pedido);
  if (pedido !== ouvido) {
    setOuvido(pedido);
    setPasso(passoOf(pedido, situacao));
  }
  const goTo = (next: Passo): void => {
    releaseAlterados();
    void navigate(`?passo=${next}`);
  };
  const finish = async (): Promise<void> => {
    if (!(await askAbandonar())) return;
    releaseAlterados();
    dispensar(dono);
    void navigate("/painel");
  };
  const next = PASSOS[PASSOS.indexOf(passo) + 1] ?? "emails";
  return (
    <div className={classes.pagina}>
      <Trilho atual={passo} situacao={situacao} />
      <div className={classes.lado}>
        {passo === "emails" ? (
          <Suspense fallback={<h1 className="vh">{textos.titulo}</h1>}>
            <PassoChegada situacao={situacao} />
          </Suspense>
        ) : (
          <>
            <header className={classes.topo}>
              <div>
                <h1 className={classes.titulo}>{textos.passos[passo].titulo}</h1>
                <p>{textos.passos[passo].texto}</p>
              </div>
              {passo === "certificado" && !feitosOf(situacao).certificado && (
                <Link to="?passo=caixa" className="link">
                  {textos.pular}
                </Link>
              )}
              <button type="button" className="link" onClick={() => void finish()}>
                {textos.depois}
              </button>
            </header>
            <Suspense>
              <PassoForm
                key={passo}
                passo={passo}
                situacao={situacao}
                onFeito={() => goTo(next)}
                onCancelar={() => void finish()}
              />
            </Suspense>
          </>
        )}
        {passo === "emails" && <Pe situacao={situacao} onFim={() => void finish()} />}
      </div>
    </div>
  );
}

function Pe({ situacao, onFim }: { situacao: Situacao; onFim: () => void }): React.JSX.Element {
  return (
    <footer className={classes.pe}>
      <BotaoLink to={`?passo=${situacao.caixa ? "caixa" : "empresa"}`}>{textos.voltar}</BotaoLink>
      <Botao
        variante="cheia"
        fim={<IconArrowRight size={16} stroke={1.6} aria-hidden="true" />}
        onClick={onFim}
      >
        {textos.irParaPainel}
      </Botao>
    </footer>
  );
}
