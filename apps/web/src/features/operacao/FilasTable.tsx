import { formatInteiro } from "@malote/syntax";
import {
  IconCircleCheck,
  IconClockExclamation,
  IconPlayerPause,
  IconPlayerStop,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Fila } from "../../rpc/operador.ts";
import { geral } from "../../textos/geral.ts";
import { operacao } from "../../textos/operacao.ts";
import type { Coluna } from "../../ui/DataTable.tsx";
import { formatDuracao } from "../../ui/duracao.ts";
import { Card, ResponsiveTable } from "../../ui/ResponsiveTable.tsx";
import { StatusTag } from "../../ui/Status.tsx";
import type { Tom } from "../../ui/situacao.ts";
import { formatPace } from "./fila-words.ts";
import classes from "./tables.module.css";

const { filas: textos } = operacao;

const SITUATIONS: Record<Fila["situacao"], { tone: Tom; icon: TablerIcon }> = {
  "em-dia": { tone: "ok", icon: IconCircleCheck },
  atrasada: { tone: "aviso", icon: IconClockExclamation },
  parada: { tone: "ruim", icon: IconPlayerStop },
  pausada: { tone: "neutro", icon: IconPlayerPause },
};

const COLUMNS: readonly Coluna<Fila>[] = [
  { chave: "fila", titulo: textos.fila, celula: ({ nome }) => <b className={classes.name}>{nome}</b> },
  {
    chave: "esperando",
    titulo: textos.esperando,
    largura: "15%",
    lado: "direita",
    celula: ({ esperando }) => <span className="num">{formatInteiro(esperando)}</span>,
  },
  {
    chave: "antigo",
    titulo: textos.antigo,
    largura: "15%",
    lado: "direita",
    celula: (fila) => <Oldest fila={fila} />,
  },
  {
    chave: "porMinuto",
    titulo: textos.porMinuto,
    largura: "13.6%",
    lado: "direita",
    celula: ({ porMinuto }) => <span className={`${classes.second} num`}>{formatPace(porMinuto)}</span>,
  },
  {
    chave: "falhas",
    titulo: textos.falhas,
    largura: "11.2%",
    lado: "direita",
    celula: (fila) => <Failures fila={fila} />,
  },
  {
    chave: "situacao",
    titulo: <span className={classes.situation}>{textos.situacao}</span>,
    largura: "21%",
    celula: (fila) => <Situation fila={fila} />,
  },
];

/** Table of the queues: waiting tasks, age of the oldest, rate, failures and status. */
export function FilasTable({ filas }: { filas: readonly Fila[] }): React.JSX.Element {
  return (
    <div className={classes.dense}>
      <ResponsiveTable
        label={textos.titulo}
        columns={COLUMNS}
        rows={filas}
        keyOf={({ tipo }) => tipo}
        minWidth={640}
        card={(fila) => <Card title={fila.nome} end={<Situation fila={fila} />} lines={[lineOf(fila)]} />}
      />
    </div>
  );
}

/** The figures of a queue in one line. */
function lineOf({ esperando, esperaMs, porMinuto, falhas }: Fila): string {
  const waiting = textos.esperam(formatInteiro(esperando));
  return [
    esperaMs === null ? waiting : textos.desde(waiting, formatDuracao(esperaMs)),
    textos.ritmo(formatPace(porMinuto)),
    ...(falhas > 0 ? [operacao.falhas.total(formatInteiro(falhas))] : []),
  ].join(", ");
}

function Oldest({ fila: { esperaMs, situacao } }: { fila: Fila }): React.JSX.Element {
  if (esperaMs === null) return <span>{geral.nenhumValor}</span>;
  const late = situacao === "atrasada" || situacao === "parada";
  return (
    <span className="num" data-late={late || undefined}>
      {formatDuracao(esperaMs)}
    </span>
  );
}

/** Number of failures, with a link to exactly those. */
function Failures({ fila: { tipo, nome, falhas } }: { fila: Fila }): React.JSX.Element {
  const total = formatInteiro(falhas);
  if (falhas === 0) return <span className={`${classes.second} num`}>{total}</span>;
  return (
    <Link
      to={`/operacao/filas?aba=falhas&tipo=${tipo}`}
      className={`${classes.count} num`}
      aria-label={textos.verFalhas(total, nome)}
    >
      {total}
    </Link>
  );
}

function Situation({ fila }: { fila: Fila }): React.JSX.Element {
  const { tone, icon: Icon } = SITUATIONS[fila.situacao];
  return (
    <span className={classes.situation} title={textos.limite(formatDuracao(fila.limiteMs))}>
      <StatusTag tom={tone} palavra={fila.situacaoNome}>
        <Icon size={15} stroke={1.8} aria-hidden="true" />
      </StatusTag>
    </span>
  );
}
