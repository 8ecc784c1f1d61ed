import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isBlobMissing } from "./blob-missing.ts";
import { createFolderStore } from "./folder-store.ts";
import { createMissingBlobs } from "./missing-blobs.ts";

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
  const ausentes = createMissingBlobs(blobs, { lookMs: 0 });
  expect(await ausentes.count()).toBe(0);
  const error = ausentes.note({ contaId, sha256, whose: "e-mail 1" });
  expect(error.message).toBe(
    `arquivo ausente no armazém: e-mail 1 (${contaId}/${sha256.slice(0, 2)}/${sha256})`,
  );
  expect([isBlobMissing(new Error("outro", { cause: error })), isBlobMissing(new Error("outro"))]).toEqual([
    true,
    false,
  ]);
  ausentes.note({ contaId, sha256, whose: "e-mail 1" });
  expect(await ausentes.count()).toBe(1);
  await blobs.put(contaId, bytes);
  expect(await ausentes.count()).toBe(0);
});

test("only the last hundred missing blobs are counted", async () => {
  const ausentes = createMissingBlobs(createFolderStore(root, { now: () => new Date() }));
  for (let n = 0; n < 150; n += 1)
    ausentes.note({
      contaId,
      sha256: createHash("sha256").update(String(n)).digest("hex"),
      whose: `e-mail ${n}`,
    });
  expect(await ausentes.count()).toBe(100);
});
