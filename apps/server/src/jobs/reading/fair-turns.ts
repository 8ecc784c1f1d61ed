/** places: concurrent jobs; perConta: of one conta, so that the others always find a place. */
export type FairLimits = { places: number; perConta: number };

/** A concurrency limit at which contas take turns. */
export type FairTurns = {
  /** Runs work when a place is free for its conta; work still queued at `close` never runs. */
  run(contaId: string, work: () => Promise<void>): Promise<void>;
  /** Starts nothing more. */
  close(): void;
};

type Waiting = (mayRun: boolean) => void;

type Line = { waiting: Waiting[]; running: number; servedAt: number };

/** Serves contas in turn, however much one of them has queued. */
export function createFairTurns({ places, perConta }: FairLimits): FairTurns {
  const lines = new Map<string, Line>();
  let free = places;
  let served = 0;
  let closed = false;
  const lineOf = (contaId: string): Line => {
    const line = lines.get(contaId) ?? { waiting: [], running: 0, servedAt: 0 };
    lines.set(contaId, line);
    return line;
  };
  const serve = (): void => {
    while (free > 0) {
      const open = [...lines.values()].filter((line) => line.waiting.length > 0 && line.running < perConta);
      const [next] = open.sort((a, b) => a.servedAt - b.servedAt);
      if (next === undefined) return;
      served += 1;
      next.servedAt = served;
      next.running += 1;
      free -= 1;
      next.waiting.shift()?.(true);
    }
  };
  const end = (contaId: string): void => {
    const line = lineOf(contaId);
    line.running -= 1;
    free += 1;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(contaId);
    serve();
  };
  return {
    async run(contaId, work) {
      if (closed) return;
      const mayRun = await new Promise<boolean>((resolve) => {
        lineOf(contaId).waiting.push(resolve);
        serve();
      });
      if (!mayRun) return;
      try {
        await work();
      } finally {
        end(contaId);
      }
    },
    close() {
      closed = true;
      for (const { waiting } of lines.values()) for (const turn of waiting.splice(0)) turn(false);
    },
  };
}
