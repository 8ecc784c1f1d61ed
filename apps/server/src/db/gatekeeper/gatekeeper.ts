import type pg from "pg";
import type { GatekeeperBackups } from "./backups.ts";
import { createGatekeeperBackups } from "./backups.ts";
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

const SESSION_COLUMNS = `conta_id AS "contaId", sessao_id AS "sessaoId", usuario_id AS "usuarioId", sandbox, uf,
  nome, gerente, proprietario, manifestante, sem_fator AS "semFator", empresas, criada_em AS "criadaEm", usada_em AS "usadaEm",
  autenticada_em AS "autenticadaEm"`;

export function createGatekeeper(pool: pg.Pool): Gatekeeper {
  const first = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T | null> =>
    (await pool.query<T>(text, values)).rows[0] ?? null;
  const count = async (text: string, values: unknown[]): Promise<number> =>
    (await first<{ n: number }>(`SELECT ${text} AS n`, values))?.n ?? 0;
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
    findConta: (identificador) =>
      first(`SELECT conta_id AS "contaId", sandbox FROM portaria_conta($1)`, [identificador]),
    openConta: async ({ contaId, identificador, tipoPessoa, uf, sandbox }) => {
      const values = [contaId, identificador, tipoPessoa, uf, sandbox];
      await pool.query("SELECT portaria_abre_conta($1, $2, $3, $4, $5)", values);
    },
    findSession: (tokenHash, now) =>
      first(`SELECT ${SESSION_COLUMNS} FROM portaria_sessao($1, $2)`, [tokenHash, now]),
    findFileSession: (arquivoHash, now) =>
      first(`SELECT ${SESSION_COLUMNS} FROM portaria_sessao_arquivo($1, $2)`, [arquivoHash, now]),
    countUse: (chave, janela) => count("portaria_limite($1, $2)", [chave, janela]),
    sweepSessions: (now, limit) => count("portaria_limpa_sessoes($1, $2)", [now, limit]),
    sweepIdempotency: (now, limit) => count("portaria_limpa_idempotencia($1, $2)", [now, limit]),
    sweepTasks: (before, limit) => count("portaria_limpa_tarefas($1, $2)", [before, limit]),
    findContas: async (after, limit) => {
      const values = [after, limit];
      const { rows } = await pool.query<{ id: string }>("SELECT portaria_contas($1, $2) AS id", values);
      return rows.map(({ id }) => id);
    },
    findWatchedCaixas: async () => {
      const { rows } = await pool.query<WatchedCaixa>(
        `SELECT conta_id AS "contaId", id AS "caixaId", versao FROM portaria_caixas_vigiadas()`,
      );
      return rows;
    },
    ensurePartitions: (now) => count("portaria_particoes($1::timestamptz::date)", [now]),
  };
}
