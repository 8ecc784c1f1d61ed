import { IconLock } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useParams } from "react-router-dom";
import { PauseBanner } from "../features/operacao/pause/PauseBanner.tsx";
import { useIsDoProduto } from "../rpc/produto.ts";
import { operacao as textos } from "../textos/operacao.ts";
import { BotaoLink } from "../ui/Botao.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import classes from "./OperatorPage.module.css";

const Overview = lazy(async () => ({
  default: (await import("../features/operacao/overview/OverviewPage.tsx")).OverviewPage,
}));

// Each page is its own chunk, keyed by the last segment of the URL.
const CONTENTS: Readonly<Record<string, React.ComponentType>> = {
  contas: lazy(async () => ({ default: (await import("../features/produto/ContasPage.tsx")).ContasPage })),
  filas: lazy(async () => ({
    default: (await import("../features/operacao/filas/FilasPage.tsx")).FilasPage,
  })),
  caixas: lazy(async () => ({ default: (await import("../features/operacao/CaixasPage.tsx")).CaixasPage })),
  backups: lazy(async () => ({
    default: (await import("../features/operacao/BackupsPage.tsx")).BackupsPage,
  })),
  registros: lazy(async () => ({
    default: (await import("../features/operacao/RegistrosPage.tsx")).RegistrosPage,
  })),
  configuracao: lazy(async () => ({
    default: (await import("../features/operacao/SettingsPage.tsx")).SettingsPage,
  })),
};

/** Frame of the operator's pages: refuses other users, and shows a pause of the mailboxes on each page. */
export function OperatorPage(): React.JSX.Element {
  const allowed = useIsDoProduto();
  const { pagina = "" } = useParams();
  if (allowed === undefined) return <div className={classes.page} aria-busy="true" />;
  if (!allowed) return <Refused />;
  const Content = CONTENTS[pagina] ?? Overview;
  return (
    <div className={classes.page}>
      <PauseBanner />
      <div className={classes.content}>
        <Suspense>
          <Content />
        </Suspense>
      </div>
    </div>
  );
}

function Refused(): React.JSX.Element {
  return (
    <>
      <h1 className="vh">{textos.telas.operacao}</h1>
      <EmptyState
        icone={IconLock}
        titulo={textos.restrito}
        acao={<BotaoLink to="/painel">{textos.voltarPainel}</BotaoLink>}
      >
        {textos.restritoTexto}
      </EmptyState>
    </>
  );
}
