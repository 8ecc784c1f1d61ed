import type pg from "pg";
import { boolean, instant, nullable, number, text, uuid, uuids } from "../text-columns.ts";
import { textStatement } from "../text-statement.ts";
import type { GatekeeperBackups } from "./backups.ts";
import { createGatekeeperBackups } from "./backups.ts";
import { gatekeeperCount, gatekeeperDone, gatekeeperRow, gatekeeperRows } from "./call.ts";
import type { GatekeeperContas } from "./contas.ts";
import { createGatekeeperContas } from "./contas.ts";
import type { GatekeeperFeed } from "./feed.ts";
import { createGatekeeperFeed } from "./feed.ts";
import type { GatekeeperInstallation } from "./installation.ts";
import { createGatekeeperInstallation } from "./installation.ts";
import type { GatekeeperKeys } from "./keys.ts";
import { createGatekeeperKeys } from "./keys.ts";
import type { GatekeeperMetrics } from "./metrics.ts";
import { createGatekeeperMetrics } from "./metrics.ts";
import type { GatekeeperNotifications } from "./notifications.ts";
import { createGatekeeperNotifications } from "./notifications.ts";
import type { GatekeeperOperator } from "./operator.ts";
import { createGatekeeperOperator } from "./operator.ts";
import type { GatekeeperPasskeys } from "./passkeys.ts";
import { createGatekeeperPasskeys } from "./passkeys.ts";
import type { GatekeeperProduct } from "./product.ts";
import { createGatekeeperProduct } from "./product.ts";
import type { GatekeeperSefaz } from "./sefaz.ts";
import { createGatekeeperSefaz } from "./sefaz.ts";
import type { GatekeeperSignIn } from "./sign-in.ts";
import { createGatekeeperSignIn } from "./sign-in.ts";
import type { GatekeeperTasks } from "./tasks.ts";
import { createGatekeeperTasks } from "./tasks.ts";
import type { GatekeeperUsers } from "./users.ts";
import { createGatekeeperUsers } from "./users.ts";
import type { GatekeeperWebhooks } from "./webhooks.ts";
import { createGatekeeperWebhooks } from "./webhooks.ts";

/** A session found by its token before its conta is known, with its user's current permissions. */
export type FoundSession = {
  contaId: string;
  sessaoId: string;
  usuarioId: string;
  sandbox: boolean;
  uf: string;
  nome: string;
  /** Administrator or owner of the conta. */
  gerente: boolean;
  proprietario: boolean;
  /** May manifest. */
  manifestante: boolean;
  /** The conta requires a second factor to manifest, and this user has none. */
  semFator: boolean;
  /** The only empresas whose documents the user sees; null = all. */
  empresas: string[] | null;
  criadaEm: Date;
  usadaEm: Date;
  /** When the user last authenticated. */
  autenticadaEm: Date;
};

/** A conta to create. */
export type NewConta = {
  contaId: string;
  identificador: string;
  tipoPessoa: "Física" | "Jurídica";
  uf: string;
  sandbox: boolean;
};

/** A mailbox to watch. versao: changes with its connection settings. */
export type WatchedCaixa = { contaId: string; caixaId: string; versao: string };

/** Typed calls of db/portaria/*.sql, outside transactions of a conta. */
export type Gatekeeper = GatekeeperSignIn &
  GatekeeperTasks &
  GatekeeperMetrics &
  GatekeeperNotifications &
  GatekeeperKeys &
  GatekeeperInstallation &
  GatekeeperFeed &
  GatekeeperBackups &
  GatekeeperProduct &
  GatekeeperOperator &
  GatekeeperSefaz &
  GatekeeperContas &
  GatekeeperUsers &
  GatekeeperPasskeys &
  GatekeeperWebhooks & {
    /** Identificador → conta. */
    findConta(identificador: string): Promise<{ contaId: string; sandbox: boolean } | null>;
    /** Creates a conta; a repetition with the same id changes nothing. */
    openConta(conta: NewConta): Promise<void>;
    /** SHA-256 of a session token → its session, while valid and its user active. */
    findSession(tokenHash: Buffer, now: Date): Promise<FoundSession | null>;
    /** SHA-256 of the file cookie → the same. */
    findFileSession(arquivoHash: Buffer, now: Date): Promise<FoundSession | null>;
    /** Counts one use of `chave` in the window that starts at `janela`; returns the count. */
    countUse(chave: string, janela: Date): Promise<number>;
    /** Deletes at most `limit` expired sessions; returns how many. */
    sweepSessions(now: Date, limit: number): Promise<number>;
    /** Deletes at most `limit` expired answers to requests with an Idempotency-Key; returns how many. */
    sweepIdempotency(now: Date, limit: number): Promise<number>;
    /** Deletes at most `limit` tasks that ended before `before`; returns how many. */
    sweepTasks(before: Date, limit: number): Promise<number>;
    /** The first `limit` contas after `after`, in order. */
    findContas(after: string, limit: number): Promise<string[]>;
    /** Mailboxes of all contas whose server can notify of news. */
    findWatchedCaixas(): Promise<WatchedCaixa[]>;
    /**
     * Creates the monthly partitions around `now`; returns how many were missing. @throws when
     * the table is locked for 3 s
     */
    ensurePartitions(now: Date): Promise<number>;
  };

const SESSION = {
  contaId: uuid,
  sessaoId: uuid,
  usuarioId: uuid,
  sandbox: boolean,
  uf: text,
  nome: text,
  gerente: boolean,
  proprietario: boolean,
  manifestante: boolean,
  semFator: boolean,
  empresas: nullable(uuids),
  criadaEm: instant,
  usadaEm: instant,
  autenticadaEm: instant,
};
const findConta = gatekeeperRow("portaria_conta", 1, { contaId: uuid, sandbox: boolean });
const openConta = gatekeeperDone("portaria_abre_conta", 5);
const findSession = gatekeeperRow("portaria_sessao", 2, SESSION);
const findFileSession = gatekeeperRow("portaria_sessao_arquivo", 2, SESSION);
const countUse = gatekeeperCount("portaria_limite", 2);
const sweepSessions = gatekeeperCount("portaria_limpa_sessoes", 2);
const sweepIdempotency = gatekeeperCount("portaria_limpa_idempotencia", 2);
const sweepTasks = gatekeeperCount("portaria_limpa_tarefas", 2);
const findContas = textStatement({ id: uuid }, "SELECT portaria_contas($1, $2) AS id");
const findWatchedCaixas = gatekeeperRows("portaria_caixas_vigiadas", 0, {
  contaId: uuid,
  id: uuid,
  versao: text,
});
const ensurePartitions = textStatement(
  { n: number },
  "SELECT portaria_particoes($1::timestamptz::date) AS n",
);

export function createGatekeeper(pool: pg.Pool): Gatekeeper {
  return {
    ...createGatekeeperSignIn(pool),
    ...createGatekeeperTasks(pool),
    ...createGatekeeperSefaz(pool),
    ...createGatekeeperMetrics(pool),
    ...createGatekeeperNotifications(pool),
    ...createGatekeeperKeys(pool),
    ...createGatekeeperInstallation(pool),
    ...createGatekeeperFeed(pool),
    ...createGatekeeperBackups(pool),
    ...createGatekeeperProduct(pool),
    ...createGatekeeperOperator(pool),
    ...createGatekeeperContas(pool),
    ...createGatekeeperUsers(pool),
    ...createGatekeeperPasskeys(pool),
    ...createGatekeeperWebhooks(pool),
    findConta: (identificador) => findConta(pool, identificador),
    openConta: ({ contaId, identificador, tipoPessoa, uf, sandbox }) =>
      openConta(pool, contaId, identificador, tipoPessoa, uf, sandbox),
    findSession: (tokenHash, now) => findSession(pool, tokenHash, now),
    findFileSession: (arquivoHash, now) => findFileSession(pool, arquivoHash, now),
    countUse: (chave, janela) => countUse(pool, chave, janela),
    sweepSessions: (now, limit) => sweepSessions(pool, now, limit),
    sweepIdempotency: (now, limit) => sweepIdempotency(pool, now, limit),
    sweepTasks: (before, limit) => sweepTasks(pool, before, limit),
    findContas: async (after, limit) => (await findContas.rows(pool, [after, limit])).map(({ id }) => id),
    findWatchedCaixas: async () =>
      (await findWatchedCaixas(pool)).map(({ contaId, id, versao }) => ({ contaId, caixaId: id, versao })),
    ensurePartitions: async (now) => (await ensurePartitions.first(pool, [now]))?.n ?? 0,
  };
}
