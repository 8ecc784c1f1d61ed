import { formatInteger } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconChecks, IconZoomCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { isBroad, type ListFilter, type ListTab } from "../../features/auditor/auditor-filter.ts";
import { serverNow } from "../../network/clock.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { auditorCountQuery } from "../../rpc/documents/auditor.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { NothingFound } from "../../ui/feedback/NothingFound.tsx";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";

/** The tabs of the auditor. */
export function AuditorTabs(props: {
  params: URLSearchParams;
  active: ListTab;
  missing: number;
  withoutView: string;
}): React.JSX.Element {
  const { params, active, missing, withoutView } = props;
  const toOf = (tab: ListTab): string => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (tab === "todos") next.delete("tab");
    else next.set("tab", tab);
    return next.size === 0 ? `/auditor${withoutView}` : `/auditor?${next}`;
  };
  return (
    <LinkTabs
      label={texts.abas.rotulo}
      active={active}
      tabs={[
        { key: "todos", title: texts.abas.todos, to: toOf("todos"), count: undefined },
        {
          key: "faltando",
          title: texts.abas.faltando,
          to: toOf("faltando"),
          count: missing > 0 ? formatInteger(missing) : undefined,
          tone: "aviso",
        },
      ]}
    />
  );
}

/** Why the list is empty, and what to do. */
export function EmptyAuditor(props: {
  tab: ListTab;
  filter: ListFilter;
  timeZone: string;
  onClear: () => void;
}): React.JSX.Element {
  const { tab, filter, timeZone, onClear } = props;
  const anyCount = useQuery(auditorCountQuery({}));
  const { data: empresas = [] } = useQuery(empresasQuery);
  const isEnabled = empresas.some((empresa) => empresa.ativarAuditor && empresa.certificado !== null);
  const lastSync = lastOf(
    empresas.flatMap(({ distribuicoes }) => distribuicoes.map(({ ultimaEm }) => ultimaEm)),
  );
  const syncText =
    lastSync === null ? texts.semLeitura : texts.ate(formatNearInstant(lastSync, serverNow(), timeZone));
  if (anyCount.data === 0) {
    const enableLink = (
      <Button component={Link} variant="default" to="/admin?tab=empresa">
        {texts.ligar}
      </Button>
    );
    return (
      <EmptyState icon={IconZoomCheck} title={texts.nenhum} action={enableLink}>
        {isEnabled ? syncText : texts.nenhumTexto}
      </EmptyState>
    );
  }
  if (tab === "faltando" && isBroad(filter)) {
    return (
      <EmptyState icon={IconChecks} title={texts.nadaFalta}>
        {`${texts.nadaFaltaTexto} ${syncText}`}
      </EmptyState>
    );
  }
  return <NothingFound texts={texts} onClear={onClear} />;
}

function lastOf(instants: readonly (Date | null)[]): Date | null {
  const known = instants.filter((instant) => instant !== null).map((instant) => instant.getTime());
  return known.length === 0 ? null : new Date(Math.max(...known));
}
