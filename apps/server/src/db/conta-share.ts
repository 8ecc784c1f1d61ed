import { Outage } from "../errors.ts";

/** Per conta: concurrent work, longest wait in ms, and queue length. */
export type ContaShareOptions = { max: number; waitMs: number; waitingMax: number };

/** Runs work of a conta in its turn. */
export type ContaShare = <T>(contaId: string, work: () => Promise<T>) => Promise<T>;

type Line = { running: number; waiting: (() => void)[] };

/**
 * Limits what one conta holds of a shared resource; the rest of its work waits in a queue of its own.
 * @throws {Outage} at once when the queue is full, and after `waitMs` without a turn
 */
export function createContaShare({ max, waitMs, waitingMax }: ContaShareOptions): ContaShare {
  const lines = new Map<string, Line>();
  return async (contaId, work) => {
    const line = lines.get(contaId) ?? { running: 0, waiting: [] };
    lines.set(contaId, line);
    if (line.running < max) line.running += 1;
    else if (line.waiting.length >= waitingMax) throw refuse(waitMs);
    else await waitForTurn(line, waitMs);
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(contaId);
    }
  };
}

/** The finished work passes its place on, so `running` stays unchanged. */
async function waitForTurn(line: Line, waitMs: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const mine = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      line.waiting.splice(line.waiting.indexOf(mine), 1);
      reject(refuse(waitMs));
    }, waitMs);
    line.waiting.push(mine);
  });
}

function refuse(waitMs: number): Outage {
  return new Outage("too much work of one conta waits for the database", waitMs, { espera: "banco" });
}
