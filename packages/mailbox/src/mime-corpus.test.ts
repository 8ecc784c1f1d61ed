import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { splitMensagem } from "./mime.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../../../shared/corpus/mime");

/** Longest that any one message may keep the reader busy (they take milliseconds), in ms. */
const DEMORA_MAX_MS = 2000;

function listMensagens(): Buffer[] {
  const entries = readdirSync(CORPUS, { recursive: true, withFileTypes: true });
  return entries
    .filter((item) => item.isFile())
    .map((item) => readFileSync(path.join(item.parentPath, item.name)));
}

/** The same numbers in every run. @source Numerical Recipes, ranqd1 */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Cuts, copies, flips and transplants a few spans. */
function mutate(message: Buffer, random: (below: number) => number): Buffer {
  const at = random(message.length + 1);
  const other = random(message.length + 1);
  const span = message.subarray(other, other + random(400));
  switch (random(4)) {
    case 0:
      return message.subarray(0, at);
    case 1:
      return Buffer.concat([message.subarray(0, at), span, message.subarray(at)]);
    case 2:
      return Buffer.concat([message.subarray(0, at), message.subarray(at + random(200))]);
    default: {
      const copy = Buffer.from(message);
      if (at < copy.length) copy[at] = random(256);
      return copy;
    }
  }
}

async function splitInTime(message: Buffer): Promise<string> {
  const begin = performance.now();
  const split = await splitMensagem(message);
  expect(performance.now() - begin).toBeLessThan(DEMORA_MAX_MS);
  return split.kind;
}

test.skipIf(!existsSync(CORPUS))(
  "every message of shared/corpus/mime is taken apart or said to be none",
  async () => {
    const kinds: string[] = [];
    for (const message of listMensagens()) kinds.push(await splitInTime(message));
    expect(kinds.length).toBeGreaterThan(150);
    expect(kinds.filter((kind) => kind === "ilegivel").length).toBeLessThan(5);
  },
);

test.skipIf(!existsSync(CORPUS))(
  "a thousand mutations of shared/corpus/mime neither throw nor hang",
  async () => {
    const random = createRandom(20_261_120);
    const messages = listMensagens().filter((message) => message.length < 20_000);
    for (let run = 0; run < 1000; run++) {
      let message = messages[random(messages.length)] ?? Buffer.alloc(0);
      for (let times = 1 + random(4); times > 0; times--) message = mutate(message, random);
      await splitInTime(message);
    }
  },
);
