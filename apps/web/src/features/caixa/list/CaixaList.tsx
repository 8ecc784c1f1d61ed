import { Button } from "@mantine/core";
import { IconMailPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router-dom";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { general } from "../../../texts/app/general.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useIsPhone } from "../../../ui/layout/page-hooks.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { type SortOrder, sortCaixas, summarise } from "../health/caixa-state.ts";
import { CaixaCards } from "./CaixaCards.tsx";
import classes from "./CaixaList.module.css";
import { CaixaTable } from "./CaixaTable.tsx";
import { useCaixaActions } from "./caixa-actions.ts";

/** The mailboxes of the conta with their health; without any, a button to connect one. */
export function CaixaList({
  caixas,
  sortOrder,
}: {
  caixas: readonly Caixa[];
  sortOrder: SortOrder;
}): React.JSX.Element {
  const isManager = useIsManager() ?? false;
  const phone = useIsPhone();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const now = useNow();
  const { requestedIds, ...actions } = useCaixaActions(caixas);
  if (caixas.length === 0) return <EmptyList isManager={isManager} />;
  const props = {
    caixas: sortCaixas(caixas, sortOrder),
    sortOrder,
    // A collection that has just ended must not be in the future.
    now: new Date(Math.max(now.getTime(), latestColetaOf(caixas))),
    timeZone,
    actions: isManager ? actions : null,
    requestedIds,
  };
  if (phone) return <CaixaCards {...props} />;
  return <CaixaTable {...props} onOpen={({ id }) => void navigate(`/caixaemail/${id}`)} />;
}

/** The server's clock may be slightly ahead of the browser's. */
function latestColetaOf(caixas: readonly Caixa[]): number {
  return Math.max(0, ...caixas.map(({ ultimaColeta }) => ultimaColeta?.getTime() ?? 0));
}

/** The number of mailboxes by state. */
export function CaixaSummary({ caixas }: { caixas: readonly Caixa[] }): React.JSX.Element | null {
  if (caixas.length === 0) return null;
  return (
    <ul className={classes.resumo}>
      {summarise(caixas).map(({ state, text }) => (
        <li key={state} data-estado={state}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function EmptyList({ isManager }: { isManager: boolean }): React.JSX.Element {
  const { vazio } = texts;
  return (
    <EmptyState
      icon={IconMailPlus}
      title={vazio.titulo}
      action={
        isManager && (
          <Button component={Link} to="/caixaemail/nova">
            {texts.conectar}
          </Button>
        )
      }
    >
      {isManager ? vazio.texto : vazio.textoLeitor}
    </EmptyState>
  );
}

/** Placeholder of the list while it loads. */
export function CaixaListSkeleton(): React.JSX.Element {
  return (
    <div role="status" aria-label={general.carregando}>
      {["a", "b", "c"].map((row) => (
        <div key={row} className={classes.esqueleto}>
          <span style={{ width: 180 }} />
          <span style={{ width: 200 }} />
          <span style={{ width: 96 }} />
        </div>
      ))}
    </div>
  );
}
