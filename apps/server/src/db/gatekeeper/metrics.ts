import type { Sender } from "../run-statement.ts";
import { number, type RowOf, text } from "../text-columns.ts";
import { textStatement } from "../text-statement.ts";
import { gatekeeperRows } from "./call.ts";

/** State of the installation over all contas. Ages in seconds. */
export type InstallationMetrics = {
  tarefas: { tipo: string; estado: string; quantas: number }[];
  /** Of the oldest due task. */
  idades: { tipo: string; segundos: number }[];
  /** Given up in the last 24 h. */
  desistidas: { tipo: string; quantas: number }[];
  /** By the name of the breaker: authorizer and service. */
  disjuntores: { disjuntor: string; aberto: boolean }[];
  uso: { de: string; quanto: number }[];
  caixas: { todas: number; erro: number; silenciosa: number };
  /** Unsent outgoing e-mails. */
  envios: { esperam: number; idade: number };
  webhooks: { esperam: number; idade: number; ativos: number; desligados: number };
  /** Certificates of empresas by remaining time. */
  certificados: { prazo: string; quantos: number }[];
  /** Stored bytes at the last measurement. */
  armazenamento: { tipo: string; bytes: number }[];
  /** Finished runs. ok: of the last run; idade, duracao (seconds) and bytes: of the last successful one. */
  backups: {
    tipo: string;
    ok: boolean;
    idade: number | null;
    duracao: number | null;
    bytes: number | null;
  }[];
  /** E-mails to the operator: open conditions, and those that the relay refused. */
  avisos: { abertos: number; falhando: number };
};

export type GatekeeperMetrics = {
  measure(now: Date): Promise<InstallationMetrics>;
  /** Names of the completely applied migrations. */
  findMigrations(): Promise<string[]>;
};

/** Upper limit of counts. */
const COUNT_MAX = 10_000;

const METRIC = { medida: text, rotulo: text, estado: text, valor: number };
type MetricRow = RowOf<typeof METRIC>;

const measure = gatekeeperRows("portaria_medidas", 2, METRIC);
// Prisma's own table.
const findMigrations = textStatement(
  { nome: text },
  `SELECT migration_name AS nome FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
);

export function createGatekeeperMetrics(on: Sender): GatekeeperMetrics {
  return {
    measure: async (now) => toMetrics(await measure(on, now, COUNT_MAX)),
    findMigrations: async () => (await findMigrations.rows(on)).map(({ nome }) => nome),
  };
}

function toMetrics(rows: readonly MetricRow[]): InstallationMetrics {
  const of = (medida: string): MetricRow[] => rows.filter((row) => row.medida === medida);
  const maybe = (medida: string, rotulo: string): number | null =>
    of(medida).find((row) => row.rotulo === rotulo)?.valor ?? null;
  const one = (medida: string, rotulo = ""): number => maybe(medida, rotulo) ?? 0;
  return {
    tarefas: of("tarefa").map(({ rotulo, estado, valor }) => ({ tipo: rotulo, estado, quantas: valor })),
    idades: of("tarefa-idade").map(({ rotulo, valor }) => ({ tipo: rotulo, segundos: valor })),
    desistidas: of("desistida").map(({ rotulo, valor }) => ({ tipo: rotulo, quantas: valor })),
    disjuntores: of("disjuntor").map(({ rotulo, valor }) => ({ disjuntor: rotulo, aberto: valor > 0 })),
    uso: of("uso").map(({ rotulo, valor }) => ({ de: rotulo, quanto: valor })),
    caixas: {
      todas: one("caixa", "todas"),
      erro: one("caixa", "erro"),
      silenciosa: one("caixa", "silenciosa"),
    },
    envios: { esperam: one("envio"), idade: one("envio-idade") },
    webhooks: {
      esperam: one("entrega"),
      idade: one("entrega-idade"),
      ativos: one("webhook", "ativo"),
      desligados: one("webhook", "desligado"),
    },
    certificados: of("certificado").map(({ rotulo, valor }) => ({ prazo: rotulo, quantos: valor })),
    armazenamento: of("armazenamento").map(({ rotulo, valor }) => ({ tipo: rotulo, bytes: valor })),
    backups: of("backup-ok").map(({ rotulo: tipo, valor }) => ({
      tipo,
      ok: valor > 0,
      idade: maybe("backup-idade", tipo),
      duracao: maybe("backup-duracao", tipo),
      bytes: maybe("backup-bytes", tipo),
    })),
    avisos: { abertos: one("aviso", "aberto"), falhando: one("aviso", "falhando") },
  };
}
