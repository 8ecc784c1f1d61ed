import { describe, expect, test } from "vitest";
import { createRandom, listCorpus, makeSeeds, mutateMessage, readWhole } from "../tests/mutate-message.ts";

/** Longest CPU time of one message, in ms; usual messages take milliseconds. */
const CPU_MAX_MS = 2000;
const MUTATIONS = 1_000;

const corpus = listCorpus();

describe.skipIf(corpus.length === 0)("every message of ../shared/corpus/mime", () => {
  test("every message of the corpus is parsed or rejected, and each part has its own path", async () => {
    let unread = 0;
    for (const [name, raw] of corpus) {
      const { kind, retried, ms } = await readWhole(raw);
      if (kind === "ilegivel") unread += 1;
      expect(retried, name).toBe(0);
      expect(ms, name).toBeLessThan(CPU_MAX_MS);
    }
    expect(corpus.length).toBeGreaterThan(150);
    expect(unread).toBeLessThan(5);
  });
});

test("mutated messages neither throw, hang nor share a path between parts", async () => {
  const random = createRandom(20_261_120);
  const small = corpus.map(([, raw]) => raw).filter((raw) => raw.length < 20_000);
  const originals = [...makeSeeds(), ...small];
  for (let run = 0; run < MUTATIONS; run += 1) {
    let message = originals[run % originals.length] ?? Buffer.alloc(0);
    for (let times = 1 + random(4); times > 0; times -= 1) message = mutateMessage(message, random);
    const { retried, ms } = await readWhole(message);
    expect(retried).toBe(0);
    expect(ms).toBeLessThan(CPU_MAX_MS);
  }
});
