import { Button } from "@mantine/core";
import { IconBuildingPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router-dom";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { general } from "../../../texts/app/general.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useIsPhone } from "../../../ui/layout/page-hooks.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { useEmpresaActions } from "../empresa-actions.ts";
import { EmpresaCards } from "./EmpresaCards.tsx";
import classes from "./EmpresaList.module.css";
import { EmpresaTable } from "./EmpresaTable.tsx";
import { type SortOrder, sortEmpresas, summarise } from "./empresas-summary.ts";
import { PendingStrip } from "./PendingStrip.tsx";

/** The companies of the conta and what they need; without any, a button to register one. */
export function EmpresaList(props: {
  empresas: readonly Empresa[];
  sortOrder: SortOrder;
}): React.JSX.Element {
  const { empresas, sortOrder } = props;
  const isManager = useIsManager() ?? false;
  const phone = useIsPhone();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const now = useNow();
  const actions = useEmpresaActions();
  if (empresas.length === 0) return <EmptyList isManager={isManager} />;
  const shown = {
    empresas: sortEmpresas(empresas, sortOrder),
    sortOrder,
    now,
    timeZone,
    actions: isManager ? actions : null,
  };
  return (
    <>
      {isManager && <PendingStrip empresas={empresas} timeZone={timeZone} />}
      {phone ? (
        <EmpresaCards {...shown} />
      ) : (
        <EmpresaTable {...shown} onOpen={({ id }) => void navigate(`/empresa/${id}`)} />
      )}
    </>
  );
}

/**
 * The number of companies by certificate state. Managers see only the valid ones here: the strip
 * shows the rest.
 */
export function EmpresaSummary({ empresas }: { empresas: readonly Empresa[] }): React.JSX.Element | null {
  const isManager = useIsManager() ?? false;
  if (empresas.length === 0) return null;
  const shown = summarise(empresas).filter(({ state }) => !isManager || state === "valido");
  return (
    <ul className={classes.resumo}>
      <li className={classes.total}>{texts.total(empresas.length)}</li>
      {shown.map(({ state, text }) => (
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
      icon={IconBuildingPlus}
      title={vazio.titulo}
      action={
        isManager && (
          <Button component={Link} to="/empresa/nova">
            {texts.nova}
          </Button>
        )
      }
    >
      {isManager ? vazio.texto : vazio.textoLeitor}
    </EmptyState>
  );
}

/** Placeholder of the list while it loads. */
export function EmpresaListSkeleton(): React.JSX.Element {
  return (
    <div role="status" aria-label={general.carregando}>
      {["a", "b", "c"].map((row) => (
        <div key={row} className={classes.esqueleto}>
          <span style={{ width: 220 }} />
          <span style={{ width: 140 }} />
          <span style={{ width: 96 }} />
        </div>
      ))}
    </div>
  );
}
