import { formatDateTime, formatInteger } from "@malote/syntax";
import { IconFileZip } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { repositorioHref } from "../../rpc/files/file-urls.ts";
import type { Download } from "../../rpc/files/requested-files.ts";
import { repositorioTexts as texts } from "../../texts/files/repositorio.ts";
import { requestedFileTexts } from "../../texts/files/requested-files.ts";
import { DownloadLink } from "../../ui/documento/DownloadLink.tsx";
import { RequestedFileStatus } from "../../ui/documento/RequestedFileStatus.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { type Column, DataTable } from "../../ui/list/DataTable.tsx";
import classes from "./RepositorioList.module.css";
import { describeRequest } from "./repositorio-request.ts";

const { lista: t } = texts;

type Props = { downloads: readonly Download[]; now: Date; timeZone: string };

/** The requested ZIPs, newest first. */
export function RepositorioList(props: Props): React.JSX.Element {
  const { downloads } = props;
  const phone = useIsPhone();
  const { data: empresas = [] } = useQuery(empresasQuery);
  const empresaNameOf = (cnpj: string | null): string | null =>
    empresas.find((empresa) => empresa.cnpj === cnpj)?.nome ?? null;
  if (downloads.length === 0) {
    return (
      <EmptyState icon={IconFileZip} title={t.vazio}>
        {t.vazioTexto}
      </EmptyState>
    );
  }
  if (!phone) {
    return (
      <div className={classes.tabela}>
        <DataTable
          label={t.titulo}
          columns={columnsOf(props, empresaNameOf)}
          rows={downloads}
          keyOf={({ id }) => id}
        />
      </div>
    );
  }
  return (
    <ul aria-label={t.titulo}>
      {downloads.map((download) => (
        <li key={download.id} className={classes.cartao}>
          <RequestCell download={download} empresaName={empresaNameOf(download.cnpjEmpresa)} />
          <RequestedFileStatus file={download} label={t.titulo} />
          <FileDownloadLink {...props} download={download} />
        </li>
      ))}
    </ul>
  );
}

function columnsOf(props: Props, empresaNameOf: (cnpj: string | null) => string | null): Column<Download>[] {
  const { colunas } = t;
  return [
    {
      key: "pedido",
      title: colunas.pedido,
      cell: (download) => (
        <RequestCell download={download} empresaName={empresaNameOf(download.cnpjEmpresa)} />
      ),
    },
    {
      key: "data",
      width: "148px",
      title: colunas.data,
      cell: ({ data }) => <span className="num">{data && formatDateTime(data, props.timeZone)}</span>,
    },
    { key: "usuario", width: "124px", title: colunas.usuario, cell: ({ usuario }) => usuario },
    {
      key: "situacao",
      width: "184px",
      title: colunas.situacao,
      cell: (download) => <RequestedFileStatus file={download} label={t.titulo} />,
    },
    {
      key: "documentos",
      width: "104px",
      align: "direita",
      title: colunas.documentos,
      cell: ({ total }) => <span className="num">{total === null ? "" : formatInteger(total)}</span>,
    },
    {
      key: "acao",
      width: "192px",
      align: "direita",
      title: <span className="vh">{colunas.acao}</span>,
      cell: (download) => <FileDownloadLink {...props} download={download} />,
    },
  ];
}

function RequestCell({
  download,
  empresaName,
}: {
  download: Download;
  empresaName: string | null;
}): React.JSX.Element {
  const { period, filters } = describeRequest(download, empresaName);
  return (
    <span className={classes.pedido}>
      <b className="num">{period}</b>
      <span title={filters}>{filters}</span>
    </span>
  );
}

function FileDownloadLink(props: Props & { download: Download }): React.JSX.Element | null {
  const { download, now, timeZone } = props;
  const { id, estado, nome: empresaName, tamanho, expiraEm } = download;
  if (estado !== "concluido" || empresaName === null) return null;
  return (
    <span className={classes.baixar}>
      <DownloadLink href={repositorioHref(id)} name={empresaName} size={tamanho} />
      {expiraEm && <span>{requestedFileTexts.expira(formatNearInstant(expiraEm, now, timeZone))}</span>}
    </span>
  );
}
