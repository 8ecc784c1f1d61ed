import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { readSamples } from "./read-supplier-samples.ts";

/** Any seed must pass; a fixed one makes a failure repeatable. */
const SEED = 20_261_120;

let pipeline: TestPipeline;

beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(async () => {
  await pipeline.dispose();
});

test("every document of one sample of each kind of supplier e-mail is read, and every part has a destino", async () => {
  const { failures, documents: dfe, kinds: especies } = await readSamples(pipeline, { semente: SEED });
  expect(
    failures.map(({ sample, mismatches: violations }) => `${sample.kind}: ${violations.join("; ")}`),
  ).toEqual([]);
  expect(especies).toBeGreaterThan(100);
  expect(dfe.recognized).toBe(dfe.expected);
});
