import type { ServerResponse } from "node:http";
import type { AnswerLimits } from "./limits.ts";
import { paceAnswer } from "./pace-answer.ts";

/** Interval between checks of the answers, in ms. */
const LOOK_MS = 1_000;

/**
 * Why an answer was cut: no progress; too slow; its network, or all together, exceeded the byte limit.
 */
export type CutReason = "parada" | "lenta" | "rede" | "total";
/** Why a request is refused: its network has too many in progress, or too many unread bytes. */
export type Busy = "pedidos" | "bytes";

/**
 * An answer in progress. since: when bytes began to wait; null =
 * none waits. Instants in ms; bytes as they leave the process.
 */
type Answer = {
  res: ServerResponse;
  network: string;
  held(): number;
  since: number | null;
  movedAt: number;
  begunAt: number;
  sent: number;
};

/** Answers of one port. */
export type Answers = {
  /** Tracks a request until its answer ends.   @returns why it is refused, or null */
  enter(res: ServerResponse, network: string): Busy | null;
  /** Bytes that wait in memory for clients to read. */
  bytes(): number;
  stop(): void;
};

/** @param onCut called for each answer that is cut */
export function watchAnswers(limits: AnswerLimits, onCut: (why: CutReason) => void): Answers {
  const networks = new Map<string, Set<Answer>>();
  const remove = (answer: Answer): void => {
    const theirs = networks.get(answer.network);
    theirs?.delete(answer);
    if (theirs?.size === 0) networks.delete(answer.network);
  };
  const cut = (answers: readonly Answer[], why: CutReason): void => {
    for (const answer of answers) {
      remove(answer);
      answer.res.destroy();
      onCut(why);
    }
  };
  const lookMs = Math.min(LOOK_MS, limits.stallMs / 4, limits.pressedMs / 4);
  let [now, last] = [0, performance.now()];
  const look = (): void => {
    // Caps the elapsed time: a stalled process or a sleeping machine is not the client's fault.
    const at = performance.now();
    now += Math.min(at - last, 2 * lookMs);
    last = at;
    for (const theirs of [...networks.values()]) {
      for (const answer of [...theirs]) {
        const why = judge(answer, now, limits);
        if (why !== null) cut([answer], why);
      }
      cut(pressedOf(theirs, now, limits), "rede");
    }
    cut(excessOf([...networks.values()], limits), "total");
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  return {
    enter: (res, network) => {
      const theirs = networks.get(network) ?? new Set();
      if (theirs.size >= limits.requestsOfOne) return "pedidos";
      if (sumOf(theirs) > limits.bytesOfOne) return "bytes";
      const answer = { res, network, held: paceAnswer(res), since: null, movedAt: 0, begunAt: 0, sent: 0 };
      networks.set(network, theirs.add(answer));
      res.once("close", () => remove(answer));
      return null;
    },
    bytes: () => [...networks.values()].reduce((sum, theirs) => sum + sumOf(theirs), 0),
    stop: () => clearInterval(timer),
  };
}

/** Bytes of an answer that wait in memory. */
function waitingOf({ res, held }: Answer): number {
  return held() + res.writableLength;
}

function sumOf(answers: Iterable<Answer>): number {
  let sum = 0;
  for (const answer of answers) sum += waitingOf(answer);
  return sum;
}

/** Updates an answer's progress.   @returns why it is to be cut, or null */
function judge(answer: Answer, now: number, limits: AnswerLimits): CutReason | null {
  const { socket } = answer.res;
  if (socket === null || waitingOf(answer) === 0) {
    answer.since = null;
    return null;
  }
  const sent = socket.bytesWritten - socket.writableLength;
  if (answer.since === null) Object.assign(answer, { since: now, movedAt: now, begunAt: sent, sent });
  if (sent > answer.sent) Object.assign(answer, { movedAt: now, sent });
  const inMemory = answer.res.writableEnded || answer.held() > 0;
  if (now - answer.movedAt >= (inMemory ? limits.stallMs : limits.streamStallMs)) return "parada";
  const ms = now - (answer.since ?? now);
  return ms >= limits.graceMs && ((sent - answer.begunAt) * 1_000) / ms < limits.rateMin ? "lenta" : null;
}

/**
 * Answers to cut of a network over its limit: those without
 * recent progress, largest first, until it is within the limit.
 */
function pressedOf(theirs: Iterable<Answer>, now: number, limits: AnswerLimits): Answer[] {
  let sum = sumOf(theirs);
  return bySize(theirs).filter((answer) => {
    const bytes = waitingOf(answer);
    if (sum <= limits.bytesOfOne || bytes === 0 || now - answer.movedAt < limits.pressedMs) return false;
    sum -= bytes;
    return true;
  });
}

/**
 * Answers to cut when the total is exceeded: the largest of
 * the largest networks, until the total is within the limit.
 */
function excessOf(networks: readonly Iterable<Answer>[], { bytes: max }: AnswerLimits): Answer[] {
  const sums = networks.map((theirs) => ({ theirs, sum: sumOf(theirs) }));
  let all = sums.reduce((total, { sum }) => total + sum, 0);
  const largest = sums.toSorted((a, b) => b.sum - a.sum).flatMap(({ theirs }) => bySize(theirs));
  return largest.filter((answer) => {
    if (all <= max) return false;
    all -= waitingOf(answer);
    return true;
  });
}

function bySize(answers: Iterable<Answer>): Answer[] {
  return [...answers].sort((a, b) => waitingOf(b) - waitingOf(a));
}
