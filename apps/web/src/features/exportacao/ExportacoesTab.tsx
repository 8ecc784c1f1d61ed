import { formatDateTime, formatInteger } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconTableExport } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { exportacaoHref } from "../../rpc/files/file-urls.ts";
import { deleteExpired, type Exportacao, exportacoesQuery } from "../../rpc/files/requested-files.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { exportacaoTexts } from "../../texts/files/exportacao.ts";
import { DownloadLink } from "../../ui/documento/DownloadLink.tsx";
import { RequestedFileStatus } from "../../ui/documento/RequestedFileStatus.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { ListScreen } from "../../ui/layout/ListScreen.tsx";
import { readPageParam } from "../../ui/list/page-param.ts";
import { type ListColumn, TwoLines } from "../../ui/list/ResponsiveTable.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";
import { useNow } from "../../ui/state/use-now.ts";

const { lista: texts } = exportacaoTexts;

/** The exports of the lists, newest first, as a tab of the administration. */
export function ExportacoesTab({ tabs }: { tabs: React.ReactNode }): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const now = useNow();
  const query = useQuery(exportacoesQuery(readPageParam(params)));
  return (
    <ListScreen
      title={texts.titulo}
      total={(count) => texts.total(formatInteger(count))}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      tabs={tabs}
      actions={
        query.data &&
        query.data.totalCount > 0 && (
          <Button variant="default" onClick={() => void confirmExpiredRemoval()}>
            {texts.removerVencidas}
          </Button>
        )
      }
      columns={columnsOf(now, timeZone)}
      keyOf={({ id }) => id}
      rowHeight={56}
      empty={
        <EmptyState
          icon={IconTableExport}
          title={texts.vazio}
          action={
            <Button component={Link} variant="default" to="/dfe_recebidos">
              {texts.irParaLista}
            </Button>
          }
        >
          {texts.vazioTexto}
        </EmptyState>
      }
    />
  );
}

function columnsOf(now: Date, timeZone: string): ListColumn<Exportacao>[] {
  const { colunas } = texts;
  return [
    {
      key: "arquivo",
      title: colunas.arquivo,
      cell: (exportacao) => <TwoLines strong value={fileNameOf(exportacao)} note={exportacao.filtro} />,
    },
    {
      key: "data",
      width: "148px",
      title: colunas.data,
      cell: ({ data }) => <span className="num">{data && formatDateTime(data, timeZone)}</span>,
    },
    { key: "usuario", width: "140px", title: colunas.usuario, cell: ({ usuario }) => usuario },
    {
      key: "situacao",
      width: "216px",
      title: colunas.situacao,
      cell: (exportacao) => <RequestedFileStatus file={exportacao} label={fileNameOf(exportacao)} />,
    },
    {
      key: "acao",
      width: "192px",
      align: "direita",
      title: <span className="vh">{colunas.acao}</span>,
      cell: (exportacao) => (
        <DownloadLink file={exportacao} href={exportacaoHref(exportacao.id)} now={now} timeZone={timeZone} />
      ),
    },
  ];
}

function fileNameOf({ nome, formato }: Exportacao): string {
  return nome ?? texts.semNome(formato);
}

async function confirmExpiredRemoval(): Promise<void> {
  const isConfirmed = await askConfirmation({
    titulo: texts.removerVencidas,
    texto: texts.removerTexto,
    acao: texts.removerVencidas,
  });
  if (!isConfirmed) return;
  try {
    showToast(texts.removidas(await deleteExpired()));
  } catch (error) {
    showFailureToast(explainFailure(error));
  }
}
