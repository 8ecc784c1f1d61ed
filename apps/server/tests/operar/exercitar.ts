import { setTimeout as sleep } from "node:timers/promises";
import type { Casa } from "./casa.ts";
import type { Exercicio } from "./exercicios.ts";

const STEP_MS = 250;
/** Longest a drill is waited for after what was missing is there again. */
const END_MS = 180_000;
const LASTS_MS = 8_000;
const MAX_S = 30;
const TOLD_MAX = 4;

/** What one drill showed. */
export type Linha = {
  nome: string;
  /** Answers of the probes while it lasted, each once: saude and prontidao of http / of the worker. */
  sondas: string;
  /** Answers of the doors while it lasted. */
  portas: string;
  /** Sentences of the log that told. */
  log: string[];
  /** From the end of the fault until everything that was sent was there, in s. */
  retomadaS: number;
  documentos: number;
  errado: string[];
};

/** Does one drill with documents on their way before, during and after it. */
export async function exercitar(casa: Casa, exercicio: Exercicio): Promise<Linha> {
  const { nome, lastsMs = LASTS_MS, maxS = MAX_S } = exercicio;
  await ready(casa);
  casa.http.told();
  casa.worker.told();
  const before = casa.enviados().length;
  await casa.send();
  const mend = await exercicio.provoke(casa);
  const sondas = new Set<string>();
  let portas = "";
  const until = performance.now() + lastsMs;
  await casa.send();
  do {
    sondas.add(await casa.probe());
    if (portas === "" && lastsMs > 0) portas = await casa.doors();
    await sleep(STEP_MS);
  } while (performance.now() < until);
  await mend();
  const mended = performance.now();
  await casa.send();
  const missing = await untilAllThere(casa, sondas);
  const retomadaS = (performance.now() - mended) / 1_000;
  const errado = missing > 0 ? [`${missing} documentos não chegaram`] : await casa.wrongs();
  if (retomadaS > maxS) errado.push(`só seguiu depois de ${retomadaS.toFixed(1)} s`);
  const log = [...casa.http.told(), ...casa.worker.told()].slice(0, TOLD_MAX);
  const documentos = casa.enviados().length - before;
  return { nome, sondas: [...sondas].join(" · "), portas, log, retomadaS, documentos, errado };
}

/** Waits until both processes are there and everything sent before has arrived. */
async function ready(casa: Casa): Promise<void> {
  casa.http.start();
  casa.worker.start();
  for (const until = Date.now() + END_MS; Date.now() < until; await sleep(STEP_MS)) {
    if (!/^200 200 \/ 200/.test(await casa.probe())) continue;
    if ((await casa.missing().catch(() => 1)) === 0) return;
  }
}

async function untilAllThere(casa: Casa, sondas: Set<string>): Promise<number> {
  let missing = Number.POSITIVE_INFINITY;
  for (const until = Date.now() + END_MS; Date.now() < until; await sleep(STEP_MS)) {
    missing = await casa.missing().catch(() => missing);
    if (missing === 0) break;
    sondas.add(await casa.probe());
  }
  return missing;
}

/** One line of the table of docs/operar/exercicios.md. */
export function writeLinha({ nome, sondas, portas, log, retomadaS, documentos, errado }: Linha): string {
  const cells = [nome, sondas, portas || "—", log.join("; ") || "—", documentos, retomadaS.toFixed(1)];
  return `| ${[...cells, errado.join("; ") || "nada"].map((cell) => String(cell).replaceAll("|", "/")).join(" | ")} |`;
}
