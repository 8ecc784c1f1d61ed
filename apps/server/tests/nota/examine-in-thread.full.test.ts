import { fileURLToPath } from "node:url";
import { examineDfe, readDfe, readJson } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { createDocumentReader } from "../../src/jobs/threads/task-pools.ts";
import { writeCopy } from "../setup/nota-copies.ts";

/** The program of the threads, as built by scripts/test.mjs. */
const ENTRY = fileURLToPath(new URL("../../dist/task-thread.mjs", import.meta.url));
const TRUST = { trustedCas: [] };

const LARGE_BYTES = 256 * 1024;

/** A large unsigned nota. */
function makeLarge(numero: number, itemCount = 120): Buffer {
  const det = `<det nItem="1"><prod><xProd>${"Farinha de trigo ".repeat(150)}</xProd><vProd>1.00</vProd></prod></det>`;
  const xml = Buffer.from(writeCopy({ numero }).replace("<total>", `${det.repeat(itemCount)}<total>`));
  expect(xml.length).toBeGreaterThan(LARGE_BYTES);
  return xml;
}

describe("examining a file in a worker thread", () => {
  const { examine, readDfe: read, readJson: json } = createDocumentReader({ entry: ENTRY });

  test("the thread returns the same outcome as in process, with each answer at its question and the original bytes", async () => {
    const message = Buffer.concat([Buffer.from("antes"), makeLarge(1)]);
    const files = [message.subarray(5), makeLarge(2), Buffer.from(writeCopy({ numero: 3 })), makeLarge(4)];
    const examinations = await Promise.all(files.map((bytes) => examine(bytes, TRUST)));
    for (const [i, bytes] of files.entries()) {
      expect(examinations[i]).toEqual(examineDfe(bytes, TRUST));
      expect(examinations[i]?.bytes).toBe(bytes);
    }
  });

  test("the thread reads a small file as a document and as JSON too", async () => {
    const small = Buffer.from(writeCopy({ numero: 10 }));
    expect(await read(small)).toEqual(readDfe(small));
    expect(await json(small)).toEqual(readJson(small));
    expect(await json(Buffer.from("oi"))).toBeNull();
  });

  test("reading in the thread leaves the event loop free", async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    await examine(makeLarge(5, 2_500), TRUST);
    clearInterval(timer);
    // In process, the answer would come before any timer. How many ticks fit depends on the
    // machine.
    expect(ticks).toBeGreaterThan(0);
  });
});

test("a thread that does not answer in time is ended, and the next question gets a new thread", async () => {
  const hurried = createDocumentReader({ entry: ENTRY, timeoutMs: 1 }).examine;
  const [first, second] = await Promise.allSettled([
    hurried(makeLarge(7), TRUST),
    hurried(makeLarge(8), TRUST),
  ]);
  for (const each of [first, second]) {
    expect(each).toMatchObject({ status: "rejected", reason: { name: "ThreadFailure" } });
  }
  const program = createDocumentReader({ entry: "/nao/ha.mjs" }).examine;
  await expect(program(makeLarge(9), TRUST)).rejects.toThrow(/without an answer/);
});
