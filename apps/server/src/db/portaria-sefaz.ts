import type pg from "pg";

/** A quota of one scope: so many in so long. */
export type CotaContada = { escopo: string; limite: number; janelaMs: number };

/** null: the database's clock, which a jump of this machine's clock does not move. A date: the
 * simulator's. */
export type Relogio = Date | null;

/** A question that asks for leave. Every scope begins with its ambito, so that the sandbox and production never meet. */
export type VezPedida = {
  id: string;
  /** See {@link Relogio}. */
  agora: Relogio;
  ambito: string;
  /** Whose silence counts. */
  bloqueios: readonly string[];
  /** The breaker's name. */
  disjuntor: string;
  /** The certificate at this authorizer; a scope whose silence counts, too. */
  certificado: string;
  /** Of which only one may be under way. */
  voo: string;
  /** After so long, by the database's clock, a question is taken for lost. */
  vooMs: number;
  cotas: readonly CotaContada[];
};

/** Why it is not this question's turn. */
export type Recusa = { motivo: "bloqueio" | "disjuntor" | "cota" | "em-voo"; esperaMs: number };

/** What came of a question, for the breaker: `neutra` says nothing of the service. */
export type Fez = "bem" | "mal" | "neutra";

/** How a breaker behaves. */
export type Disjuntor = { maxFalhas: number; aberturaMs: number; aberturaMaxMs: number };

/** How a question that had leave ended. ouvida: SEFAZ may have counted it. */
export type FimDaVez = { agora: Relogio; ouvida: boolean; fez: Fez; disjuntor: Disjuntor };

/** How long a scope is silent, and why. */
export type Silencio = { agora: Relogio; ambito: string; ms: number; maxMs?: number; motivo: string };

/** The manners towards SEFAZ, over all contas. */
export type PortariaSefaz = {
  /** Null = go on; it is then counted and under way. */
  takeVez(vez: VezPedida): Promise<Recusa | null>;
  /** Says how it ended; answers whether a breaker opened or closed over it. */
  endVez(vez: VezPedida, fim: FimDaVez): Promise<"abriu" | "fechou" | null>;
  /** Silence of a scope. maxMs: each time in a row twice as long, so long at most. */
  silence(escopo: string, o: Silencio): Promise<void>;
  /** The NSU after which SEFAZ expects the next question of a scope; null where nobody of the house has asked. */
  findPosicao(escopo: string): Promise<string | null>;
  /** SEFAZ answered with this NSU. */
  savePosicao(escopo: string, o: { ultNSU: string; agora: Date }): Promise<void>;
  /** Deletes at most `limite` uses older than `antes`, and what else is over; answers how many uses. */
  sweepSefaz(o: { agora: Date; antes: Date; limite: number }): Promise<number>;
  /** Deletes at most `limite` attempts before `antes` that were not heard; answers how many. */
  sweepConsultas(antes: Date, limite: number): Promise<number>;
};

export function createPortariaSefaz(pool: pg.Pool): PortariaSefaz {
  return {
    takeVez: async ({ id, agora, ambito, bloqueios, disjuntor, voo, vooMs, cotas }) => {
      const { rows } = await pool.query<Recusa>(
        `SELECT motivo, espera_ms AS "esperaMs" FROM portaria_sefaz_pede($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...[agora, id, ambito, bloqueios, disjuntor, voo, vooMs],
          cotas.map(({ escopo }) => escopo),
          cotas.map(({ limite }) => limite),
          cotas.map(({ janelaMs }) => janelaMs),
        ],
      );
      return rows[0] ?? null;
    },
    endVez: async (vez, { agora, ouvida, fez, disjuntor }) => {
      const { rows } = await pool.query<{ mudou: "abriu" | "fechou" | null }>(
        "SELECT portaria_sefaz_responde($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS mudou",
        [
          ...[agora, vez.id, vez.ambito, vez.voo, vez.cotas.map(({ escopo }) => escopo), ouvida],
          ...[
            vez.disjuntor,
            fez,
            vez.certificado,
            disjuntor.maxFalhas,
            disjuntor.aberturaMs,
            disjuntor.aberturaMaxMs,
          ],
        ],
      );
      return rows[0]?.mudou ?? null;
    },
    silence: async (escopo, { agora, ambito, ms, maxMs, motivo }) => {
      const values = [agora, ambito, escopo, ms, maxMs ?? null, motivo];
      await pool.query("SELECT portaria_sefaz_cala($1, $2, $3, $4, $5, $6)", values);
    },
    findPosicao: async (escopo) => {
      const text = "SELECT portaria_sefaz_posicao($1) AS nsu";
      const { rows } = await pool.query<{ nsu: string | null }>(text, [escopo]);
      return rows[0]?.nsu ?? null;
    },
    savePosicao: async (escopo, { ultNSU, agora }) => {
      await pool.query("SELECT portaria_sefaz_chegou($1, $2, $3)", [escopo, ultNSU, agora]);
    },
    sweepConsultas: async (antes, limite) => {
      const text = "SELECT portaria_limpa_consultas($1, $2) AS n";
      const { rows } = await pool.query<{ n: number }>(text, [antes, limite]);
      return rows[0]?.n ?? 0;
    },
    sweepSefaz: async ({ agora, antes, limite }) => {
      const { rows } = await pool.query<{ n: number }>("SELECT portaria_limpa_sefaz($1, $2, $3) AS n", [
        agora,
        antes,
        limite,
      ]);
      return rows[0]?.n ?? 0;
    },
  };
}
