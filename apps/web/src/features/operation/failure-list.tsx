import { formatInteger } from "@malote/syntax";
import { Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type Failure, retryFailures } from "../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../texts/operator/operation.ts";
import { formatInstant } from "../../ui/format/duration.ts";
import { formatNearInstant, formatTime } from "../../ui/format/relative-time.ts";
import { Card, type ListColumn, type ListDescription } from "../../ui/list/ResponsiveTable.tsx";
import { Clip } from "./Clip.tsx";
import classes from "./operation.module.css";
import { useAct } from "./use-act.ts";

const { falhas: texts } = operationTexts;

/** The list of the failed tasks: reason, attempts, and a button that retries now. */
export function failureList(agora: Date, timeZone: string, withConta: boolean): ListDescription<Failure> {
  const conta: ListColumn<Failure> = {
    key: "conta",
    title: texts.conta,
    width: "16%",
    cell: ({ contaId, conta }) => (
      <Link
        to={`/operacao/filas?aba=falhas&conta=${contaId}`}
        className={`${classes.clip} ${classes.count}`}
        title={texts.filtrarConta(conta)}
      >
        {conta}
      </Link>
    ),
  };
  const columns: ListColumn<Failure>[] = [
    {
      key: "hora",
      title: texts.hora,
      width: "92px",
      cell: ({ quando }) => (
        <Text inherit span c="var(--text-2)" className="num">
          {quando && formatInstant(quando, agora, timeZone)}
        </Text>
      ),
    },
    {
      key: "oQue",
      title: texts.oQue,
      width: "132px",
      cell: ({ nome }) => <Clip strong words={nome} />,
    },
    {
      key: "motivo",
      title: texts.motivo,
      cell: ({ motivo }) => <Clip words={motivo} />,
    },
    ...(withConta ? [conta] : []),
    {
      key: "tentativas",
      title: texts.tentativas,
      width: "92px",
      align: "direita",
      cell: (falha) => <Attempts falha={falha} />,
    },
    {
      key: "acao",
      title: <span className="vh">{operationTexts.acao}</span>,
      width: "100px",
      align: "direita",
      cell: (falha) => <Retry falha={falha} agora={agora} timeZone={timeZone} />,
    },
  ];
  return {
    label: texts.titulo,
    columns,
    keyOf: ({ contaId, id }) => `${contaId}-${id}`,
    rowHeight: 36,
    minWidth: withConta ? 860 : 680,
    card: (falha) => (
      <Card
        title={falha.nome}
        end={<Retry falha={falha} agora={agora} timeZone={timeZone} />}
        lines={[falha.motivo, lineOf(falha, agora, timeZone)]}
      />
    ),
  };
}

/** Time, conta and attempts in one line. */
function lineOf(falha: Failure, agora: Date, timeZone: string): string {
  const { quando, conta } = falha;
  const times = texts.tentativa(attemptsOf(falha));
  return [quando && formatInstant(quando, agora, timeZone), conta, times].filter(Boolean).join(", ");
}

function attemptsOf({ tentativas, tentativasMax }: Failure): string {
  const times = formatInteger(tentativas);
  return tentativasMax === null ? times : texts.de(times, formatInteger(tentativasMax));
}

function Attempts({ falha }: { falha: Failure }): React.JSX.Element {
  const gaveUp = falha.estado === "desistiu";
  return (
    <Text
      inherit
      span
      c={gaveUp ? "var(--bad-text)" : "var(--text-2)"}
      className="num"
      title={gaveUp ? texts.desistiu : undefined}
    >
      {attemptsOf(falha)}
    </Text>
  );
}

/** Button that retries now. If that is not allowed, the time of the next attempt instead. */
function Retry({
  falha,
  agora,
  timeZone,
}: {
  falha: Failure;
  agora: Date;
  timeZone: string;
}): React.JSX.Element | null {
  const [busy, act] = useAct();
  // Attempts at the time of the retry: after another failed attempt, the button works again.
  const [askedAfter, setAskedAfter] = useState<number | null>(null);
  const { nome, conta, tentativas, tentarJa, impedimento, proximaEm } = falha;
  const trying = busy || askedAfter === tentativas;
  if (tentarJa) {
    return (
      <button
        type="button"
        className="link"
        aria-label={texts.acaoDe(nome, conta)}
        disabled={trying}
        onClick={() =>
          act(async () => {
            const words = texts.feito(await retryFailures([falha]));
            setAskedAfter(tentativas);
            return words;
          })
        }
      >
        {trying ? texts.tentando : texts.acao}
      </button>
    );
  }
  if (impedimento === "conta") {
    return (
      <span className="t-rotulo" title={texts.soContaDica}>
        {texts.soConta}
      </span>
    );
  }
  if (proximaEm === null) return null;
  const hint =
    impedimento === "espera" ? texts.asEspera(formatNearInstant(proximaEm, agora, timeZone)) : undefined;
  return (
    <span className="t-rotulo num" title={hint}>
      {texts.as(formatTime(proximaEm, timeZone))}
    </span>
  );
}
