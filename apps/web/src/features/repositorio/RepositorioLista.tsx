import { formatDataHora, formatInteiro } from "@malote/syntax";
import { IconFileZip } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { repositorioHref } from "../../rpc/arquivos.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import type { Download } from "../../rpc/pedidos.ts";
import { pedidos } from "../../textos/pedidos.ts";
import { repositorio as textos } from "../../textos/repositorio.ts";
import { BaixarArquivo } from "../../ui/BaixarArquivo.tsx";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PedidoStatus } from "../../ui/PedidoStatus.tsx";
import { formatQuando } from "../../ui/quando.ts";
import { useIsPhone } from "../../ui/telas.ts";
import { describePedido } from "./pedido.ts";
import classes from "./RepositorioLista.module.css";

const { lista: t } = textos;

type Props = { downloads: readonly Download[]; agora: Date; zona: string };

/** The requested ZIPs, newest first. */
export function RepositorioLista(props: Props): React.JSX.Element {
  const { downloads } = props;
  const phone = useIsPhone();
  const { data: empresas = [] } = useQuery(empresasQuery);
  const nomeDe = (cnpj: string | null): string | null =>
    empresas.find((empresa) => empresa.cnpj === cnpj)?.nome ?? null;
  if (downloads.length === 0) {
    return (
      <EmptyState icone={IconFileZip} titulo={t.vazio}>
        {t.vazioTexto}
      </EmptyState>
    );
  }
  if (!phone) {
    return (
      <div className={classes.tabela}>
        <DataTable
          rotulo={t.titulo}
          colunas={colunasOf(props, nomeDe)}
          linhas={downloads}
          chaveDe={({ id }) => id}
        />
      </div>
    );
  }
  return (
    <ul aria-label={t.titulo}>
      {downloads.map((download) => (
        <li key={download.id} className={classes.cartao}>
          <OPedido download={download} nome={nomeDe(download.cnpjEmpresa)} />
          <PedidoStatus pedido={download} rotulo={t.titulo} />
          <Baixar {...props} download={download} />
        </li>
      ))}
    </ul>
  );
}

function colunasOf(props: Props, nomeDe: (cnpj: string | null) => string | null): Coluna<Download>[] {
  const { colunas } = t;
  return [
    {
      chave: "pedido",
      titulo: colunas.pedido,
      celula: (download) => <OPedido download={download} nome={nomeDe(download.cnpjEmpresa)} />,
    },
    {
      chave: "data",
      largura: "148px",
      titulo: colunas.data,
      celula: ({ data }) => <span className="num">{data && formatDataHora(data, props.zona)}</span>,
    },
    { chave: "usuario", largura: "124px", titulo: colunas.usuario, celula: ({ usuario }) => usuario },
    {
      chave: "situacao",
      largura: "184px",
      titulo: colunas.situacao,
      celula: (download) => <PedidoStatus pedido={download} rotulo={t.titulo} />,
    },
    {
      chave: "documentos",
      largura: "104px",
      lado: "direita",
      titulo: colunas.documentos,
      celula: ({ total }) => <span className="num">{total === null ? "" : formatInteiro(total)}</span>,
    },
    {
      chave: "acao",
      largura: "192px",
      lado: "direita",
      titulo: <span className="vh">{colunas.acao}</span>,
      celula: (download) => <Baixar {...props} download={download} />,
    },
  ];
}

function OPedido({ download, nome }: { download: Download; nome: string | null }): React.JSX.Element {
  const { periodo, resto } = describePedido(download, nome);
  return (
    <span className={classes.pedido}>
      <b className="num">{periodo}</b>
      <span title={resto}>{resto}</span>
    </span>
  );
}

function Baixar(props: Props & { download: Download }): React.JSX.Element | null {
  const { download, agora, zona } = props;
  const { id, estado, nome, tamanho, expiraEm } = download;
  if (estado !== "concluido" || nome === null) return null;
  return (
    <span className={classes.baixar}>
      <BaixarArquivo href={repositorioHref(id)} nome={nome} tamanho={tamanho} />
      {expiraEm && <span>{pedidos.expira(formatQuando(expiraEm, agora, zona))}</span>}
    </span>
  );
}
