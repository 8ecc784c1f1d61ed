import { setTimeout as sleep } from "node:timers/promises";
import { CONDICOES } from "../../src/services/operador/condicoes.rules.ts";
import type { Casa } from "./casa.ts";
import type { Exercicio } from "./exercicios.ts";
import { watchMedidas } from "./medidas.ts";
import { AWAY } from "./portas.ts";

const STEP_MS = 250;
/** Interval between checks while a fault lasts minutes. */
const LONG_STEP_MS = 2_000;
/** Maximum wait for missing documents after a drill. */
const END_MS = 180_000;
const LASTS_MS = 8_000;
const MAX_S = 30;
const TOLD_MAX = 5;
/** Answers of the probes in the normal state. */
const CALM = "200 200 / 200 200";
const LOOP = "o laço principal ficou parado";
/**
 * Time added to the duration of a condition: two checks of a process and the delivery of the
 * e-mail.
 */
const LOOKS_MS = 180_000;

/** The result of one drill. */
export type Linha = {
  nome: string;
  /** Distinct answers of the probes during the fault: saude and prontidao of http / of the worker. */
  sondas: string;
  /** Answers of the APIs during the fault. */
  portas: string;
  /** Metric series that left their normal value during the fault. */
  metricas: string[];
  /** The e-mail to the operator, or why there is none. */
  email: string;
  /** Log messages about the fault. */
  log: string[];
  /** Duration of the fault, in s. */
  falhaS: number;
  /** Time from the end of the fault until every sent document was stored, in s. */
  retomadaS: number;
  documentos: number;
  errado: string[];
};

/**
 * Runs one drill, with documents arriving before, during and after it. demora: holds the fault
 * until the e-mail.
 */
export async function exercitar(
  casa: Casa,
  exercicio: Exercicio,
  { demora = false }: { demora?: boolean } = {},
): Promise<Linha> {
  const { nome, lastsMs = LASTS_MS, maxS = MAX_S } = exercicio;
  await beCalm(casa);
  const calm = await casa.measure();
  const lastAviso = casa.lastAviso();
  casa.http.told();
  casa.worker.told();
  const before = casa.enviados().length;
  await casa.send();
  const began = performance.now();
  const stepMs = demora ? LONG_STEP_MS : STEP_MS;
  const watching = watchMedidas(casa.measure, calm, stepMs);
  const sondas = watchSondas(casa.probe, stepMs);
  const mend = await exercicio.provoke(casa);
  await casa.send();
  const waitMs = demora ? demoraOf(exercicio) : 0;
  const isOver = async (): Promise<boolean> => {
    const passed = performance.now() - began;
    if (exercicio.until !== undefined && (await exercicio.until(casa))) return true;
    return passed >= Math.max(lastsMs, isWarned(casa.avisos(lastAviso), exercicio) ? 0 : waitMs);
  };
  const asking = lastsMs > 0 ? casa.doors() : Promise.resolve({});
  while (!(await isOver())) await sleep(stepMs);
  const doors = await asking;
  await mend();
  const metricas = await watching.stop();
  const mended = performance.now();
  await casa.send();
  const missing = await untilAllThere(casa);
  const retomadaS = (performance.now() - mended) / 1_000;
  const errado = missing > 0 ? [`${missing} documentos não chegaram`] : await casa.wrongs();
  errado.push(...findRude(doors, exercicio));
  if (retomadaS > maxS) errado.push(`só seguiu depois de ${retomadaS.toFixed(1)} s`);
  const said = await sondas.stop();
  const log = chooseTold([...casa.http.told(), ...casa.worker.told()]);
  await exercicio.cleanUp?.(casa);
  return {
    ...{ nome, log, metricas, retomadaS, errado },
    email: tellEmail(casa.avisos(lastAviso), exercicio),
    sondas: said,
    portas: Object.entries(doors).flat().join(" "),
    falhaS: (mended - began) / 1_000,
    documentos: casa.enviados().length - before,
  };
}

/**
 * Polls the probes until `stop`, which returns each distinct answer once; the normal answer only at
 * the end.
 */
function watchSondas(probe: Casa["probe"], stepMs: number): { stop(): Promise<string> } {
  const said = new Set<string>();
  let ended = false;
  const loop = (async () => {
    do {
      const now = await probe();
      if (now !== CALM || said.size > 0) said.add(now);
      await sleep(stepMs);
    } while (!ended);
  })();
  return {
    stop: async () => {
      ended = true;
      await loop;
      return [...said].join(" · ") || CALM;
    },
  };
}

/** Distinct log messages; the blocked event loop comes last, since a busy machine alone causes it. */
function chooseTold(sentences: readonly string[]): string[] {
  const isLoop = (sentence: string): boolean => sentence === LOOP;
  const each = [...new Set(sentences)];
  return [...each.filter((one) => !isLoop(one)), ...each.filter(isLoop)].slice(0, TOLD_MAX);
}

function demoraOf({ condicao }: Exercicio): number {
  return condicao === undefined ? 0 : CONDICOES[condicao].esperaS * 1_000 + LOOKS_MS;
}

/** Whether the operator received the e-mail for this drill's condition. */
function isWarned(avisos: readonly string[], { condicao }: Exercicio): boolean {
  return condicao !== undefined && avisos.includes(`Malote: ${CONDICOES[condicao].titulo}`);
}

function tellEmail(avisos: readonly string[], { condicao, semEmail }: Exercicio): string {
  const told = avisos.filter((assunto) => !assunto.startsWith("Malote, resolvido"));
  if (told.length > 0) return [...new Set(told)].map((assunto) => `«${assunto}»`).join(" ");
  if (semEmail !== undefined) return semEmail;
  if (condicao === undefined) return "não precisa: passou antes de minutos";
  return `não precisa: passou antes de ${CONDICOES[condicao].esperaS / 60} min`;
}

/** Answers that no fault excuses, and answers that differ from those this fault requires. */
function findRude(doors: Readonly<Record<string, string>>, { portas }: Exercicio): string[] {
  return Object.entries(doors).flatMap(([porta, status]) => {
    const isWrong =
      portas === undefined ? /^(500|401)/.test(status) && status !== AWAY[porta] : status !== AWAY[porta];
    return isWrong ? [`a porta ${porta} respondeu ${status}`] : [];
  });
}

/** Waits until both processes run and all earlier documents have arrived; the first call sends one. */
export async function beCalm(casa: Casa): Promise<void> {
  casa.http.start();
  casa.worker.start();
  if (casa.enviados().length === 0) await casa.send();
  for (const until = Date.now() + END_MS; Date.now() < until; await sleep(STEP_MS)) {
    if ((await casa.probe()) !== CALM) continue;
    if ((await casa.missing().catch(() => 1)) === 0) return;
  }
}

async function untilAllThere(casa: Casa): Promise<number> {
  let missing = Number.POSITIVE_INFINITY;
  for (const until = Date.now() + END_MS; Date.now() < until; await sleep(STEP_MS)) {
    missing = await casa.missing().catch(() => missing);
    if (missing === 0) break;
  }
  return missing;
}

/** Header of the table in docs/operar/exercicios.md. */
export const CABECALHO = [
  "| Exercício | Sondas | Portas | Métricas | E-mail ao operador | Registro | Falha (s) | Documentos | Retomada (s) | Errado |",
  "|---|---|---|---|---|---|---|---|---|---|",
].join("\n");

/** One row of that table. */
export function writeLinha(linha: Linha): string {
  const { nome, sondas, portas, metricas, email, log, falhaS, retomadaS, documentos, errado } = linha;
  const cells = [
    ...[nome, sondas, portas || "—", metricas.join("; ") || "—", email, log.join("; ") || "—"],
    ...[falhaS.toFixed(1), documentos, retomadaS.toFixed(1), errado.join("; ") || "nada"],
  ];
  return `| ${cells.map((cell) => String(cell).replaceAll("|", "/")).join(" | ")} |`;
}

/** @returns whether the condition became true in time */
export async function waitFor(fact: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(STEP_MS)) if (await fact()) return true;
  return false;
}
