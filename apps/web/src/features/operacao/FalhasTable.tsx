import { formatInteiro } from "@malote/syntax";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type Falha, retryFalhas } from "../../rpc/operador.ts";
import { operacao } from "../../textos/operacao.ts";
import { useAgora } from "../../ui/agora.ts";
import type { Coluna } from "../../ui/DataTable.tsx";
import { formatMomento } from "../../ui/duracao.ts";
import { formatHora, formatQuando } from "../../ui/quando.ts";
import { Card, ResponsiveTable } from "../../ui/ResponsiveTable.tsx";
import classes from "./tables.module.css";
import { useAct } from "./use-act.ts";

const { falhas: textos } = operacao;

type Props = { falhas: readonly Falha[]; zona: string; withConta?: boolean };

/** Failed tasks: reason, attempts, and a button that retries now. */
export function FalhasTable({ falhas, zona, withConta = false }: Props): React.JSX.Element {
  const agora = useAgora();
  const conta: Coluna<Falha> = {
    chave: "conta",
    titulo: textos.conta,
    largura: "16%",
    celula: ({ contaId, conta }) => (
      <Link
        to={`/operacao/filas?aba=falhas&conta=${contaId}`}
        className={`${classes.reason} ${classes.count}`}
        title={textos.filtrarConta(conta)}
      >
        {conta}
      </Link>
    ),
  };
  const columns: Coluna<Falha>[] = [
    {
      chave: "hora",
      titulo: textos.hora,
      largura: "92px",
      celula: ({ quando }) => (
        <span className={`${classes.second} num`}>{quando && formatMomento(quando, agora, zona)}</span>
      ),
    },
    {
      chave: "oQue",
      titulo: textos.oQue,
      largura: "132px",
      celula: ({ nome }) => <b className={classes.name}>{nome}</b>,
    },
    {
      chave: "motivo",
      titulo: textos.motivo,
      celula: ({ motivo }) => (
        <span className={classes.reason} title={motivo}>
          {motivo}
        </span>
      ),
    },
    ...(withConta ? [conta] : []),
    {
      chave: "tentativas",
      titulo: textos.tentativas,
      largura: "92px",
      lado: "direita",
      celula: (falha) => <Attempts falha={falha} />,
    },
    {
      chave: "acao",
      titulo: <span className="vh">{operacao.acao}</span>,
      largura: "100px",
      lado: "direita",
      celula: (falha) => <Retry falha={falha} agora={agora} zona={zona} />,
    },
  ];
  return (
    <div className={classes.dense}>
      <ResponsiveTable
        label={textos.titulo}
        columns={columns}
        rows={falhas}
        keyOf={({ contaId, id }) => `${contaId}-${id}`}
        minWidth={withConta ? 860 : 680}
        card={(falha) => (
          <Card
            title={falha.nome}
            end={<Retry falha={falha} agora={agora} zona={zona} />}
            lines={[falha.motivo, lineOf(falha, agora, zona)]}
          />
        )}
      />
    </div>
  );
}

/** Time, conta and attempts in one line. */
function lineOf(falha: Falha, agora: Date, zona: string): string {
  const { quando, conta } = falha;
  const times = textos.tentativa(attemptsOf(falha));
  return [quando && formatMomento(quando, agora, zona), conta, times].filter(Boolean).join(", ");
}

function attemptsOf({ tentativas, tentativasMax }: Falha): string {
  const times = formatInteiro(tentativas);
  return tentativasMax === null ? times : textos.de(times, formatInteiro(tentativasMax));
}

function Attempts({ falha }: { falha: Falha }): React.JSX.Element {
  const gaveUp = falha.estado === "desistiu";
  return (
    <span
      className={`${gaveUp ? classes.gaveup : classes.second} num`}
      title={gaveUp ? textos.desistiu : undefined}
    >
      {attemptsOf(falha)}
    </span>
  );
}

/** Button that retries now. If that is not allowed, the time of the next attempt instead. */
function Retry({
  falha,
  agora,
  zona,
}: {
  falha: Falha;
  agora: Date;
  zona: string;
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
        aria-label={textos.acaoDe(nome, conta)}
        disabled={trying}
        onClick={() =>
          act(async () => {
            const words = textos.feito(await retryFalhas([falha]));
            setAskedAfter(tentativas);
            return words;
          })
        }
      >
        {trying ? textos.tentando : textos.acao}
      </button>
    );
  }
  if (impedimento === "conta") {
    return (
      <span className={classes.wait} title={textos.soContaDica}>
        {textos.soConta}
      </span>
    );
  }
  if (proximaEm === null) return null;
  const hint = impedimento === "espera" ? textos.asEspera(formatQuando(proximaEm, agora, zona)) : undefined;
  return (
    <span className={`${classes.wait} num`} title={hint}>
      {textos.as(formatHora(proximaEm, zona))}
    </span>
  );
}
