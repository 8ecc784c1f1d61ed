import type pg from "pg";

/** A quota of one scope: `limite` requests per `janelaMs`. */
export type CotaContada = { escopo: string; limite: number; janelaMs: number };

/**
 * null: the database's clock, which a jump of this machine's clock does not move. A date: the simulator's.
 */
export type Relogio = Date | null;

/**
 * A request for a quota slot. Every scope begins with its ambito, so that sandbox and production never mix.
 */
export type VezPedida = {
  id: string;
  /** See {@link Relogio}. */
  agora: Relogio;
  ambito: string;
  /** Scopes whose blocks apply. */
  bloqueios: readonly string[];
  /** Name of the circuit breaker. */
  disjuntor: string;
  /** The certificate at this authorizer; its blocks apply too. */
  certificado: string;
  /** Key of which only one request may be in flight. */
  voo: string;
  /** A request counts as lost after this, by the database's clock. */
  vooMs: number;
  cotas: readonly CotaContada[];
};

/** Why the request is deferred. */
export type Recusa = { motivo: "bloqueio" | "disjuntor" | "cota" | "em-voo"; esperaMs: number };

/** Result of a request for the breaker; `neutra` does not count. */
export type Fez = "bem" | "mal" | "neutra";

/** Parameters of a circuit breaker. */
export type Disjuntor = { maxFalhas: number; aberturaMs: number; aberturaMaxMs: number };

/** End of a request. ouvida: SEFAZ may have counted it. */
export type FimDaVez = { agora: Relogio; ouvida: boolean; fez: Fez; disjuntor: Disjuntor };

/** A block of a scope: its length and reason. */
export type Silencio = { agora: Relogio; ambito: string; ms: number; maxMs?: number; motivo: string };

/** The rate policy towards SEFAZ, over all contas. */
export type PortariaSefaz = {
  /** Null = go on: the request is counted and in flight. */
  takeVez(vez: VezPedida): Promise<Recusa | null>;
  /** Records the end; returns whether a breaker opened or closed because of it. */
  endVez(vez: VezPedida, fim: FimDaVez): Promise<"abriu" | "fechou" | null>;
  /** Blocks a scope. maxMs: limit of the doubling for consecutive blocks. */
  silence(escopo: string, o: Silencio): Promise<void>;
  /**
   * The NSU after which SEFAZ expects the next request of a scope; null if this installation has
   * not sent any.
   */
  findPosicao(escopo: string): Promise<string | null>;
  /** Stores the NSU of SEFAZ's answer. */
  savePosicao(escopo: string, o: { ultNSU: string; agora: Date }): Promise<void>;
  /** Deletes at most `limite` uses older than `antes`, and other expired rows; returns how many uses. */
  sweepSefaz(o: { agora: Date; antes: Date; limite: number }): Promise<number>;
  /** Deletes at most `limite` unanswered attempts before `antes`; returns how many. */
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
