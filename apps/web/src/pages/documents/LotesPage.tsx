import { formatInteger } from "@malote/syntax";
import { IconListCheck } from "@tabler/icons-react";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { loteColumnsOf } from "../../features/lote/lote-columns.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { lotesQuery } from "../../rpc/documents/lotes.ts";
import { openLote } from "../../rpc/documents/watched-lotes.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { loteTexts as texts } from "../../texts/lists/lotes.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { JobsPage } from "../../ui/layout/JobsPage.tsx";
import { useDensity } from "../../ui/list/density.ts";
import { readPageParam } from "../../ui/list/page-param.ts";

/** The lotes of the conta, running and ended; the address may name the one whose board is open. */
export function LotesPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const query = useQuery(lotesQuery(readPageParam(params)));
  const named = params.get("lote");
  useDensity(useOwner());
  useEffect(() => {
    if (named !== null) openLote(named);
  }, [named]);
  return (
    <JobsPage
      title={texts.titulo}
      head={null}
      label={texts.subtitulo}
      note={texts.guardados}
      total={(count) => texts.total(formatInteger(count))}
      query={query}
      explain={explainFailure}
      columns={loteColumnsOf(timeZone)}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon={IconListCheck} title={texts.vazio}>
          {texts.vazioTexto}
        </EmptyState>
      }
    />
  );
}

export { LotesPage as Component };
