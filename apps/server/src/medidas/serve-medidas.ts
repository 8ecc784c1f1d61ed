import http from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Gauge } from "prom-client";
import type { AppContext } from "../app-context.ts";

const PATH = "/metrics";
const HEAD_MS = 5_000;
/** Connections of scrapers, and the longest wait for one that neither writes nor reads, in ms. */
const CONNECTIONS_MAX = 32;
const IDLE_MS = 30_000;
/** What a scrape may ask of the database is asked so rarely, in ms: two scrapers do not ask twice. */
const LEMBRA_MS = 5_000;

export type ServindoMedidas = { port: number; close(): Promise<void> };

/**
 * Tells what a process measures, at an address of its own that people never reach.
 * @param o casa: also what is the same for all processes (work that waits, breakers, this month's usage); one process of a house says it
 */
export async function serveMedidas(
  app: AppContext,
  { host, port, casa }: { host: string; port: number; casa: boolean },
): Promise<ServindoMedidas> {
  const { registry } = app.medidas;
  collectDefaultMetrics({ register: registry });
  watchPool(app);
  if (casa) watchCasa(app);
  const server = http.createServer({ headersTimeout: HEAD_MS, requestTimeout: HEAD_MS }, (req, res) => {
    void answer(app, req, res);
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(IDLE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(app: AppContext, req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
  const { registry } = app.medidas;
  if (req.url !== PATH) return void res.writeHead(404).end();
  if (req.method !== "GET") return void res.writeHead(405, { Allow: "GET" }).end();
  try {
    const text = await registry.metrics();
    res.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" }).end(text);
  } catch (error) {
    app.log.warn({ err: error }, "as medidas não puderam ser lidas");
    res.writeHead(503).end();
  }
}

function watchPool({ database, medidas }: AppContext): void {
  new Gauge({
    name: "malote_banco_conexoes",
    help: "Conexões deste processo com o banco, por uso, e os que esperam por uma.",
    labelNames: ["uso"],
    registers: [medidas.registry],
    collect() {
      const { abertas, livres, espera } = database.pool();
      this.set({ uso: "ocupada" }, abertas - livres);
      this.set({ uso: "livre" }, livres);
      this.set({ uso: "espera" }, espera);
    },
  });
}

function watchCasa({ database, clock, medidas, log }: AppContext): void {
  let asked: Promise<void> | null = null;
  // The gauges of one scrape wait for one question.
  const refresh = async (): Promise<void> => {
    asked ??= read().finally(() => setTimeout(() => (asked = null), LEMBRA_MS).unref());
    await asked;
  };
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers: [medidas.registry], collect: refresh });
  const tarefas = gauge("malote_tarefas", "Tarefas vencidas que esperam, e em andamento, por tipo.", [
    "tipo",
    "estado",
  ]);
  const disjuntores = gauge("malote_sefaz_disjuntor_aberto", "Disjuntores da SEFAZ: 1 = aberto.", [
    "disjuntor",
  ]);
  const uso = gauge("malote_uso_mes", "O que as contas guardaram neste mês.", ["de"]);
  const lidas = gauge("malote_medidas_lidas", "1 quando o banco respondeu a esta leitura.", []);
  const read = async (): Promise<void> => {
    for (const each of [tarefas, disjuntores, uso]) each.reset();
    try {
      const medida = await database.portaria.measure(clock.now());
      for (const { tipo, estado, quantas } of medida.tarefas) tarefas.set({ tipo, estado }, quantas);
      for (const { disjuntor, aberto } of medida.disjuntores) disjuntores.set({ disjuntor }, aberto ? 1 : 0);
      for (const { de, quanto } of medida.uso) uso.set({ de }, quanto);
      lidas.set(1);
    } catch (error) {
      log.warn({ err: error }, "as medidas da casa não puderam ser lidas");
      lidas.set(0);
    }
  };
}
