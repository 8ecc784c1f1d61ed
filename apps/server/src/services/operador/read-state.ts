import type { ResultOf } from "@malote/contract";
import { CERTIFICADO_WARNING_DAYS, QUEUE_NAMES, QUEUE_TYPES } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import type { OperatorRef, PollPause, QueueRow } from "../../db/index.ts";
import { checkHealth } from "../../health/check-health.ts";
import { processStartedAt, VERSION } from "../../version.ts";
import { daysLeft } from "../certificado/certificado.rules.ts";
import { findInstallationCertificates } from "./find-certificates.ts";
import { countFailures, toFailureFilter } from "./list-failures.ts";
import { LATE_AFTER_MS, queueStateName, queueStateOf, RATE_MINUTES } from "./operador.rules.ts";
import type { OperatorContext } from "./require-operator.ts";

/** Certificates that expire before this instant expire soon. */
export function certificateWarningEnd(now: Date): Date {
  return new Date(now.getTime() + CERTIFICADO_WARNING_DAYS[0] * DAY_MS);
}

type StateWire = ResultOf<"Operador.getEstado">["object"];

/** Reads the state of the installation at one instant: health, summary strip and queues. */
export async function readState(ctx: OperatorContext, operator: OperatorRef): Promise<StateWire> {
  const filter = toFailureFilter(ctx, {});
  const { now } = filter;
  const { gatekeeper } = ctx.database;
  const [rows, pause, failures, summary, findings] = await Promise.all([
    gatekeeper.findQueues(operator, { now, minutos: RATE_MINUTES }),
    gatekeeper.findPause(),
    countFailures(ctx, operator, filter),
    gatekeeper.findSummary(operator, certificateWarningEnd(now)),
    checkHealth(ctx),
  ]);
  const queues = writeQueues(rows, { now, pausada: pause !== null, falhas: failures.porTipo });
  const late = queues.filter(
    ({ situacao: queueState }) => queueState === "atrasada" || queueState === "parada",
  );
  const [worst] = late.toSorted((a, b) => (b.esperaMs ?? 0) - (a.esperaMs ?? 0));
  const installationCertificates = findInstallationCertificates(ctx.config).filter(
    ({ validoAte }) => validoAte <= certificateWarningEnd(now),
  );
  const expiries = [
    summary.certificadoFim,
    ...installationCertificates.map(({ validoAte }) => validoAte),
  ].filter((expiresAt) => expiresAt !== null);
  const fim = expiries.length === 0 ? null : new Date(Math.min(...expiries.map((each) => each.getTime())));
  return {
    agoraEm: now,
    versao: VERSION,
    noArDesde: processStartedAt(),
    saudavel: findings.every(({ ok }) => ok),
    saude: findings.map(({ name, ok, detail }) => ({ verificacao: name, ok, detalhe: detail })),
    pausa: writePause(pause),
    faixa: {
      filasAtrasadas: late.length,
      filaMaisAtrasada: worst ? { tipo: worst.tipo, nome: worst.nome, esperaMs: worst.esperaMs ?? 0 } : null,
      falhas: failures.total,
      falhasTentaveis: failures.tentaveis,
      caixas: summary.caixas,
      caixasComErro: summary.caixasComErro,
      contasComCaixaEmErro: summary.contasComErro,
      certificados: summary.certificados + installationCertificates.length,
      certificadoDias: fim && daysLeft({ validoAte: fim }, now),
    },
    filas: queues,
  };
}

/** Converts the pause for the screen. */
export function writePause(pause: PollPause | null): StateWire["pausa"] {
  return {
    pausada: pause !== null,
    pausadaDesde: pause?.desde ?? null,
    quem: pause?.quem ?? null,
    motivo: pause?.motivo ?? null,
  };
}

type QueueContext = { now: Date; pausada: boolean; falhas: ReadonlyMap<string, number> };

function writeQueues(
  rows: readonly QueueRow[],
  { now, pausada, falhas: failures }: QueueContext,
): StateWire["filas"] {
  const known = new Map(rows.map((row) => [row.tipo, row]));
  return QUEUE_TYPES.map((tipo) => {
    const { esperando = 0, desde = null, emAndamento = 0, feitas = 0 } = known.get(tipo) ?? {};
    const esperaMs = desde && Math.max(0, now.getTime() - desde.getTime());
    const isPaused = pausada && tipo === "poll";
    const queueState = queueStateOf({ tipo, esperaMs, emAndamento, feitas, pausada: isPaused });
    return {
      ...{
        tipo,
        nome: QUEUE_NAMES[tipo],
        esperando,
        esperaDesde: desde,
        esperaMs,
        emAndamento,
        situacao: queueState,
      },
      porMinuto: Math.round((feitas / RATE_MINUTES) * 10) / 10,
      falhas: failures.get(tipo) ?? 0,
      situacaoNome: queueStateName(queueState),
      limiteMs: LATE_AFTER_MS[tipo],
    };
  });
}
