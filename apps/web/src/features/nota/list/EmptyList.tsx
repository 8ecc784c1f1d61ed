import { Button } from "@mantine/core";
import { IconFileCheck, IconInbox } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useHasNoCaixa, useIsManager } from "../../../rpc/conta/caixas.ts";
import type { Side } from "../../../rpc/documents/queries.ts";
import { useIsRestricted } from "../../../rpc/session/current-user.ts";
import { emptyNotasTexts } from "../../../texts/lists/empty-notas.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { NoCaixa } from "../../../ui/feedback/NoCaixa.tsx";
import { countActive, emptyFilterOf } from "../../../ui/filter/filter-design.ts";
import { type ListFilter, type ListTab, NOTA_LISTS } from "../filters/nota-filter.ts";

/** Empty state of a list: why it is empty, and the next action. */
export function EmptyList(props: {
  side: Side;
  tab: ListTab;
  filter: ListFilter;
  onChange: (filter: ListFilter) => void;
}): React.JSX.Element {
  const { side, tab, filter, onChange } = props;
  const hasNoCaixa = useHasNoCaixa();
  const isManager = useIsManager() ?? false;
  const isRestricted = useIsRestricted();
  const isFiltered = countActive(NOTA_LISTS[side], filter) > 0;
  if (hasNoCaixa && tab === "repo") {
    return (
      <NoCaixa title={emptyNotasTexts.semCaixa} text={emptyNotasTexts.semCaixaTexto} isManager={isManager} />
    );
  }
  const clearAction = (
    <EmptyAction
      key="limpar"
      label={emptyNotasTexts.limpar}
      onClick={() => onChange(emptyFilterOf(NOTA_LISTS[side]))}
    />
  );
  if (tab === "div") {
    return (
      <EmptyState icon={IconFileCheck} title={emptyNotasTexts.div} action={isFiltered ? clearAction : null}>
        {emptyNotasTexts.divTexto}
      </EmptyState>
    );
  }
  // Documents of terceiros appear only in the received list, if the filter includes them; those of no
  // empresa are of no restricted user.
  const terceiros = side === "E" && !isRestricted && !filter.terceiros && (
    <EmptyAction
      key="terceiros"
      label={filter.texto ? emptyNotasTexts.buscarTerceiros : emptyNotasTexts.verTerceiros}
      onClick={() => onChange({ ...filter, terceiros: true })}
    />
  );
  if (!isFiltered) {
    return (
      <EmptyState
        icon={IconInbox}
        title={side === "E" ? emptyNotasTexts.nada : emptyNotasTexts.nadaEmitido}
        action={[
          <Button component={Link} variant="default" key="emails" to="/emails">
            {emptyNotasTexts.verEmails}
          </Button>,
          terceiros,
        ]}
      >
        {side === "E" ? emptyNotasTexts.nadaTexto : emptyNotasTexts.nadaEmitidoTexto}
      </EmptyState>
    );
  }
  const showProcessedAction = filter.erp === "nao" && (
    <EmptyAction
      key="processados"
      label={emptyNotasTexts.mostrarProcessados}
      onClick={() => onChange({ ...filter, erp: "todos" })}
    />
  );
  return (
    <EmptyState
      icon={IconInbox}
      title={emptyNotasTexts.filtro}
      action={[terceiros, showProcessedAction, clearAction]}
    >
      {filter.texto && terceiros
        ? emptyNotasTexts.buscaTexto
        : showProcessedAction
          ? emptyNotasTexts.processados
          : emptyNotasTexts.filtroTexto}
    </EmptyState>
  );
}

function EmptyAction({ label, onClick }: { label: string; onClick: () => void }): React.JSX.Element {
  return (
    <Button variant="default" onClick={onClick}>
      {label}
    </Button>
  );
}
