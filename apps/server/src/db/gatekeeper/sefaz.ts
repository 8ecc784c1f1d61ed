import type { Sender } from "../run-statement.ts";
import { nullable, number, oneOf, type RowOf, text } from "../text-columns.ts";
import { gatekeeperCount, gatekeeperDone, gatekeeperRow, gatekeeperValue } from "./call.ts";

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

const REFUSAL = { motivo: oneOf<"bloqueio" | "disjuntor" | "cota" | "em-voo">(), esperaMs: number };
/** Why the request is deferred. */
export type SlotRefusal = RowOf<typeof REFUSAL>;

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

const takeSlot = gatekeeperRow("portaria_sefaz_pede", 10, REFUSAL);
const endSlot = gatekeeperValue("portaria_sefaz_responde", 12, nullable(oneOf<"abriu" | "fechou">()));
const blockScope = gatekeeperDone("portaria_sefaz_cala", 6);
const findPosition = gatekeeperValue("portaria_sefaz_posicao", 1, nullable(text));
const savePosition = gatekeeperDone("portaria_sefaz_chegou", 3);
const sweepConsultas = gatekeeperCount("portaria_limpa_consultas", 2);
const sweepSefaz = gatekeeperCount("portaria_limpa_sefaz", 3);

export function createGatekeeperSefaz(on: Sender): GatekeeperSefaz {
  return {
    takeSlot: ({ id, now, ambito, bloqueios, disjuntor, voo, vooMs, cotas }) => {
      const [escopos, limites] = [cotas.map(({ escopo }) => escopo), cotas.map(({ limite }) => limite)];
      const janelas = cotas.map(({ janelaMs }) => janelaMs);
      return takeSlot(on, now, id, ambito, bloqueios, disjuntor, voo, vooMs, escopos, limites, janelas);
    },
    endSlot: (slot, { now, ouvida, fez, disjuntor }) => {
      const { maxFalhas, aberturaMs, aberturaMaxMs } = disjuntor;
      const request = [now, slot.id, slot.ambito, slot.voo, slot.cotas.map(({ escopo }) => escopo), ouvida];
      const breaker = [slot.disjuntor, fez, slot.certificado, maxFalhas, aberturaMs, aberturaMaxMs];
      return endSlot(on, ...request, ...breaker);
    },
    blockScope: (scope, { now, ambito, ms, maxMs, motivo }) =>
      blockScope(on, now, ambito, scope, ms, maxMs ?? null, motivo),
    findPosition: (scope) => findPosition(on, scope),
    savePosition: (scope, { ultNSU, now }) => savePosition(on, scope, ultNSU, now),
    sweepConsultas: (before, limit) => sweepConsultas(on, before, limit),
    sweepSefaz: ({ now, antes, limite }) => sweepSefaz(on, now, antes, limite),
  };
}
