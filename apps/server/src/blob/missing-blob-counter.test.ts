import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isBlobMissing } from "./blob-missing-error.ts";
import { createFolderStore } from "./folder-store.ts";
import { createMissingBlobCounter } from "./missing-blob-counter.ts";

const contaId = "0199aaaa-0000-7000-8000-000000000001";
const bytes = Buffer.from("um e-mail");
const sha256 = createHash("sha256").update(bytes).digest("hex");
let root: string;
beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), "malote-ausentes-"));
});
afterAll(() => fs.rm(root, { recursive: true, force: true }));

test("a missing blob counts once, however often it is requested, until it is stored again", async () => {
  const blobs = createFolderStore(root, { now: () => new Date() });
  const counter = createMissingBlobCounter(blobs, { lookMs: 0 });
  expect(await counter.count()).toBe(0);
  const error = counter.add({ contaId, sha256, owner: "e-mail 1" });
  expect(error.message).toBe(
    `arquivo ausente no armazém: e-mail 1 (${contaId}/${sha256.slice(0, 2)}/${sha256})`,
  );
  expect([isBlobMissing(new Error("outro", { cause: error })), isBlobMissing(new Error("outro"))]).toEqual([
    true,
    false,
  ]);
  counter.add({ contaId, sha256, owner: "e-mail 1" });
  expect(await counter.count()).toBe(1);
  await blobs.put(contaId, bytes);
  expect(await counter.count()).toBe(0);
});

test("only the last hundred missing blobs are counted", async () => {
  const counter = createMissingBlobCounter(createFolderStore(root, { now: () => new Date() }));
  for (let n = 0; n < 150; n += 1)
    counter.add({
      contaId,
      sha256: createHash("sha256").update(String(n)).digest("hex"),
      owner: `e-mail ${n}`,
    });
  expect(await counter.count()).toBe(100);
});
