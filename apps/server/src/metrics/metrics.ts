import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { createRunning, type Running } from "./running.ts";

/** How a call of a method ended. */
export type CallEnd =
  | "ok"
  | "recusada"
  | "sem-sessao"
  | "parametros"
  | "pedido-errado"
  | "erro"
  | "indisponivel";

/** Metrics of one process. Labels hold no id, name or key, only a few known values. */
export type Metrics = {
  registry: Registry;
  /** The work in progress, by name. */
  running: Running;
  /** A call of a method of the contract. */
  recordCall(o: { metodo: string; fim: CallEnd; ms: number }): void;
  /** An HTTP request, by the door that answered. */
  recordRequest(o: { porta: string; verbo: string; status: number; ms: number }): void;
  /** An attempt of a task. */
  recordWork(o: { tipo: string; fim: "feito" | "adiado" | "falhou"; ms: number }): void;
  /** A request sent to SEFAZ. */
  recordSefazRequest(o: { autorizador: string; servico: string; fim: string; ms: number }): void;
  /** A connection or request refused because of a limit. */
  recordRefusedConnection(o: { porta: string; motivo: string }): void;
  /** A response that was cut because its client did not read it. */
  recordCutResponse(o: { porta: string; motivo: string }): void;
  /** A call delayed because its conta calls too much. */
  recordDelayedCall(): void;
  /** Jobs that the queue did not accept. */
  recordQueueFailure(): void;
  /** Spans that the collector accepted, or that were dropped. */
  recordSpans(o: { fim: "enviado" | "descartado"; quantos: number }): void;
  /** Exports the state of a port. */
  watchPort(porta: string, state: PortState): void;
};

/** Open connections of a port, and bytes of unread responses in memory. */
export type PortState = { connections(): number; bytes(): number };

/** In seconds: from a cached answer to a long printed form. */
const RESPONSE_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** In seconds: a repository of 100 000 documents takes long. */
const WORK_S = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800];

const VERBS = ["GET", "HEAD", "POST"];

/** Starts all counters at zero. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const histogram = <L extends string>(name: string, help: string, o: { labels: L[]; buckets: number[] }) =>
    new Histogram({ name, help, labelNames: o.labels, buckets: o.buckets, registers });
  const calls = histogram("malote_chamada_segundos", "Chamadas de métodos, por método e fim.", {
    labels: ["metodo", "fim"],
    buckets: RESPONSE_S,
  });
  const requests = histogram("malote_pedido_segundos", "Pedidos HTTP, por porta, verbo e status.", {
    labels: ["porta", "verbo", "status"],
    buckets: RESPONSE_S,
  });
  const attempts = histogram("malote_trabalho_segundos", "Tentativas de tarefas, por tipo e fim.", {
    labels: ["tipo", "fim"],
    buckets: WORK_S,
  });
  const sefazRequests = histogram(
    "malote_sefaz_segundos",
    "Perguntas à SEFAZ, por autorizador, serviço e fim.",
    {
      labels: ["autorizador", "servico", "fim"],
      buckets: RESPONSE_S,
    },
  );
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ["porta", "motivo"], registers });
  const refusals = counter("malote_recusas_total", "Conexões e pedidos recusados por haver demais.");
  const cutResponses = counter("malote_respostas_cortadas_total", "Respostas que o cliente não leu a tempo.");
  const delayedCalls = new Counter({
    name: "malote_chamadas_adiadas_total",
    help: "Chamadas que esperaram porque a conta delas chama muito.",
    registers,
  });
  const queueFailures = new Counter({
    name: "malote_fila_falhas_total",
    help: "Vezes em que a fila não recebeu o trabalho; ele fica no banco e é tentado de novo.",
    registers,
  });
  const spanCounter = new Counter({
    name: "malote_rastros_total",
    help: "Rastros (spans) que o coletor do OpenTelemetry recebeu, ou que foram descartados.",
    labelNames: ["fim"],
    registers,
  });
  const ports = new Map<string, PortState>();
  watchPorts(registry, ports);
  return {
    registry,
    running: createRunning(),
    recordCall: ({ metodo, fim, ms }) => calls.observe({ metodo, fim }, ms / 1_000),
    recordRequest: ({ porta, verbo, status, ms }) => {
      const known = VERBS.includes(verbo) ? verbo : "outro";
      requests.observe({ porta, verbo: known, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
    },
    recordWork: ({ tipo, fim, ms }) => attempts.observe({ tipo, fim }, ms / 1_000),
    recordSefazRequest: ({ autorizador, servico, fim, ms }) =>
      sefazRequests.observe({ autorizador, servico, fim }, ms / 1_000),
    recordRefusedConnection: (o) => refusals.inc(o),
    recordCutResponse: (o) => cutResponses.inc(o),
    recordDelayedCall: () => delayedCalls.inc(),
    recordQueueFailure: () => queueFailures.inc(),
    recordSpans: ({ fim, quantos }) => spanCounter.inc({ fim }, quantos),
    watchPort: (porta, state) => void ports.set(porta, state),
  };
}

function watchPorts(registry: Registry, ports: ReadonlyMap<string, PortState>): void {
  const gauge = (name: string, help: string, read: (state: PortState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["porta"],
      registers: [registry],
      collect() {
        for (const [porta, state] of ports) this.set({ porta }, read(state));
      },
    });
  gauge("malote_conexoes", "Conexões abertas, por porta.", ({ connections: conexoes }) => conexoes());
  gauge("malote_respostas_espera_bytes", "Bytes de respostas que esperam o cliente ler.", ({ bytes }) =>
    bytes(),
  );
}
