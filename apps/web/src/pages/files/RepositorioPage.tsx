import { formatInteger } from "@malote/syntax";
import { IconFileZip } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { RepositorioForm } from "../../features/repositorio/RepositorioForm.tsx";
import { columnsOf } from "../../features/repositorio/repositorio-columns.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { downloadsQuery } from "../../rpc/files/requested-files.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { repositorioTexts as texts } from "../../texts/files/repositorio.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { JobsPage } from "../../ui/layout/JobsPage.tsx";
import { useDensity } from "../../ui/list/density.ts";
import { readPageParam } from "../../ui/list/page-param.ts";
import { useNow } from "../../ui/state/use-now.ts";

const { lista } = texts;

/** Downloads of all XMLs of a period in one file. */
export function RepositorioPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const now = useNow();
  const query = useQuery(downloadsQuery(readPageParam(params)));
  const { data: empresas = [] } = useQuery(empresasQuery);
  const empresaNameOf = (cnpj: string | null): string | null =>
    empresas.find((empresa) => empresa.cnpj === cnpj)?.nome ?? null;
  useDensity(useOwner());
  return (
    <JobsPage
      title={texts.titulo}
      head={<RepositorioForm key={timeZone} timeZone={timeZone} />}
      label={lista.titulo}
      note={lista.nota}
      total={(count) => lista.total(formatInteger(count))}
      query={query}
      explain={explainFailure}
      columns={columnsOf({ now, timeZone, empresaNameOf })}
      keyOf={({ id }) => id}
      rowHeight={56}
      empty={
        <EmptyState icon={IconFileZip} title={lista.vazio}>
          {lista.vazioTexto}
        </EmptyState>
      }
    />
  );
}

export { RepositorioPage as Component };
