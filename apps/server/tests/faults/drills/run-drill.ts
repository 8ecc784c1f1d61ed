import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@malote/syntax";
import { CONDITIONS } from "../../../src/services/operador/conditions.rules.ts";
import { OUTAGE_ANSWERS } from "./apis.ts";
import type { Drill } from "./drill.ts";
import type { Installation } from "./installation.ts";
import { watchMetrics } from "./metrics.ts";

const STEP_MS = 250;
/** Interval between checks while a fault lasts minutes. */
const LONG_STEP_MS = 2_000;
/** Maximum wait for missing documents after a drill. */
const END_MS = 3 * MINUTE_MS;
const LASTS_MS = 8_000;
const MAX_S = 30;
const LOG_MAX = 5;
/** Answers of the probes in the normal state. */
const NORMAL_PROBES = "200 200 / 200 200";
const BLOCKED_LOOP = "o laço principal ficou parado";
/**
 * Time added to the duration of a condition: two checks of a process and the delivery of the
 * e-mail.
 */
const CHECKS_MS = 3 * MINUTE_MS;

/** The result of one drill. */
export type DrillRow = {
  name: string;
  /** Distinct answers of the probes during the fault: saude and prontidao of http / of the worker. */
  probes: string;
  /** Answers of the APIs during the fault. */
  apis: string;
  /** Metric series that left their normal value during the fault. */
  metrics: string[];
  /** The e-mail to the operator, or why there is none. */
  email: string;
  /** Log messages about the fault. */
  log: string[];
  /** Duration of the fault, in s. */
  faultS: number;
  /** Time from the end of the fault until every sent document was stored, in s. */
  recoveryS: number;
  documents: number;
  violations: string[];
};

/** A drill that replaces the database, on an installation of its own. */
export type DatabaseDrill = { name: string; play(setup: Installation): Promise<DrillRow> };

/**
 * Runs one drill, with documents arriving before, during and after it. untilEmail: holds the fault
 * until the e-mail.
 */
export async function runDrill(
  installation: Installation,
  drill: Drill,
  { untilEmail = false }: { untilEmail?: boolean } = {},
): Promise<DrillRow> {
  const { name: nome, faultMs = LASTS_MS, recoveryMaxS = MAX_S } = drill;
  await waitUntilNormal(installation);
  const normal = await installation.measure();
  const lastEmail = installation.lastOperatorEmail();
  installation.http.warnings();
  installation.worker.warnings();
  const before = installation.sentChaves().length;
  await installation.sendDocument();
  const began = performance.now();
  const stepMs = untilEmail ? LONG_STEP_MS : STEP_MS;
  const watching = watchMetrics(installation.measure, normal, stepMs);
  const probes = watchProbes(installation.probe, stepMs);
  const endFault = await drill.provoke(installation);
  await installation.sendDocument();
  const waitMs = untilEmail ? emailDelayOf(drill) : 0;
  const isOver = async (): Promise<boolean> => {
    const passed = performance.now() - began;
    if (drill.until !== undefined && (await drill.until(installation))) return true;
    return (
      passed >= Math.max(faultMs, isNotified(installation.operatorEmails(lastEmail), drill) ? 0 : waitMs)
    );
  };
  const asking = faultMs > 0 ? installation.probeApis() : Promise.resolve({});
  while (!(await isOver())) await sleep(stepMs);
  const apiAnswers = await asking;
  await endFault();
  const metrics = await watching.stop();
  const endedAt = performance.now();
  await installation.sendDocument();
  const missing = await waitForDocuments(installation);
  const recoveryS = (performance.now() - endedAt) / 1_000;
  const violations =
    missing > 0 ? [`${missing} documentos não chegaram`] : await installation.findViolations();
  violations.push(...findWrongAnswers(apiAnswers, drill));
  if (recoveryS > recoveryMaxS) violations.push(`só seguiu depois de ${recoveryS.toFixed(1)} s`);
  const said = await probes.stop();
  const log = chooseLog([...installation.http.warnings(), ...installation.worker.warnings()]);
  await drill.cleanUp?.(installation);
  return {
    ...{ name: nome, log, metrics, recoveryS, violations },
    email: describeEmail(installation.operatorEmails(lastEmail), drill),
    probes: said,
    apis: Object.entries(apiAnswers).flat().join(" "),
    faultS: (endedAt - began) / 1_000,
    documents: installation.sentChaves().length - before,
  };
}

/**
 * Polls the probes until `stop`, which returns each distinct answer once; the normal answer only at
 * the end.
 */
function watchProbes(probe: Installation["probe"], stepMs: number): { stop(): Promise<string> } {
  const said = new Set<string>();
  let ended = false;
  const loop = (async () => {
    do {
      const now = await probe();
      if (now !== NORMAL_PROBES || said.size > 0) said.add(now);
      await sleep(stepMs);
    } while (!ended);
  })();
  return {
    stop: async () => {
      ended = true;
      await loop;
      return [...said].join(" · ") || NORMAL_PROBES;
    },
  };
}

/** Distinct log messages; the blocked event loop comes last, since a busy machine alone causes it. */
function chooseLog(sentences: readonly string[]): string[] {
  const isLoop = (sentence: string): boolean => sentence === BLOCKED_LOOP;
  const each = [...new Set(sentences)];
  return [...each.filter((one) => !isLoop(one)), ...each.filter(isLoop)].slice(0, LOG_MAX);
}

function emailDelayOf({ condition }: Drill): number {
  return condition === undefined ? 0 : CONDITIONS[condition].esperaS * 1_000 + CHECKS_MS;
}

/** Whether the operator received the e-mail for this drill's condition. */
function isNotified(operatorEmails: readonly string[], { condition }: Drill): boolean {
  return condition !== undefined && operatorEmails.includes(`Malote: ${CONDITIONS[condition].titulo}`);
}

function describeEmail(operatorEmails: readonly string[], { condition, whyNoEmail }: Drill): string {
  const notified = operatorEmails.filter((assunto) => !assunto.startsWith("Malote, resolvido"));
  if (notified.length > 0) return [...new Set(notified)].map((assunto) => `«${assunto}»`).join(" ");
  if (whyNoEmail !== undefined) return whyNoEmail;
  if (condition === undefined) return "não precisa: passou antes de minutos";
  return `não precisa: passou antes de ${CONDITIONS[condition].esperaS / 60} min`;
}

/** Answers that no fault excuses, and answers that differ from those this fault requires. */
function findWrongAnswers(
  apiAnswers: Readonly<Record<string, string>>,
  { expectedApis: expected }: Drill,
): string[] {
  return Object.entries(apiAnswers).flatMap(([api, status]) => {
    const isWrong =
      expected === undefined
        ? /^(500|401)/.test(status) && status !== OUTAGE_ANSWERS[api]
        : status !== OUTAGE_ANSWERS[api];
    return isWrong ? [`a porta ${api} respondeu ${status}`] : [];
  });
}

/** Waits until both processes run and all earlier documents have arrived; the first call sends one. */
export async function waitUntilNormal(installation: Installation): Promise<void> {
  installation.http.start();
  installation.worker.start();
  if (installation.sentChaves().length === 0) await installation.sendDocument();
  for (const until = Date.now() + END_MS; Date.now() < until; await sleep(STEP_MS)) {
    if ((await installation.probe()) !== NORMAL_PROBES) continue;
    if ((await installation.missing().catch(() => 1)) === 0) return;
  }
}

async function waitForDocuments(installation: Installation): Promise<number> {
  let missing = Number.POSITIVE_INFINITY;
  for (const until = Date.now() + END_MS; Date.now() < until; await sleep(STEP_MS)) {
    missing = await installation.missing().catch(() => missing);
    if (missing === 0) break;
  }
  return missing;
}

/** Header of the table in docs/operar/exercicios.md. */
export const TABLE_HEADER = [
  "| Exercício | Sondas | Portas | Métricas | E-mail ao operador | Registro | Falha (s) | Documentos | Retomada (s) | Errado |",
  "|---|---|---|---|---|---|---|---|---|---|",
].join("\n");

/** One row of that table. */
export function writeRow(row: DrillRow): string {
  const {
    name: nome,
    probes,
    apis: expected,
    metrics,
    email,
    log,
    faultS: falhaS,
    recoveryS,
    documents: documentos,
    violations,
  } = row;
  const cells = [
    ...[nome, probes, expected || "—", metrics.join("; ") || "—", email, log.join("; ") || "—"],
    ...[falhaS.toFixed(1), documentos, recoveryS.toFixed(1), violations.join("; ") || "nada"],
  ];
  return `| ${cells.map((cell) => String(cell).replaceAll("|", "/")).join(" | ")} |`;
}

/** @returns whether the condition became true in time */
export async function waitFor(fact: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(STEP_MS)) if (await fact()) return true;
  return false;
}
