import { formatDataHora, formatInteiro, formatTamanho } from "@malote/syntax";
import { IconChevronRight, IconDownload, IconFileImport } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { importacaoHref } from "../../rpc/arquivos.ts";
import { type Importacao, isTerminada } from "../../rpc/importacoes.ts";
import { importacao as textos } from "../../textos/importacao.ts";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Progresso } from "../../ui/Progresso.tsx";
import { useIsPhone } from "../../ui/telas.ts";
import classes from "./ImportacoesLista.module.css";
import { ImportacaoStatus } from "./situacao.tsx";

const { lista: t } = textos;

/** The importações, newest first, with their results. */
export function ImportacoesLista(props: {
  importacoes: readonly Importacao[];
  zona: string;
}): React.JSX.Element {
  const { importacoes, zona } = props;
  const phone = useIsPhone();
  if (importacoes.length === 0) {
    return (
      <EmptyState icone={IconFileImport} titulo={t.vazio}>
        {t.vazioTexto}
      </EmptyState>
    );
  }
  if (phone) return <Cartoes importacoes={importacoes} zona={zona} />;
  return (
    <DataTable rotulo={t.titulo} colunas={colunasOf(zona)} linhas={importacoes} chaveDe={({ id }) => id} />
  );
}

function colunasOf(zona: string): Coluna<Importacao>[] {
  const { colunas } = t;
  return [
    { chave: "arquivo", titulo: colunas.arquivo, celula: (importacao) => <Nome importacao={importacao} /> },
    {
      chave: "data",
      largura: "148px",
      titulo: colunas.data,
      celula: ({ data }) => <span className="num">{data && formatDataHora(data, zona)}</span>,
    },
    { chave: "usuario", largura: "148px", titulo: colunas.usuario, celula: ({ usuario }) => usuario },
    {
      chave: "situacao",
      largura: "140px",
      titulo: colunas.situacao,
      celula: (importacao) => <ImportacaoStatus importacao={importacao} />,
    },
    {
      chave: "documentos",
      largura: "300px",
      titulo: colunas.documentos,
      celula: (importacao) => <Documentos importacao={importacao} />,
    },
    {
      chave: "erros",
      largura: "128px",
      lado: "direita",
      titulo: colunas.erros,
      celula: (importacao) => <Erros importacao={importacao} />,
    },
  ];
}

function Nome({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { id, nomeArquivo, tamanho } = importacao;
  return (
    <span className={classes.nome}>
      <b title={nomeArquivo}>{nomeArquivo}</b>
      <span className="num">{formatTamanho(tamanho)}</span>
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
function Documentos({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { lidos, total, documentos, mensagem, nomeArquivo } = importacao;
  if (!isTerminada(importacao) && lidos > 0) {
    return (
      <span className={classes.andamento}>
        <Progresso parte={total ? lidos / total : null} rotulo={nomeArquivo} curta />
        <span className="num">
          {total ? t.de(formatInteiro(lidos), formatInteiro(total)) : t.lidos(formatInteiro(lidos))}
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
  const outros = outrosOf(importacao);
  return (
    <span className={classes.documentos} title={outros}>
      <span className="num">{formatInteiro(documentos)}</span>
      {outros !== "" && <span>{outros}</span>}
    </span>
  );
}

/** What else it contained: eventos and duplicates. */
function outrosOf({ eventos, duplicados }: Importacao): string {
  return [
    ...(eventos > 0 ? [t.eventos(formatInteiro(eventos))] : []),
    ...(duplicados > 0 ? [t.duplicados(formatInteiro(duplicados))] : []),
  ].join(" · ");
}

function Erros({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { id, quantidadeErro, nomeArquivo } = importacao;
  if (quantidadeErro === 0) return <span className={classes.nenhum}>{t.nenhumErro}</span>;
  return (
    <Link
      to={`/importacao/erros/${id}`}
      className={`link num ${classes.erros}`}
      aria-label={`${t.arquivos(formatInteiro(quantidadeErro))}. ${t.verErros(nomeArquivo)}`}
    >
      {t.arquivos(formatInteiro(quantidadeErro))}
      <IconChevronRight size={14} stroke={2} aria-hidden="true" />
    </Link>
  );
}

function Cartoes(props: { importacoes: readonly Importacao[]; zona: string }): React.JSX.Element {
  const { importacoes, zona } = props;
  return (
    <ul aria-label={t.titulo}>
      {importacoes.map((importacao) => (
        <li key={importacao.id} className={classes.cartao}>
          <Nome importacao={importacao} />
          <span className={classes.linha}>
            <ImportacaoStatus importacao={importacao} />
            <Erros importacao={importacao} />
          </span>
          <Documentos importacao={importacao} />
          <span className={`num ${classes.quando}`}>
            {importacao.data && formatDataHora(importacao.data, zona)}
            {importacao.usuario && ` · ${importacao.usuario}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
