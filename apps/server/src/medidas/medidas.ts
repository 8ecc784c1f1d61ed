import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { createRunning, type Running } from "./running.ts";

/** How a call of a method ended. */
export type FimChamada =
  | "ok"
  | "recusada"
  | "sem-sessao"
  | "parametros"
  | "pedido-errado"
  | "erro"
  | "indisponivel";

/** Metrics of one process. Labels hold no id, name or key, only a few known values. */
export type Medidas = {
  registry: Registry;
  /** The work in progress, by name. */
  running: Running;
  /** A call of a method of the contract. */
  chamada(o: { metodo: string; fim: FimChamada; ms: number }): void;
  /** An HTTP request, by the door that answered. */
  pedido(o: { porta: string; verbo: string; status: number; ms: number }): void;
  /** An attempt of a task. */
  trabalho(o: { tipo: string; fim: "feito" | "adiado" | "falhou"; ms: number }): void;
  /** A request sent to SEFAZ. */
  pergunta(o: { autorizador: string; servico: string; fim: string; ms: number }): void;
  /** A connection or request refused because of a limit. */
  recusaConexao(o: { porta: string; motivo: string }): void;
  /** A response that was cut because its client did not read it. */
  respostaCortada(o: { porta: string; motivo: string }): void;
  /** A call delayed because its conta calls too much. */
  chamadaAdiada(): void;
  /** Jobs that the queue did not accept. */
  filaFalhou(): void;
  /** Spans that the collector accepted, or that were dropped. */
  rastros(o: { fim: "enviado" | "descartado"; quantos: number }): void;
  /** Exports the state of a port. */
  watchPorta(porta: string, estado: EstadoPorta): void;
};

/** Open connections of a port, and bytes of unread responses in memory. */
export type EstadoPorta = { conexoes(): number; bytes(): number };

/** In seconds: from a cached answer to a long printed form. */
const RESPOSTA_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** In seconds: a repository of 100 000 documents takes long. */
const TRABALHO_S = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800];

const VERBOS = ["GET", "HEAD", "POST"];

/** Starts all counters at zero. */
export function createMedidas(): Medidas {
  const registry = new Registry();
  const registers = [registry];
  const histogram = <L extends string>(name: string, help: string, o: { labels: L[]; buckets: number[] }) =>
    new Histogram({ name, help, labelNames: o.labels, buckets: o.buckets, registers });
  const chamadas = histogram("malote_chamada_segundos", "Chamadas de métodos, por método e fim.", {
    labels: ["metodo", "fim"],
    buckets: RESPOSTA_S,
  });
  const pedidos = histogram("malote_pedido_segundos", "Pedidos HTTP, por porta, verbo e status.", {
    labels: ["porta", "verbo", "status"],
    buckets: RESPOSTA_S,
  });
  const trabalhos = histogram("malote_trabalho_segundos", "Tentativas de tarefas, por tipo e fim.", {
    labels: ["tipo", "fim"],
    buckets: TRABALHO_S,
  });
  const perguntas = histogram("malote_sefaz_segundos", "Perguntas à SEFAZ, por autorizador, serviço e fim.", {
    labels: ["autorizador", "servico", "fim"],
    buckets: RESPOSTA_S,
  });
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ["porta", "motivo"], registers });
  const recusas = counter("malote_recusas_total", "Conexões e pedidos recusados por haver demais.");
  const cortadas = counter("malote_respostas_cortadas_total", "Respostas que o cliente não leu a tempo.");
  const adiadas = new Counter({
    name: "malote_chamadas_adiadas_total",
    help: "Chamadas que esperaram porque a conta delas chama muito.",
    registers,
  });
  const filaFalhas = new Counter({
    name: "malote_fila_falhas_total",
    help: "Vezes em que a fila não recebeu o trabalho; ele fica no banco e é tentado de novo.",
    registers,
  });
  const rastros = new Counter({
    name: "malote_rastros_total",
    help: "Rastros (spans) que o coletor do OpenTelemetry recebeu, ou que foram descartados.",
    labelNames: ["fim"],
    registers,
  });
  const portas = new Map<string, EstadoPorta>();
  watchPortas(registry, portas);
  return {
    registry,
    running: createRunning(),
    chamada: ({ metodo, fim, ms }) => chamadas.observe({ metodo, fim }, ms / 1_000),
    pedido: ({ porta, verbo, status, ms }) => {
      const known = VERBOS.includes(verbo) ? verbo : "outro";
      pedidos.observe({ porta, verbo: known, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
    },
    trabalho: ({ tipo, fim, ms }) => trabalhos.observe({ tipo, fim }, ms / 1_000),
    pergunta: ({ autorizador, servico, fim, ms }) =>
      perguntas.observe({ autorizador, servico, fim }, ms / 1_000),
    recusaConexao: (o) => recusas.inc(o),
    respostaCortada: (o) => cortadas.inc(o),
    chamadaAdiada: () => adiadas.inc(),
    filaFalhou: () => filaFalhas.inc(),
    rastros: ({ fim, quantos }) => rastros.inc({ fim }, quantos),
    watchPorta: (porta, estado) => void portas.set(porta, estado),
  };
}

function watchPortas(registry: Registry, portas: ReadonlyMap<string, EstadoPorta>): void {
  const gauge = (name: string, help: string, read: (estado: EstadoPorta) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["porta"],
      registers: [registry],
      collect() {
        for (const [porta, estado] of portas) this.set({ porta }, read(estado));
      },
    });
  gauge("malote_conexoes", "Conexões abertas, por porta.", ({ conexoes }) => conexoes());
  gauge("malote_respostas_espera_bytes", "Bytes de respostas que esperam o cliente ler.", ({ bytes }) =>
    bytes(),
  );
}
