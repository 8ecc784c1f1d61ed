import { formatDateTime, formatInteger } from "@malote/syntax";
import { Flex, Group, Text } from "@mantine/core";
import { IconChevronRight, IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { importacaoHref } from "../../rpc/files/file-urls.ts";
import { type Importacao, isFinished } from "../../rpc/files/importacoes.ts";
import { importacaoTexts } from "../../texts/files/importacao.ts";
import { DownloadIcon } from "../../ui/documento/DownloadIcon.tsx";
import type { Tone } from "../../ui/documento/documento-status.ts";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Spinner } from "../../ui/feedback/Spinner.tsx";
import type { ListColumn } from "../../ui/list/ResponsiveTable.tsx";
import { FileName } from "./FileName.tsx";

const { lista: texts } = importacaoTexts;

/** The columns of the importações: their files, state and results. */
export function columnsOf(timeZone: string): ListColumn<Importacao>[] {
  const { colunas } = texts;
  return [
    {
      key: "arquivo",
      title: colunas.arquivo,
      cell: (importacao) => <ImportedFile importacao={importacao} />,
    },
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
      cell: ({ estado }) => <State estado={estado} />,
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

function ImportedFile({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { id, nomeArquivo, tamanho } = importacao;
  return (
    <FileName name={nomeArquivo} size={tamanho}>
      <DownloadIcon small href={importacaoHref(id)} label={texts.baixar(nomeArquivo)} />
    </FileName>
  );
}

const STATES: Record<Importacao["estado"], { tone: Tone; children: React.ReactNode }> = {
  pendente: { tone: "neutro", children: <IconClock size={15} stroke={1.8} aria-hidden="true" /> },
  "em-andamento": { tone: "neutro", children: <Spinner /> },
  concluido: { tone: "ok", children: <IconCircleCheck size={15} stroke={1.8} aria-hidden="true" /> },
  falhou: { tone: "ruim", children: <IconCircleX size={15} stroke={1.8} aria-hidden="true" /> },
};

function State({ estado }: Pick<Importacao, "estado">): React.JSX.Element {
  return <StatusTag {...STATES[estado]} word={texts.estados[estado]} />;
}

/** The number of documents; during the import its progress; after a failure the reason. */
function DocumentoCount({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { lidos, total, documentos, mensagem, nomeArquivo } = importacao;
  if (!isFinished(importacao) && lidos > 0) {
    return (
      <Group component="span" gap={12} wrap="nowrap">
        <ProgressBar part={total ? lidos / total : null} label={nomeArquivo} short />
        <span className="num">
          {total ? texts.de(formatInteger(lidos), formatInteger(total)) : texts.lidos(formatInteger(lidos))}
        </span>
      </Group>
    );
  }
  if (mensagem !== null) {
    return (
      <Text span inherit display="block" truncate c="var(--text-2)" title={mensagem}>
        {mensagem}
      </Text>
    );
  }
  const otherText = otherTextOf(importacao);
  return (
    <span title={otherText}>
      <span className="num">{formatInteger(documentos)}</span>
      {otherText !== "" && <span className="t-rotulo"> {otherText}</span>}
    </span>
  );
}

/** What else it contained: eventos and duplicates. */
function otherTextOf({ eventos, duplicados }: Importacao): string {
  return [
    ...(eventos > 0 ? [texts.eventos(formatInteger(eventos))] : []),
    ...(duplicados > 0 ? [texts.duplicados(formatInteger(duplicados))] : []),
  ].join(" · ");
}

function ErrorCount({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { id, quantidadeErro, nomeArquivo } = importacao;
  if (quantidadeErro === 0) {
    return (
      <Text span inherit c="dimmed">
        {texts.nenhumErro}
      </Text>
    );
  }
  return (
    <Flex
      component={Link}
      display="inline-flex"
      align="center"
      to={`/importacao/erros/${id}`}
      className="link num"
      aria-label={`${texts.arquivos(formatInteger(quantidadeErro))}. ${texts.verErros(nomeArquivo)}`}
    >
      {texts.arquivos(formatInteger(quantidadeErro))}
      <IconChevronRight size={14} stroke={2} aria-hidden="true" />
    </Flex>
  );
}
