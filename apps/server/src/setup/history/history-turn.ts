import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { type Clock, machineNow } from "../../clock.ts";
import type { Db } from "../../db/index.ts";
import type { SignedInContext } from "../../services/handler.ts";
import type { Flag } from "../../services/nota/flags/nota-flag.rows.ts";

/** The conta whose history is replayed, and the state that the steps share. */
export type HistoryReplay = {
  ctx: AppContext;
  /** The one transaction of the whole replay. */
  db: Db;
  contaId: string;
  caller: SignedInContext["caller"];
  /** Ids of the mailboxes, by their number in the steps. */
  caixas: readonly string[];
  empresas: ReadonlyMap<string, string>;
  /** Answers of SEFAZ so far, by chave, oldest first. */
  answers: Map<string, KnownAnswer[]>;
  /** Last NSU read, by distribution. */
  nsus: Map<string, string>;
  /** Ids of published views by chave, the received one of two. */
  notaIds: Map<string, string>;
  /** Flags that the steps set, oldest first; stored at the end. */
  marks: SetMark[];
};

/** A flag of a view, and when it was set. */
export type SetMark = { id: string; marca: Flag; em: Date };

/** SEFAZ's answer about a chave. */
export type KnownAnswer = { em: Date; cStat: string };

/** One instant of the replay: its context has that time, and works in the open transaction. */
export type HistoryTurn = HistoryReplay & { now: Date; ctx: SignedInContext };

const JOB_MS = 10 * MINUTE_MS;
const NO_VISIT = {
  requestId: "historia",
  ip: "127.0.0.1",
  isPost: true,
  userAgent: null,
  fileToken: null,
  setFileToken: () => {},
};

export function openTurn(replay: HistoryReplay, now: Date): HistoryTurn {
  const { ctx, db, caller } = replay;
  const clock: Clock = { now: () => now, machine: () => machineNow(ctx.clock) };
  // @NOTE the functions of pipeline and services open a transaction each: here they share one.
  const database = { ...ctx.database, withConta: <T>(_: string, fn: (db: Db) => Promise<T>) => fn(db) };
  return { ...replay, now, ctx: { ...ctx, clock, database, caller, visit: NO_VISIT } };
}

/** A job of the product at this instant. */
export function toJob<T extends string>({ contaId, ctx }: HistoryTurn, tipo: T, alvo: string) {
  const prazo = new Date(machineNow(ctx.clock).getTime() + JOB_MS);
  return { contaId, tipo, alvo, tarefaId: "", tentativa: 1, falhas: 0, prazo };
}
