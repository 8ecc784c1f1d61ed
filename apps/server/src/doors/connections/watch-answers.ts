import type { ServerResponse } from "node:http";
import type { AnswerLimits } from "./limits.ts";
import { paceAnswer } from "./pace-answer.ts";

/** How often answers are looked at, in ms. */
const LOOK_MS = 1_000;

/** Why an answer was cut: nothing of it left; it left too slowly; its network, or all of them, held too much. */
export type Cut = "parada" | "lenta" | "rede" | "total";
/** Why a request is not worked on: its network has too many in progress, or too many bytes that it does not read. */
export type Busy = "pedidos" | "bytes";

/** An answer in progress. since: when its first byte began to wait; null = none waits. Instants in ms, bytes as they leave the process. */
type Answer = {
  res: ServerResponse;
  network: string;
  held(): number;
  since: number | null;
  movedAt: number;
  begunAt: number;
  sent: number;
};

/** The answers of one port. */
export type Answers = {
  /** Takes a request into account until its answer is over.   @returns why it may not be worked on, or null */
  enter(res: ServerResponse, network: string): Busy | null;
  /** Bytes that wait in memory to be read by clients. */
  bytes(): number;
  stop(): void;
};

/** @param onCut called for each answer that is cut */
export function watchAnswers(limits: AnswerLimits, onCut: (why: Cut) => void): Answers {
  const networks = new Map<string, Set<Answer>>();
  const remove = (answer: Answer): void => {
    const theirs = networks.get(answer.network);
    theirs?.delete(answer);
    if (theirs?.size === 0) networks.delete(answer.network);
  };
  const cut = (answers: readonly Answer[], why: Cut): void => {
    for (const answer of answers) {
      remove(answer);
      answer.res.destroy();
      onCut(why);
    }
  };
  const lookMs = Math.min(LOOK_MS, limits.stallMs / 4, limits.pressedMs / 4);
  let [now, last] = [0, performance.now()];
  const look = (): void => {
    // Where the process itself stood still, or the machine slept, clients are not to blame.
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

/** Bytes of an answer that wait in our memory. */
function waitingOf({ res, held }: Answer): number {
  return held() + res.writableLength;
}

function sumOf(answers: Iterable<Answer>): number {
  let sum = 0;
  for (const answer of answers) sum += waitingOf(answer);
  return sum;
}

/** Notes how far an answer has come.   @returns why it is to be cut, or null */
function judge(answer: Answer, now: number, limits: AnswerLimits): Cut | null {
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

/** Of a network that holds too much, the answers that have not moved lately, the largest first, until it holds no more than it may. */
function pressedOf(theirs: Iterable<Answer>, now: number, limits: AnswerLimits): Answer[] {
  let sum = sumOf(theirs);
  return bySize(theirs).filter((answer) => {
    const bytes = waitingOf(answer);
    if (sum <= limits.bytesOfOne || bytes === 0 || now - answer.movedAt < limits.pressedMs) return false;
    sum -= bytes;
    return true;
  });
}

/** The largest answers of the networks that hold most, until all together hold no more than they may. */
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
