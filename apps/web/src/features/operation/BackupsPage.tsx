import { formatDateTime, formatInteger, formatSize } from "@malote/syntax";
import { Button, Text } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleX,
  IconDatabaseExport,
  IconDatabaseOff,
  IconLoader2,
  type TablerIcon,
} from "@tabler/icons-react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type BackupRun, backupsQuery } from "../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { general } from "../../texts/app/general.ts";
import { backupTexts as texts } from "../../texts/operator/pages.ts";
import type { Tone } from "../../ui/documento/documento-status.ts";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ListScreen } from "../../ui/layout/ListScreen.tsx";
import { Card, type ListColumn } from "../../ui/list/ResponsiveTable.tsx";
import { BackupNow } from "./BackupNow.tsx";
import { durationOf } from "./backup-facts.ts";
import { Clip } from "./Clip.tsx";
import classes from "./operation.module.css";
import { UpdatedOf } from "./Updated.tsx";

const { colunas: t } = texts;

const RESULTS: Record<keyof typeof texts.resultados, { tone: Tone; icon: TablerIcon }> = {
  ok: { tone: "ok", icon: IconCircleCheck },
  falhou: { tone: "ruim", icon: IconCircleX },
  andando: { tone: "neutro", icon: IconLoader2 },
};

/** Every run of the backup, creation or check: result, size, duration and documents. */
export function BackupsPage(): React.JSX.Element {
  const timeZone = useTimeZone();
  const { data } = useQuery(backupsQuery);
  const query = useQuery({ ...backupsQuery, select: ({ execucoes }) => execucoes });
  return (
    <ListScreen
      title={texts.titulo}
      heading={texts.titulo}
      total={texts.total}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      actions={
        data && (
          <BackupNow backups={data}>
            {(ask) => (
              <Button
                variant="default"
                leftSection={<IconDatabaseExport size={16} stroke={1.6} aria-hidden="true" />}
                {...ask}
              >
                {texts.fazerAgora}
              </Button>
            )}
          </BackupNow>
        )
      }
      chips={data?.destino && <p className="t-rotulo">{texts.guardados(data.destino)}</p>}
      hints={<UpdatedOf query={query} />}
      lead={
        data?.configurado === false && (
          <EmptyState icon={IconDatabaseOff} title={texts.semDestino}>
            {texts.semDestinoTexto}
          </EmptyState>
        )
      }
      columns={columnsOf(timeZone)}
      keyOf={({ id }) => id}
      minWidth={980}
      card={(run) => (
        <Card
          title={titleOf(run, timeZone)}
          end={<Result run={run} />}
          lines={[figuresOf(run), run.mensagem, run.destino]}
        />
      )}
      empty={
        data?.configurado && (
          <EmptyState icon={IconDatabaseExport} title={texts.vazio}>
            {texts.vazioTexto}
          </EmptyState>
        )
      }
    />
  );
}

function columnsOf(timeZone: string): ListColumn<BackupRun>[] {
  return [
    {
      key: "quando",
      title: t.quando,
      width: "150px",
      cell: ({ comecouEm }) => (
        <Text inherit component="b" fw={550} className="num">
          {comecouEm && formatDateTime(comecouEm, timeZone)}
        </Text>
      ),
    },
    { key: "tipo", title: t.tipo, width: "120px", cell: ({ tipo }) => texts.tipos[tipo] },
    { key: "resultado", title: t.resultado, width: "120px", cell: (run) => <Result run={run} /> },
    {
      key: "tamanho",
      title: t.tamanho,
      width: "180px",
      align: "direita",
      cell: ({ bytes, bytesNovos }) => (
        <span className="num">
          {bytes === null ? general.nenhumValor : formatSize(bytes)}
          {bytesNovos !== null && <span className="t-rotulo"> {texts.novos(formatSize(bytesNovos))}</span>}
        </span>
      ),
    },
    {
      key: "duracao",
      title: t.duracao,
      width: "96px",
      align: "direita",
      cell: (run) => <span className="num">{durationOf(run) ?? general.nenhumValor}</span>,
    },
    {
      key: "documentos",
      title: t.documentos,
      width: "104px",
      align: "direita",
      cell: ({ documentos }) => (
        <span className="num">{documentos === null ? general.nenhumValor : formatInteger(documentos)}</span>
      ),
    },
    {
      key: "detalhe",
      title: <span className={classes.situation}>{t.detalhe}</span>,
      cell: ({ mensagem, destino }) => <Clip words={mensagem ?? destino} className={classes.situation} />,
    },
  ];
}

function titleOf({ tipo, comecouEm }: BackupRun, timeZone: string): string {
  return comecouEm ? `${texts.tipos[tipo]}, ${formatDateTime(comecouEm, timeZone)}` : texts.tipos[tipo];
}

/** The figures of a run in one line; null while it has none. */
function figuresOf(run: BackupRun): string | null {
  const { bytes, documentos } = run;
  const figures = [
    bytes === null ? null : formatSize(bytes),
    durationOf(run),
    documentos === null ? null : texts.notas(formatInteger(documentos)),
  ].filter((figure) => figure !== null);
  return figures.length > 0 ? figures.join(", ") : null;
}

function Result({ run: { resultado } }: { run: BackupRun }): React.JSX.Element {
  const result = resultado ?? "andando";
  return <StatusTag {...RESULTS[result]} word={texts.resultados[result]} />;
}
