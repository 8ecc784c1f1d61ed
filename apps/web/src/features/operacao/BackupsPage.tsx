import { formatDataHora, formatInteiro, formatTamanho } from "@malote/syntax";
import {
  IconCircleCheck,
  IconCircleX,
  IconDatabaseExport,
  IconDatabaseOff,
  IconLoader2,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { type BackupRun, backupsQuery } from "../../rpc/operador.ts";
import { geral } from "../../textos/geral.ts";
import { backups as textos } from "../../textos/operacao-paginas.ts";
import { AbaPage } from "../../ui/AbaPage.tsx";
import { Botao } from "../../ui/Botao.tsx";
import type { Coluna } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";
import { Card, ResponsiveTable } from "../../ui/ResponsiveTable.tsx";
import { StatusTag } from "../../ui/Status.tsx";
import type { Tom } from "../../ui/situacao.ts";
import { BackupNow } from "./BackupNow.tsx";
import { durationOf } from "./backup-words.ts";
import tables from "./tables.module.css";
import { UpdatedOf } from "./Updated.tsx";

const { colunas: t } = textos;

const RESULTS: Record<keyof typeof textos.resultados, { tone: Tom; icon: TablerIcon }> = {
  ok: { tone: "ok", icon: IconCircleCheck },
  falhou: { tone: "ruim", icon: IconCircleX },
  andando: { tone: "neutro", icon: IconLoader2 },
};

/** Every run of the backup, creation or check: result, size, duration and documents. */
export function BackupsPage(): React.JSX.Element {
  const zona = useZona();
  const query = useQuery(backupsQuery);
  const { data } = query;
  return (
    <AbaPage
      titulo={textos.titulo}
      cabecalho={textos.titulo}
      total={({ execucoes }) => textos.total(execucoes.length)}
      pedido={query}
      falha={explainFalha}
      zona={zona}
      acoes={
        data && (
          <BackupNow backups={data}>
            {(ask) => (
              <Botao icone={<IconDatabaseExport size={16} stroke={1.6} aria-hidden="true" />} {...ask}>
                {textos.fazerAgora}
              </Botao>
            )}
          </BackupNow>
        )
      }
      fichas={data?.destino && <p className="t-rotulo">{textos.guardados(data.destino)}</p>}
      dicas={<UpdatedOf query={query} />}
      esqueleto={<LinhasEsqueleto linhas={8} larguras={[120, 100, 80, 80, 60, 80]} />}
    >
      {({ configurado, execucoes }) => (
        <>
          {!configurado && (
            <EmptyState icone={IconDatabaseOff} titulo={textos.semDestino}>
              {textos.semDestinoTexto}
            </EmptyState>
          )}
          {configurado && execucoes.length === 0 && (
            <EmptyState icone={IconDatabaseExport} titulo={textos.vazio}>
              {textos.vazioTexto}
            </EmptyState>
          )}
          {execucoes.length > 0 && (
            <ResponsiveTable
              label={textos.titulo}
              columns={columnsOf(zona)}
              rows={execucoes}
              keyOf={({ id }) => id}
              minWidth={980}
              card={(run) => (
                <Card
                  title={titleOf(run, zona)}
                  end={<Result run={run} />}
                  lines={[figuresOf(run), run.mensagem, run.destino]}
                />
              )}
            />
          )}
        </>
      )}
    </AbaPage>
  );
}

function columnsOf(zona: string): Coluna<BackupRun>[] {
  return [
    {
      chave: "quando",
      titulo: t.quando,
      largura: "150px",
      celula: ({ comecouEm }) => (
        <b className={`${tables.name} num`}>{comecouEm && formatDataHora(comecouEm, zona)}</b>
      ),
    },
    { chave: "tipo", titulo: t.tipo, largura: "120px", celula: ({ tipo }) => textos.tipos[tipo] },
    { chave: "resultado", titulo: t.resultado, largura: "120px", celula: (run) => <Result run={run} /> },
    {
      chave: "tamanho",
      titulo: t.tamanho,
      largura: "180px",
      lado: "direita",
      celula: ({ bytes, bytesNovos }) => (
        <span className="num">
          {bytes === null ? geral.nenhumValor : formatTamanho(bytes)}
          {bytesNovos !== null && (
            <span className={tables.wait}> {textos.novos(formatTamanho(bytesNovos))}</span>
          )}
        </span>
      ),
    },
    {
      chave: "duracao",
      titulo: t.duracao,
      largura: "96px",
      lado: "direita",
      celula: (run) => <span className="num">{durationOf(run) ?? geral.nenhumValor}</span>,
    },
    {
      chave: "documentos",
      titulo: t.documentos,
      largura: "104px",
      lado: "direita",
      celula: ({ documentos }) => (
        <span className="num">{documentos === null ? geral.nenhumValor : formatInteiro(documentos)}</span>
      ),
    },
    {
      chave: "detalhe",
      titulo: <span className={tables.situation}>{t.detalhe}</span>,
      celula: ({ mensagem, destino }) => (
        <span className={`${tables.reason} ${tables.situation}`} title={mensagem ?? destino}>
          {mensagem ?? destino}
        </span>
      ),
    },
  ];
}

function titleOf({ tipo, comecouEm }: BackupRun, zona: string): string {
  return comecouEm ? `${textos.tipos[tipo]}, ${formatDataHora(comecouEm, zona)}` : textos.tipos[tipo];
}

/** The figures of a run in one line; null while it has none. */
function figuresOf(run: BackupRun): string | null {
  const { bytes, documentos } = run;
  const figures = [
    bytes === null ? null : formatTamanho(bytes),
    durationOf(run),
    documentos === null ? null : textos.notas(formatInteiro(documentos)),
  ].filter((figure) => figure !== null);
  return figures.length > 0 ? figures.join(", ") : null;
}

function Result({ run: { resultado } }: { run: BackupRun }): React.JSX.Element {
  const { tone, icon: Icon } = RESULTS[resultado ?? "andando"];
  return (
    <StatusTag tom={tone} palavra={textos.resultados[resultado ?? "andando"]}>
      <Icon size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}
