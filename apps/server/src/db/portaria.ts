import type pg from "pg";
import type { PortariaAvisos } from "./portaria-avisos.ts";
import { createPortariaAvisos } from "./portaria-avisos.ts";
import type { PortariaBackups } from "./portaria-backups.ts";
import { createPortariaBackups } from "./portaria-backups.ts";
import type { PortariaChaves } from "./portaria-chaves.ts";
import { createPortariaChaves } from "./portaria-chaves.ts";
import type { PortariaConta } from "./portaria-conta.ts";
import { createPortariaConta } from "./portaria-conta.ts";
import type { PortariaEntrada } from "./portaria-entrada.ts";
import { createPortariaEntrada } from "./portaria-entrada.ts";
import type { PortariaFeed } from "./portaria-feed.ts";
import { createPortariaFeed } from "./portaria-feed.ts";
import type { PortariaInstallation } from "./portaria-installation.ts";
import { createPortariaInstallation } from "./portaria-installation.ts";
import type { PortariaMedidas } from "./portaria-medidas.ts";
import { createPortariaMedidas } from "./portaria-medidas.ts";
import type { PortariaOperador } from "./portaria-operador.ts";
import { createPortariaOperador } from "./portaria-operador.ts";
import type { PortariaPasskey } from "./portaria-passkey.ts";
import { createPortariaPasskey } from "./portaria-passkey.ts";
import type { PortariaPessoas } from "./portaria-pessoas.ts";
import { createPortariaPessoas } from "./portaria-pessoas.ts";
import type { PortariaProduto } from "./portaria-produto.ts";
import { createPortariaProduto } from "./portaria-produto.ts";
import type { PortariaSefaz } from "./portaria-sefaz.ts";
import { createPortariaSefaz } from "./portaria-sefaz.ts";
import type { PortariaTarefas } from "./portaria-tarefas.ts";
import { createPortariaTarefas } from "./portaria-tarefas.ts";
import type { PortariaWebhooks } from "./portaria-webhooks.ts";
import { createPortariaWebhooks } from "./portaria-webhooks.ts";

/** A session found by its token before its conta is known, with its user's current permissions. */
export type SessaoAchada = {
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
export type ContaAberta = {
  contaId: string;
  identificador: string;
  tipoPessoa: "Física" | "Jurídica";
  uf: string;
  sandbox: boolean;
};

/** A mailbox to watch. versao: changes with its connection settings. */
export type CaixaVigiada = { contaId: string; caixaId: string; versao: string };

/** Typed calls of db/portaria/*.sql, outside transactions of a conta. */
export type Portaria = PortariaEntrada &
  PortariaTarefas &
  PortariaMedidas &
  PortariaAvisos &
  PortariaChaves &
  PortariaInstallation &
  PortariaFeed &
  PortariaBackups &
  PortariaProduto &
  PortariaOperador &
  PortariaSefaz &
  PortariaConta &
  PortariaPessoas &
  PortariaPasskey &
  PortariaWebhooks & {
    /** Identificador → conta. */
    findConta(identificador: string): Promise<{ contaId: string; sandbox: boolean } | null>;
    /** Creates a conta; a repetition with the same id changes nothing. */
    openConta(conta: ContaAberta): Promise<void>;
    /** SHA-256 of a session token → its session, while valid and its user active. */
    findSessao(tokenHash: Buffer, agora: Date): Promise<SessaoAchada | null>;
    /** SHA-256 of the file cookie → the same. */
    findSessaoArquivo(arquivoHash: Buffer, agora: Date): Promise<SessaoAchada | null>;
    /** Counts one use of `chave` in the window that starts at `janela`; returns the count. */
    countUso(chave: string, janela: Date): Promise<number>;
    /** Deletes at most `limite` expired sessions; returns how many. */
    sweepSessoes(agora: Date, limite: number): Promise<number>;
    /** Deletes at most `limite` expired answers to requests with an Idempotency-Key; returns how many. */
    sweepIdempotencia(agora: Date, limite: number): Promise<number>;
    /** Deletes at most `limite` tasks that ended before `antes`; returns how many. */
    sweepTarefas(antes: Date, limite: number): Promise<number>;
    /** The first `limite` contas after `depois`, in order. */
    findContas(depois: string, limite: number): Promise<string[]>;
    /** Mailboxes of all contas whose server can notify of news. */
    findCaixasVigiadas(): Promise<CaixaVigiada[]>;
    /**
     * Creates the monthly partitions around `agora`; returns how many were missing. @throws when
     * the table is locked for 3 s
     */
    ensureParticoes(agora: Date): Promise<number>;
  };

const SESSAO = `conta_id AS "contaId", sessao_id AS "sessaoId", usuario_id AS "usuarioId", sandbox, uf,
  nome, gerente, proprietario, manifestante, sem_fator AS "semFator", empresas, criada_em AS "criadaEm", usada_em AS "usadaEm",
  autenticada_em AS "autenticadaEm"`;

export function createPortaria(pool: pg.Pool): Portaria {
  const first = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T | null> =>
    (await pool.query<T>(text, values)).rows[0] ?? null;
  const count = async (text: string, values: unknown[]): Promise<number> =>
    (await first<{ n: number }>(`SELECT ${text} AS n`, values))?.n ?? 0;
  return {
    ...createPortariaEntrada(pool),
    ...createPortariaTarefas(pool),
    ...createPortariaSefaz(pool),
    ...createPortariaMedidas(pool),
    ...createPortariaAvisos(pool),
    ...createPortariaChaves(pool),
    ...createPortariaInstallation(pool),
    ...createPortariaFeed(pool),
    ...createPortariaBackups(pool),
    ...createPortariaProduto(pool),
    ...createPortariaOperador(pool),
    ...createPortariaConta(pool),
    ...createPortariaPessoas(pool),
    ...createPortariaPasskey(pool),
    ...createPortariaWebhooks(pool),
    findConta: (identificador) =>
      first(`SELECT conta_id AS "contaId", sandbox FROM portaria_conta($1)`, [identificador]),
    openConta: async ({ contaId, identificador, tipoPessoa, uf, sandbox }) => {
      const values = [contaId, identificador, tipoPessoa, uf, sandbox];
      await pool.query("SELECT portaria_abre_conta($1, $2, $3, $4, $5)", values);
    },
    findSessao: (tokenHash, agora) =>
      first(`SELECT ${SESSAO} FROM portaria_sessao($1, $2)`, [tokenHash, agora]),
    findSessaoArquivo: (arquivoHash, agora) =>
      first(`SELECT ${SESSAO} FROM portaria_sessao_arquivo($1, $2)`, [arquivoHash, agora]),
    countUso: (chave, janela) => count("portaria_limite($1, $2)", [chave, janela]),
    sweepSessoes: (agora, limite) => count("portaria_limpa_sessoes($1, $2)", [agora, limite]),
    sweepIdempotencia: (agora, limite) => count("portaria_limpa_idempotencia($1, $2)", [agora, limite]),
    sweepTarefas: (antes, limite) => count("portaria_limpa_tarefas($1, $2)", [antes, limite]),
    findContas: async (depois, limite) => {
      const values = [depois, limite];
      const { rows } = await pool.query<{ id: string }>("SELECT portaria_contas($1, $2) AS id", values);
      return rows.map(({ id }) => id);
    },
    findCaixasVigiadas: async () => {
      const { rows } = await pool.query<CaixaVigiada>(
        `SELECT conta_id AS "contaId", id AS "caixaId", versao FROM portaria_caixas_vigiadas()`,
      );
      return rows;
    },
    ensureParticoes: (agora) => count("portaria_particoes($1::timestamptz::date)", [agora]),
  };
}
