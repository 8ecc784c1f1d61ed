import { formatInteger } from "@malote/syntax";
import { Text } from "@mantine/core";
import {
  IconCircleCheck,
  IconClockExclamation,
  IconPlayerPause,
  IconPlayerStop,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Queue } from "../../rpc/operator/operator-queries.ts";
import { general } from "../../texts/app/general.ts";
import { operationTexts } from "../../texts/operator/operation.ts";
import type { Tone } from "../../ui/documento/documento-status.ts";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { formatDuration } from "../../ui/format/duration.ts";
import { Card, type ListColumn, type ListDescription } from "../../ui/list/ResponsiveTable.tsx";
import { Clip } from "./Clip.tsx";
import { formatPace } from "./format-pace.ts";
import classes from "./operation.module.css";

const { filas: texts } = operationTexts;

const SITUATIONS: Record<Queue["situacao"], { tone: Tone; icon: TablerIcon }> = {
  "em-dia": { tone: "ok", icon: IconCircleCheck },
  atrasada: { tone: "aviso", icon: IconClockExclamation },
  parada: { tone: "ruim", icon: IconPlayerStop },
  pausada: { tone: "neutro", icon: IconPlayerPause },
};

const COLUMNS: readonly ListColumn<Queue>[] = [
  { key: "fila", title: texts.fila, cell: ({ nome }) => <Clip strong words={nome} /> },
  {
    key: "esperando",
    title: texts.esperando,
    width: "15%",
    number: ({ esperando }) => esperando,
  },
  {
    key: "antigo",
    title: texts.antigo,
    width: "15%",
    align: "direita",
    cell: (queue) => <Oldest queue={queue} />,
  },
  {
    key: "porMinuto",
    title: texts.porMinuto,
    width: "13.6%",
    align: "direita",
    cell: ({ porMinuto }) => <Dim words={formatPace(porMinuto)} />,
  },
  {
    key: "falhas",
    title: texts.falhas,
    width: "11.2%",
    align: "direita",
    cell: (queue) => <Failures queue={queue} />,
  },
  {
    key: "situacao",
    title: <span className={classes.situation}>{texts.situacao}</span>,
    width: "21%",
    cell: (queue) => <Situation queue={queue} />,
  },
];

/** The list of the queues: waiting tasks, age of the oldest, rate, failures and status. */
export const QUEUE_LIST: ListDescription<Queue> = {
  label: texts.titulo,
  columns: COLUMNS,
  keyOf: ({ tipo }) => tipo,
  rowHeight: 36,
  minWidth: 640,
  card: (queue) => <Card title={queue.nome} end={<Situation queue={queue} />} lines={[lineOf(queue)]} />,
};

/** The figures of a queue in one line. */
function lineOf({ esperando, esperaMs, porMinuto, falhas }: Queue): string {
  const waiting = texts.esperam(formatInteger(esperando));
  return [
    esperaMs === null ? waiting : texts.desde(waiting, formatDuration(esperaMs)),
    texts.ritmo(formatPace(porMinuto)),
    ...(falhas > 0 ? [operationTexts.falhas.total(formatInteger(falhas))] : []),
  ].join(", ");
}

function Oldest({ queue: { esperaMs, situacao } }: { queue: Queue }): React.JSX.Element {
  if (esperaMs === null) return <span>{general.nenhumValor}</span>;
  const late = situacao === "atrasada" || situacao === "parada";
  return (
    <Text inherit span className="num" {...(late ? { c: "var(--warn-text)", fw: 600 } : {})}>
      {formatDuration(esperaMs)}
    </Text>
  );
}

function Dim({ words }: { words: string }): React.JSX.Element {
  return (
    <Text inherit span c="var(--text-2)" className="num">
      {words}
    </Text>
  );
}

/** Number of failures, with a link to exactly those. */
function Failures({ queue: { tipo, nome, falhas } }: { queue: Queue }): React.JSX.Element {
  const total = formatInteger(falhas);
  if (falhas === 0) return <Dim words={total} />;
  return (
    <Link
      to={`/operacao/filas?aba=falhas&tipo=${tipo}`}
      className="link num"
      aria-label={texts.verFalhas(total, nome)}
    >
      {total}
    </Link>
  );
}

function Situation({ queue }: { queue: Queue }): React.JSX.Element {
  return (
    <span className={classes.situation} title={texts.limite(formatDuration(queue.limiteMs))}>
      <StatusTag {...SITUATIONS[queue.situacao]} word={queue.situacaoNome} />
    </span>
  );
}
