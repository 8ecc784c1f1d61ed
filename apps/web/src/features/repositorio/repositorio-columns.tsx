import { formatDateTime, formatInteger } from "@malote/syntax";
import { repositorioHref } from "../../rpc/files/file-urls.ts";
import type { Download } from "../../rpc/files/requested-files.ts";
import { repositorioTexts } from "../../texts/files/repositorio.ts";
import { DownloadLink } from "../../ui/documento/DownloadLink.tsx";
import { RequestedFileStatus } from "../../ui/documento/RequestedFileStatus.tsx";
import { type ListColumn, TwoLines } from "../../ui/list/ResponsiveTable.tsx";
import { describeRequest } from "./repositorio-request.ts";

const { lista: texts } = repositorioTexts;

type ListContext = { now: Date; timeZone: string; empresaNameOf: (cnpj: string | null) => string | null };

/** The columns of the requested ZIPs. */
export function columnsOf({ now, timeZone, empresaNameOf }: ListContext): ListColumn<Download>[] {
  const { colunas } = texts;
  return [
    {
      key: "pedido",
      title: colunas.pedido,
      cell: (download) => {
        const { period, filters } = describeRequest(download, empresaNameOf(download.cnpjEmpresa));
        return <TwoLines strong wrap value={<span className="num">{period}</span>} note={filters} />;
      },
    },
    {
      key: "data",
      width: "148px",
      title: colunas.data,
      cell: ({ data }) => <span className="num">{data && formatDateTime(data, timeZone)}</span>,
    },
    { key: "usuario", width: "124px", title: colunas.usuario, cell: ({ usuario }) => usuario },
    {
      key: "situacao",
      width: "184px",
      title: colunas.situacao,
      cell: (download) => <RequestedFileStatus file={download} label={texts.titulo} />,
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
      cell: (download) => (
        <DownloadLink file={download} href={repositorioHref(download.id)} now={now} timeZone={timeZone} />
      ),
    },
  ];
}
