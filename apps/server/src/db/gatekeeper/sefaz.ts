import type pg from "pg";

/** A quota of one scope: `limit` requests per `janelaMs`. */
export type CountedQuota = { escopo: string; limite: number; janelaMs: number };

/**
 * null: the database's clock, which a jump of this machine's clock does not move. A date: the simulator's.
 */
export type PolicyClock = Date | null;

/**
 * A request for a quota slot. Every scope begins with its ambito, so that sandbox and production never mix.
 */
export type SlotRequest = {
  id: string;
  /** See {@link PolicyClock}. */
  now: PolicyClock;
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
  cotas: readonly CountedQuota[];
};

/** Why the request is deferred. */
export type SlotRefusal = { motivo: "bloqueio" | "disjuntor" | "cota" | "em-voo"; esperaMs: number };

/** Result of a request for the breaker; `neutra` does not count. */
export type BreakerResult = "bem" | "mal" | "neutra";

/** Parameters of a circuit breaker. */
export type BreakerSettings = { maxFalhas: number; aberturaMs: number; aberturaMaxMs: number };

/** End of a request. ouvida: SEFAZ may have counted it. */
export type SlotEnd = { now: PolicyClock; ouvida: boolean; fez: BreakerResult; disjuntor: BreakerSettings };

/** A block of a scope: its length and reason. */
export type ScopeBlock = { now: PolicyClock; ambito: string; ms: number; maxMs?: number; motivo: string };

/** The rate policy towards SEFAZ, over all contas. */
export type GatekeeperSefaz = {
  /** Null = go on: the request is counted and in flight. */
  takeSlot(slot: SlotRequest): Promise<SlotRefusal | null>;
  /** Records the end; returns whether a breaker opened or closed because of it. */
  endSlot(slot: SlotRequest, end: SlotEnd): Promise<"abriu" | "fechou" | null>;
  /** Blocks a scope. maxMs: limit of the doubling for consecutive blocks. */
  blockScope(scope: string, o: ScopeBlock): Promise<void>;
  /**
   * The NSU after which SEFAZ expects the next request of a scope; null if this installation has
   * not sent any.
   */
  findPosition(scope: string): Promise<string | null>;
  /** Stores the NSU of SEFAZ's answer. */
  savePosition(scope: string, o: { ultNSU: string; now: Date }): Promise<void>;
  /** Deletes at most `limit` uses older than `before`, and other expired rows; returns how many uses. */
  sweepSefaz(o: { now: Date; antes: Date; limite: number }): Promise<number>;
  /** Deletes at most `limit` unanswered attempts before `before`; returns how many. */
  sweepConsultas(before: Date, limit: number): Promise<number>;
};

export function createGatekeeperSefaz(pool: pg.Pool): GatekeeperSefaz {
  return {
    takeSlot: async ({ id, now, ambito, bloqueios, disjuntor, voo, vooMs, cotas }) => {
      const { rows } = await pool.query<SlotRefusal>(
        `SELECT motivo, espera_ms AS "esperaMs" FROM portaria_sefaz_pede($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...[now, id, ambito, bloqueios, disjuntor, voo, vooMs],
          cotas.map(({ escopo: scope }) => scope),
          cotas.map(({ limite: limit }) => limit),
          cotas.map(({ janelaMs }) => janelaMs),
        ],
      );
      return rows[0] ?? null;
    },
    endSlot: async (slot, { now, ouvida, fez, disjuntor }) => {
      const { rows } = await pool.query<{ mudou: "abriu" | "fechou" | null }>(
        "SELECT portaria_sefaz_responde($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS mudou",
        [
          ...[now, slot.id, slot.ambito, slot.voo, slot.cotas.map(({ escopo: scope }) => scope), ouvida],
          ...[
            slot.disjuntor,
            fez,
            slot.certificado,
            disjuntor.maxFalhas,
            disjuntor.aberturaMs,
            disjuntor.aberturaMaxMs,
          ],
        ],
      );
      return rows[0]?.mudou ?? null;
    },
    blockScope: async (scope, { now, ambito, ms, maxMs, motivo }) => {
      const values = [now, ambito, scope, ms, maxMs ?? null, motivo];
      await pool.query("SELECT portaria_sefaz_cala($1, $2, $3, $4, $5, $6)", values);
    },
    findPosition: async (scope) => {
      const text = "SELECT portaria_sefaz_posicao($1) AS nsu";
      const { rows } = await pool.query<{ nsu: string | null }>(text, [scope]);
      return rows[0]?.nsu ?? null;
    },
    savePosition: async (scope, { ultNSU, now }) => {
      await pool.query("SELECT portaria_sefaz_chegou($1, $2, $3)", [scope, ultNSU, now]);
    },
    sweepConsultas: async (before, limit) => {
      const text = "SELECT portaria_limpa_consultas($1, $2) AS n";
      const { rows } = await pool.query<{ n: number }>(text, [before, limit]);
      return rows[0]?.n ?? 0;
    },
    sweepSefaz: async ({ now, antes: before, limite: limit }) => {
      const { rows } = await pool.query<{ n: number }>("SELECT portaria_limpa_sefaz($1, $2, $3) AS n", [
        now,
        before,
        limit,
      ]);
      return rows[0]?.n ?? 0;
    },
  };
}
