import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { Suspense } from "react";
import { Link, useParams } from "react-router-dom";
import classes from "../../features/operation/operation.module.css";
import { OverviewPage } from "../../features/operation/overview/OverviewPage.tsx";
import { PauseBanner } from "../../features/operation/pause/PauseBanner.tsx";
import { lazyPart } from "../../network/load-code.ts";
import { useIsOperator } from "../../rpc/operator/contas.ts";
import { operationTexts as texts } from "../../texts/operator/operation.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";

// Each page is its own chunk, keyed by the last segment of the URL.
const CONTENTS: Readonly<Record<string, React.ComponentType>> = {
  contas: lazyPart(async () => (await import("../../features/produto/ContasPage.tsx")).ContasPage),
  filas: lazyPart(async () => (await import("../../features/operation/queues/QueuesPage.tsx")).QueuesPage),
  caixas: lazyPart(async () => (await import("../../features/operation/CaixasPage.tsx")).CaixasPage),
  backups: lazyPart(async () => (await import("../../features/operation/BackupsPage.tsx")).BackupsPage),
  registros: lazyPart(async () => (await import("../../features/operation/RegistrosPage.tsx")).RegistrosPage),
  configuracao: lazyPart(
    async () => (await import("../../features/operation/SettingsPage.tsx")).SettingsPage,
  ),
};

/** Frame of the operator's pages: refuses other users, and shows a pause of the mailboxes on each page. */
export function OperatorPage(): React.JSX.Element {
  const allowed = useIsOperator();
  const { pagina: page = "" } = useParams();
  if (allowed === undefined) return <div className={classes.page} aria-busy="true" />;
  if (!allowed) return <Refused />;
  const Content = CONTENTS[page] ?? OverviewPage;
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
      <h1 className="vh">{texts.telas.operacao}</h1>
      <EmptyState
        icon={IconLock}
        title={texts.restrito}
        action={
          <Button component={Link} variant="default" to="/painel">
            {texts.voltarPainel}
          </Button>
        }
      >
        {texts.restritoTexto}
      </EmptyState>
    </>
  );
}

export { OperatorPage as Component };
