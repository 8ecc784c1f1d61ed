import { formatDateTime, formatInteger, formatSize } from "@malote/syntax";
import { IconChevronRight, IconDownload, IconFileImport } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { importacaoHref } from "../../rpc/files/file-urls.ts";
import { type Importacao, isFinished } from "../../rpc/files/importacoes.ts";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { type Column, DataTable } from "../../ui/list/DataTable.tsx";
import classes from "./ImportacaoList.module.css";
import { ImportacaoStatus } from "./ImportacaoStatus.tsx";

const { lista: t } = texts;

/** The importações, newest first, with their results. */
export function ImportacaoList(props: {
  importacoes: readonly Importacao[];
  timeZone: string;
}): React.JSX.Element {
  const { importacoes, timeZone } = props;
  const phone = useIsPhone();
  if (importacoes.length === 0) {
    return (
      <EmptyState icon={IconFileImport} title={t.vazio}>
        {t.vazioTexto}
      </EmptyState>
    );
  }
  if (phone) return <ImportacaoCards importacoes={importacoes} timeZone={timeZone} />;
  return (
    <DataTable label={t.titulo} columns={columnsOf(timeZone)} rows={importacoes} keyOf={({ id }) => id} />
  );
}

function columnsOf(timeZone: string): Column<Importacao>[] {
  const { colunas } = t;
  return [
    { key: "arquivo", title: colunas.arquivo, cell: (importacao) => <FileName importacao={importacao} /> },
    {
      key: "data",
      width: "148px",
      title: colunas.data,
      cell: ({ data }) => <span className="num">{data && formatDateTime(data, timeZone)}</span>,
    },
    { key: "usuario", width: "148px", title: colunas.usuario, cell: ({ usuario }) => usuario },
    {
      key: "situacao",
      width: "140px",
      title: colunas.situacao,
      cell: (importacao) => <ImportacaoStatus importacao={importacao} />,
    },
    {
      key: "documentos",
      width: "300px",
      title: colunas.documentos,
      cell: (importacao) => <DocumentoCount importacao={importacao} />,
    },
    {
      key: "erros",
      width: "128px",
      align: "direita",
      title: colunas.erros,
      cell: (importacao) => <ErrorCount importacao={importacao} />,
    },
  ];
}

function FileName({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { id, nomeArquivo, tamanho } = importacao;
  return (
    <span className={classes.nome}>
      <b title={nomeArquivo}>{nomeArquivo}</b>
      <span className="num">{formatSize(tamanho)}</span>
      <a
        href={importacaoHref(id)}
        className="icone icone-pequeno"
        aria-label={t.baixar(nomeArquivo)}
        data-dica={t.baixar(nomeArquivo)}
      >
        <IconDownload size={16} stroke={1.6} aria-hidden="true" />
      </a>
    </span>
  );
}

/** The number of documents; during the import its progress; after a failure the reason. */
function DocumentoCount({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { lidos, total, documentos, mensagem, nomeArquivo } = importacao;
  if (!isFinished(importacao) && lidos > 0) {
    return (
      <span className={classes.andamento}>
        <ProgressBar part={total ? lidos / total : null} label={nomeArquivo} short />
        <span className="num">
          {total ? t.de(formatInteger(lidos), formatInteger(total)) : t.lidos(formatInteger(lidos))}
        </span>
      </span>
    );
  }
  if (mensagem !== null) {
    return (
      <span className={classes.causa} title={mensagem ?? undefined}>
        {mensagem}
      </span>
    );
  }
  const otherText = otherTextOf(importacao);
  return (
    <span className={classes.documentos} title={otherText}>
      <span className="num">{formatInteger(documentos)}</span>
      {otherText !== "" && <span>{otherText}</span>}
    </span>
  );
}

/** What else it contained: eventos and duplicates. */
function otherTextOf({ eventos, duplicados }: Importacao): string {
  return [
    ...(eventos > 0 ? [t.eventos(formatInteger(eventos))] : []),
    ...(duplicados > 0 ? [t.duplicados(formatInteger(duplicados))] : []),
  ].join(" · ");
}

function ErrorCount({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { id, quantidadeErro, nomeArquivo } = importacao;
  if (quantidadeErro === 0) return <span className={classes.nenhum}>{t.nenhumErro}</span>;
  return (
    <Link
      to={`/importacao/erros/${id}`}
      className={`link num ${classes.erros}`}
      aria-label={`${t.arquivos(formatInteger(quantidadeErro))}. ${t.verErros(nomeArquivo)}`}
    >
      {t.arquivos(formatInteger(quantidadeErro))}
      <IconChevronRight size={14} stroke={2} aria-hidden="true" />
    </Link>
  );
}

function ImportacaoCards(props: { importacoes: readonly Importacao[]; timeZone: string }): React.JSX.Element {
  const { importacoes, timeZone } = props;
  return (
    <ul aria-label={t.titulo}>
      {importacoes.map((importacao) => (
        <li key={importacao.id} className={classes.cartao}>
          <FileName importacao={importacao} />
          <span className={classes.linha}>
            <ImportacaoStatus importacao={importacao} />
            <ErrorCount importacao={importacao} />
          </span>
          <DocumentoCount importacao={importacao} />
          <span className={`num ${classes.quando}`}>
            {importacao.data && formatDateTime(importacao.data, timeZone)}
            {importacao.usuario && ` · ${importacao.usuario}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
