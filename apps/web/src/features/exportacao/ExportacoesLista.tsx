import { formatDataHora } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconTableExport } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { exportacaoHref } from "../../rpc/arquivos.ts";
import type { Exportacao } from "../../rpc/pedidos.ts";
import { exportacao as textos } from "../../textos/exportacao.ts";
import { pedidos } from "../../textos/pedidos.ts";
import { BaixarArquivo } from "../../ui/BaixarArquivo.tsx";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PedidoStatus } from "../../ui/PedidoStatus.tsx";
import { formatQuando } from "../../ui/quando.ts";
import { useIsPhone } from "../../ui/telas.ts";
import classes from "./ExportacoesLista.module.css";

const { lista: t } = textos;

type Props = { exportacoes: readonly Exportacao[]; agora: Date; zona: string };

/** The exports, newest first. */
export function ExportacoesLista(props: Props): React.JSX.Element {
  const { exportacoes, zona } = props;
  const phone = useIsPhone();
  if (exportacoes.length === 0) return <Vazio />;
  if (!phone) {
    return (
      <div className={classes.tabela}>
        <DataTable
          rotulo={t.titulo}
          colunas={colunasOf(props)}
          linhas={exportacoes}
          chaveDe={({ id }) => id}
        />
      </div>
    );
  }
  return (
    <ul aria-label={t.titulo}>
      {exportacoes.map((exportacao) => (
        <li key={exportacao.id} className={classes.cartao}>
          <Arquivo exportacao={exportacao} />
          <PedidoStatus pedido={exportacao} rotulo={nomeOf(exportacao)} />
          <Baixar {...props} exportacao={exportacao} />
          <span className={`num ${classes.quando}`}>
            {exportacao.data && formatDataHora(exportacao.data, zona)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Vazio(): React.JSX.Element {
  return (
    <EmptyState
      icone={IconTableExport}
      titulo={t.vazio}
      acao={
        <Button component={Link} to="/dfe_recebidos" variant="default">
          {t.irParaLista}
        </Button>
      }
    >
      {t.vazioTexto}
    </EmptyState>
  );
}

function colunasOf(props: Props): Coluna<Exportacao>[] {
  const { colunas } = t;
  return [
    {
      chave: "arquivo",
      titulo: colunas.arquivo,
      celula: (exportacao) => <Arquivo exportacao={exportacao} />,
    },
    {
      chave: "data",
      largura: "148px",
      titulo: colunas.data,
      celula: ({ data }) => <span className="num">{data && formatDataHora(data, props.zona)}</span>,
    },
    { chave: "usuario", largura: "140px", titulo: colunas.usuario, celula: ({ usuario }) => usuario },
    {
      chave: "situacao",
      largura: "216px",
      titulo: colunas.situacao,
      celula: (exportacao) => <PedidoStatus pedido={exportacao} rotulo={nomeOf(exportacao)} />,
    },
    {
      chave: "acao",
      largura: "192px",
      lado: "direita",
      titulo: <span className="vh">{colunas.acao}</span>,
      celula: (exportacao) => <Baixar {...props} exportacao={exportacao} />,
    },
  ];
}

function nomeOf({ nome, formato }: Exportacao): string {
  return nome ?? t.semNome(formato);
}

function Arquivo({ exportacao }: { exportacao: Exportacao }): React.JSX.Element {
  return (
    <span className={classes.arquivo}>
      <b>{nomeOf(exportacao)}</b>
      <span title={exportacao.filtro}>{exportacao.filtro}</span>
    </span>
  );
}

function Baixar(props: Props & { exportacao: Exportacao }): React.JSX.Element | null {
  const { exportacao, agora, zona } = props;
  const { id, estado, nome, tamanho, expiraEm } = exportacao;
  if (estado !== "concluido" || nome === null) return null;
  return (
    <span className={classes.baixar}>
      <BaixarArquivo href={exportacaoHref(id)} nome={nome} tamanho={tamanho} />
      {expiraEm && <span>{pedidos.expira(formatQuando(expiraEm, agora, zona))}</span>}
    </span>
  );
}
