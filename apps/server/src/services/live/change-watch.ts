import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../../app-context.ts";
import { isRetryable } from "../../errors.ts";
import { readChangeMark } from "./change-mark.rows.ts";

/** Time between two looks at the contas that are followed, in ms. */
const LOOK_MS = 1_000;
/** Contas read one after the other in one look; more of them are looked at less often. */
const CONTAS_A_LOOK = 64;

/** Most open pages of one user, of one conta and of the process; a page beyond them polls instead. */
const FOLLOWERS_MAX = { usuario: 8, conta: 200, total: 1_000 } as const;

/** changed: something of the conta changed; ended: the process stops. */
type Follower = { contaId: string; usuarioId: string; changed: () => void; ended: () => void };

/** Follows the changes of contas for the pages that are open. */
export type ChangeWatch = {
  /** @returns how to end it; null when too many follow already */
  follow(follower: Follower): (() => void) | null;
  /** Ends every follower. */
  stop(): void;
};

type Watched = { followers: Set<Follower>; mark: string | null };

/**
 * Reads a mark of each followed conta about once a second, and calls back when it changed. Reading works
 * through any connection pooler and from any number of processes, which LISTEN does not (ADR 0099). While
 * the database is out, no page is called.
 */
export function createChangeWatch({ database, log }: Pick<AppContext, "database" | "log">): ChangeWatch {
  const contas = new Map<string, Watched>();
  let total = 0;
  let running = false;
  let stopped = false;
  const look = async (contaId: string, watched: Watched): Promise<void> => {
    const mark = await database.withConta(contaId, (db) => readChangeMark(db, contaId));
    const before = watched.mark;
    watched.mark = mark;
    if (before !== null && before !== mark) for (const { changed } of [...watched.followers]) changed();
  };
  const run = async (): Promise<void> => {
    running = true;
    while (contas.size > 0 && !stopped) {
      // The first of the map go to its end: each conta has its turn.
      for (const [contaId, watched] of [...contas].slice(0, CONTAS_A_LOOK)) {
        if (contas.get(contaId) !== watched) continue;
        contas.delete(contaId);
        contas.set(contaId, watched);
        try {
          await look(contaId, watched);
        } catch (error) {
          if (!isRetryable(error)) throw error;
          log.warn({ err: error }, "as páginas abertas não souberam de novidades: o banco não respondeu");
          break;
        }
      }
      await sleep(LOOK_MS, undefined, { ref: false });
    }
    running = false;
  };
  const countOf = (watched: Watched | undefined, usuarioId: string): number =>
    [...(watched?.followers ?? [])].filter((one) => one.usuarioId === usuarioId).length;
  return {
    follow: (follower) => {
      const { contaId, usuarioId } = follower;
      const known = contas.get(contaId);
      if (stopped || total >= FOLLOWERS_MAX.total) return null;
      if ((known?.followers.size ?? 0) >= FOLLOWERS_MAX.conta) return null;
      if (countOf(known, usuarioId) >= FOLLOWERS_MAX.usuario) return null;
      const watched = known ?? { followers: new Set(), mark: null };
      watched.followers.add(follower);
      contas.set(contaId, watched);
      total += 1;
      if (!running) void run();
      return () => {
        if (!watched.followers.delete(follower)) return;
        total -= 1;
        if (watched.followers.size === 0 && contas.get(contaId) === watched) contas.delete(contaId);
      };
    },
    stop: () => {
      stopped = true;
      for (const { followers } of contas.values()) for (const { ended } of [...followers]) ended();
    },
  };
}
