import { formatDateTime } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconTableExport } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { exportacaoHref } from "../../rpc/files/file-urls.ts";
import type { Exportacao } from "../../rpc/files/requested-files.ts";
import { exportacaoTexts as texts } from "../../texts/files/exportacao.ts";
import { requestedFileTexts } from "../../texts/files/requested-files.ts";
import { DownloadLink } from "../../ui/documento/DownloadLink.tsx";
import { RequestedFileStatus } from "../../ui/documento/RequestedFileStatus.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { type Column, DataTable } from "../../ui/list/DataTable.tsx";
import classes from "./ExportacaoList.module.css";

const { lista: t } = texts;

type Props = { exportacoes: readonly Exportacao[]; now: Date; timeZone: string };

/** The exports, newest first. */
export function ExportacaoList(props: Props): React.JSX.Element {
  const { exportacoes, timeZone } = props;
  const phone = useIsPhone();
  if (exportacoes.length === 0) return <EmptyList />;
  if (!phone) {
    return (
      <div className={classes.tabela}>
        <DataTable label={t.titulo} columns={columnsOf(props)} rows={exportacoes} keyOf={({ id }) => id} />
      </div>
    );
  }
  return (
    <ul aria-label={t.titulo}>
      {exportacoes.map((exportacao) => (
        <li key={exportacao.id} className={classes.cartao}>
          <FileCell exportacao={exportacao} />
          <RequestedFileStatus file={exportacao} label={fileNameOf(exportacao)} />
          <FileDownloadLink {...props} exportacao={exportacao} />
          <span className={`num ${classes.quando}`}>
            {exportacao.data && formatDateTime(exportacao.data, timeZone)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function EmptyList(): React.JSX.Element {
  return (
    <EmptyState
      icon={IconTableExport}
      title={t.vazio}
      action={
        <Button component={Link} to="/dfe_recebidos" variant="default">
          {t.irParaLista}
        </Button>
      }
    >
      {t.vazioTexto}
    </EmptyState>
  );
}

function columnsOf(props: Props): Column<Exportacao>[] {
  const { colunas } = t;
  return [
    {
      key: "arquivo",
      title: colunas.arquivo,
      cell: (exportacao) => <FileCell exportacao={exportacao} />,
    },
    {
      key: "data",
      width: "148px",
      title: colunas.data,
      cell: ({ data }) => <span className="num">{data && formatDateTime(data, props.timeZone)}</span>,
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
      cell: (exportacao) => <FileDownloadLink {...props} exportacao={exportacao} />,
    },
  ];
}

function fileNameOf({ nome, formato }: Exportacao): string {
  return nome ?? t.semNome(formato);
}

function FileCell({ exportacao }: { exportacao: Exportacao }): React.JSX.Element {
  return (
    <span className={classes.arquivo}>
      <b>{fileNameOf(exportacao)}</b>
      <span title={exportacao.filtro}>{exportacao.filtro}</span>
    </span>
  );
}

function FileDownloadLink(props: Props & { exportacao: Exportacao }): React.JSX.Element | null {
  const { exportacao, now, timeZone } = props;
  const { id, estado, nome, tamanho, expiraEm } = exportacao;
  if (estado !== "concluido" || nome === null) return null;
  return (
    <span className={classes.baixar}>
      <DownloadLink href={exportacaoHref(id)} name={nome} size={tamanho} />
      {expiraEm && <span>{requestedFileTexts.expira(formatNearInstant(expiraEm, now, timeZone))}</span>}
    </span>
  );
}
