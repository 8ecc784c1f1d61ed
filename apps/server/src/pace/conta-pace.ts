import { Outage } from "../errors.ts";

/** Times in ms. */
export type ContaPaceOptions = {
  /** Part of the process's time for one conta once its credit is spent and others call too. */
  share: number;
  /** Credit of a quiet conta: so much work starts at once. */
  creditMs: number;
  /** Highest cost of one call, however long it waits; also the largest debt. */
  callMaxMs: number;
  /** A conta counts as calling for so long after its last call. */
  callingMs: number;
  /** Queued calls of one conta, and the longest wait of each. */
  waitingMax: number;
  waitMs: number;
};

/** The values of the http process. */
export const CALL_PACE: ContaPaceOptions = {
  share: 0.15,
  creditMs: 2_000,
  callMaxMs: 1_000,
  callingMs: 3_000,
  waitingMax: 64,
  waitMs: 10_000,
};

export type ContaPace = {
  /**
   * Runs a call of a conta in its turn.
   * @throws {Outage} when the queue of this conta is full, or the call waited too long
   */
  run<T>(contaId: string, work: () => Promise<T>): Promise<T>;
};

/** creditMs: negative = debt. meanMs: recent mean cost of its calls. */
type Conta = {
  creditMs: number;
  creditAt: number;
  meanMs: number;
  calledAt: number;
  running: number;
  waiting: Waiting[];
  timer?: NodeJS.Timeout | undefined;
};
type Waiting = { since: number; begin(): void; refuse(error: Outage): void };

/** Longest interval between two checks of a queue, in ms. */
const LOOK_MS = 500;
/** Weight of the last call in the mean. */
const MEAN_WEIGHT = 0.2;

/**
 * Delays contas that call a lot, so that the process stays free for the others. Concurrent calls
 * share the cost of their time. A conta in debt waits only while a conta in credit calls.
 * @param now in ms; replaced only in tests
 * @param onWait called when a call starts to wait
 */
export function createContaPace(
  options: ContaPaceOptions,
  { now = () => performance.now(), onWait = () => {} }: { now?: () => number; onWait?: () => void } = {},
): ContaPace {
  const contas = new Map<string, Conta>();
  const { share, creditMs: creditMax, callMaxMs, callingMs, waitingMax, waitMs } = options;
  const meter = createMeter(now);

  const find = (contaId: string): Conta => {
    const at = now();
    let conta = contas.get(contaId);
    if (conta === undefined) {
      forgetQuiet(contas, at - Math.max(callingMs, (creditMax + callMaxMs) / share));
      conta = { creditMs: creditMax, creditAt: at, meanMs: 0, calledAt: at, running: 0, waiting: [] };
      contas.set(contaId, conta);
    }
    conta.calledAt = at;
    return conta;
  };
  const creditOf = (conta: Conta): number => {
    const at = now();
    conta.creditMs = Math.min(creditMax, conta.creditMs + (at - conta.creditAt) * share);
    conta.creditAt = at;
    return conta.creditMs;
  };
  const pay = (conta: Conta, ms: number): void => {
    conta.creditMs = Math.max(-callMaxMs, creditOf(conta) - ms);
  };
  const isCalling = (conta: Conta): boolean => conta.running > 0 || now() - conta.calledAt < callingMs;
  const mayBegin = (conta: Conta): boolean =>
    creditOf(conta) > 0 ||
    ![...contas.values()].some((other) => other !== conta && isCalling(other) && creditOf(other) > 0);

  const lookAgain = (conta: Conta): void => {
    if (conta.timer !== undefined || conta.waiting.length === 0) return;
    const missingMs = Math.max(0, -creditOf(conta)) / share;
    conta.timer = setTimeout(
      () => {
        conta.timer = undefined;
        while (conta.waiting.length > 0 && mayBegin(conta)) conta.waiting.shift()?.begin();
        const refused = conta.waiting.filter(({ since }) => now() - since > waitMs);
        conta.waiting = conta.waiting.filter((each) => !refused.includes(each));
        for (const each of refused) each.refuse(tooMuch(waitMs));
        lookAgain(conta);
      },
      Math.min(LOOK_MS, missingMs + 1),
    );
  };
  const begin = (conta: Conta): Running => {
    const expectedMs = conta.meanMs;
    pay(conta, expectedMs);
    conta.running += 1;
    return { expectedMs, stop: meter.start() };
  };
  const end = (conta: Conta, { expectedMs, stop }: Running): void => {
    const costMs = Math.min(callMaxMs, stop());
    pay(conta, costMs - expectedMs);
    conta.meanMs += (costMs - conta.meanMs) * MEAN_WEIGHT;
    conta.running -= 1;
    conta.calledAt = now();
  };
  const waitForTurn = async (conta: Conta): Promise<Running> => {
    if (conta.waiting.length >= waitingMax) throw tooMuch(waitMs);
    onWait();
    return await new Promise<Running>((resolve, reject) => {
      conta.waiting.push({ since: now(), begin: () => resolve(begin(conta)), refuse: reject });
      lookAgain(conta);
    });
  };
  return {
    async run(contaId, work) {
      const conta = find(contaId);
      const isFree = conta.waiting.length === 0 && mayBegin(conta);
      const running = isFree ? begin(conta) : await waitForTurn(conta);
      try {
        return await work();
      } finally {
        end(conta, running);
      }
    },
  };
}

type Running = { expectedMs: number; stop(): number };

/** Deletes contas whose credit would be full again. */
function forgetQuiet(contas: Map<string, Conta>, since: number): void {
  for (const [contaId, { running, waiting, calledAt }] of contas) {
    if (running === 0 && waiting.length === 0 && calledAt < since) contas.delete(contaId);
  }
}

function tooMuch(waitMs: number): Outage {
  return new Outage("too many calls of one conta wait", waitMs);
}

/** Measures concurrent work: each piece gets an equal part of the time it shares. */
function createMeter(now: () => number): { start(): () => number } {
  let running = 0;
  let partMs = 0;
  let at = now();
  const advance = (): void => {
    const next = now();
    if (running > 0) partMs += (next - at) / running;
    at = next;
  };
  return {
    start() {
      advance();
      running += 1;
      const from = partMs;
      return () => {
        advance();
        running -= 1;
        return partMs - from;
      };
    },
  };
}
