import { formatInteger } from "@malote/syntax";
import { IconFileImport } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { DropZone } from "../../features/importacao/DropZone.tsx";
import { columnsOf } from "../../features/importacao/importacao-columns.tsx";
import { UploadQueue } from "../../features/importacao/UploadQueue.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { importacoesQuery } from "../../rpc/files/importacoes.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { JobsPage } from "../../ui/layout/JobsPage.tsx";
import { useDensity } from "../../ui/list/density.ts";
import { readPageParam } from "../../ui/list/page-param.ts";

const { lista } = texts;

/** Import of existing documents as XML or ZIP, and the outcome of each file. */
export function ImportacaoPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const query = useQuery(importacoesQuery(readPageParam(params)));
  useDensity(useOwner());
  return (
    <JobsPage
      title={texts.titulo}
      head={
        <>
          <DropZone />
          <UploadQueue />
        </>
      }
      label={lista.titulo}
      note={lista.nota}
      total={(count) => lista.total(formatInteger(count))}
      query={query}
      explain={explainFailure}
      columns={columnsOf(timeZone)}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon={IconFileImport} title={lista.vazio}>
          {lista.vazioTexto}
        </EmptyState>
      }
    />
  );
}

export { ImportacaoPage as Component };
