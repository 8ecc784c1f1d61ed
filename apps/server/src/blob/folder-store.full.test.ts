import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { HOUR_MS } from "@malote/syntax";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outageWaitOf } from "../errors.ts";
import { waitReasonOf } from "../wait-reason.ts";
import { BlobTooLarge } from "./blob-store.ts";
import { createFolderCleanup } from "./folder-cleanup.ts";
import { blobPath, createFolderStore, trashOf } from "./folder-store.ts";

const CONTA = "01900000-0000-7000-8000-000000000001";
const OTHER_CONTA = "01900000-0000-7000-8000-000000000002";

let root = "";
let now = new Date("2026-11-20T12:00:00Z");
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), "malote-blob-"));
  now = new Date("2026-11-20T12:00:00Z");
});
afterEach(() => fs.rm(root, { recursive: true, force: true }));

const store = () => createFolderStore(root, { now: () => now });
const later = (hours: number): void => {
  now = new Date(now.getTime() + hours * HOUR_MS);
};
async function* inPieces(bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
}
async function files(folder = root): Promise<string[]> {
  const all = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe("a blob in the folder store", () => {
  test("a blob is read back by conta and SHA-256, byte for byte", async () => {
    const bytes = randomBytes(100_000);
    const ref = await store().put(CONTA, bytes);
    expect(ref).toEqual({ sha256: createHash("sha256").update(bytes).digest("hex"), tamanho: 100_000 });
    expect((await store().get(CONTA, ref.sha256))?.equals(bytes)).toBe(true);
    expect(await store().get(OTHER_CONTA, ref.sha256)).toBeNull();
  });

  test("a blob put twenty times at once is stored as one whole file, with no other file left", async () => {
    const bytes = randomBytes(50_000);
    const blobs = store();
    const refs = await Promise.all(Array.from({ length: 20 }, () => blobs.put(CONTA, bytes)));
    expect(new Set(refs.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await files()).toEqual([refs[0]?.sha256]);
  });

  test("a blob left half-written by a crash is never read, and can be put again", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("inteiro"));
    const place = blobPath(root, CONTA, sha256);
    await fs.rename(place, `${place}.abc.tmp`);
    expect(await store().get(CONTA, sha256)).toBeNull();
    await store().put(CONTA, Buffer.from("inteiro"));
    expect((await store().get(CONTA, sha256))?.toString()).toBe("inteiro");
  });

  test("a blob reads as whole or absent while it is being written", async () => {
    const bytes = randomBytes(16 * 1_048_576);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const seen = new Set<number | undefined>();
    let writing = true;
    const put = store()
      .put(CONTA, bytes)
      .finally(() => {
        writing = false;
      });
    while (writing) seen.add((await store().get(CONTA, sha256))?.length);
    await put;
    seen.delete(undefined);
    seen.delete(bytes.length);
    expect([...seen]).toEqual([]);
  });

  test("a blob that the disk truncated is written again by a put", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("inteiro"));
    await fs.truncate(blobPath(root, CONTA, sha256), 3);
    await store().put(CONTA, Buffer.from("inteiro"));
    expect((await store().get(CONTA, sha256))?.toString()).toBe("inteiro");
  });

  test("a blob is not readable by other users of the machine", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("x"));
    expect((await fs.stat(blobPath(root, CONTA, sha256))).mode & 0o077).toBe(0);
  });

  test.each(["../../etc/passwd", "", "x".repeat(64), "A".repeat(64)])(
    "a blob with the key %j is refused",
    async (sha256) => {
      await expect(store().get(CONTA, sha256)).rejects.toThrow(/not the key of a blob/);
      await expect(store().get("../..", "a".repeat(64))).rejects.toThrow(/not the key of a blob/);
    },
  );
});

describe("a blob put as a stream", () => {
  test("a blob put as a stream is the same as one put from the same bytes at once", async () => {
    const bytes = randomBytes(300_000);
    const ref = await store().putStream(CONTA, inPieces(bytes));
    expect(ref).toEqual({ sha256: createHash("sha256").update(bytes).digest("hex"), tamanho: 300_000 });
    expect((await store().get(CONTA, ref.sha256))?.equals(bytes)).toBe(true);
    expect(await store().put(CONTA, bytes)).toEqual(ref);
    expect(await files()).toEqual([ref.sha256]);
  });

  test("a stream may have maxBytes bytes, and not one more", async () => {
    const bytes = randomBytes(70_000);
    const blobs = store();
    await expect(blobs.putStream(CONTA, inPieces(bytes), { maxBytes: 69_999 })).rejects.toEqual(
      new BlobTooLarge(69_999),
    );
    expect(await files()).toEqual([]);
    await blobs.putStream(CONTA, inPieces(bytes), { maxBytes: 70_000 });
    expect(await files()).toHaveLength(1);
  });

  test("a stream leaves nothing when its source fails, and throws the source's error", async () => {
    async function* broken() {
      yield randomBytes(100_000);
      throw new Error("the line went dead");
    }
    await expect(store().putStream(CONTA, broken())).rejects.toThrow("the line went dead");
    expect(await files()).toEqual([]);
  });

  test("a stream is not readable before its last byte is stored", async () => {
    const bytes = randomBytes(200_000);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const blobs = store();
    const seen: unknown[] = [];
    async function* watched() {
      for await (const piece of inPieces(bytes)) {
        yield piece;
        seen.push(await blobs.get(CONTA, sha256));
      }
    }
    await blobs.putStream(CONTA, watched());
    expect(seen.every((found) => found === null)).toBe(true);
    expect(seen.length).toBeGreaterThan(2);
  });

  test("a blob streamed twenty times at once is stored as one whole file, with no other file left", async () => {
    const bytes = randomBytes(50_000);
    const blobs = store();
    const refs = await Promise.all(Array.from({ length: 20 }, () => blobs.putStream(CONTA, inPieces(bytes))));
    expect(new Set(refs.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await files()).toEqual([refs[0]?.sha256]);
  });

  test("a stream of a blob that already exists renews the blob's age", async () => {
    const bytes = randomBytes(1_000);
    await store().putStream(CONTA, inPieces(bytes));
    later(40);
    await store().putStream(CONTA, inPieces(bytes));
    later(40);
    expect(await createFolderCleanup(root, async () => new Set()).run(now)).toBe(0);
  });

  test("a stream left half-written by a crash is deleted by the cleanup", async () => {
    await store().putStream(CONTA, inPieces(Buffer.from("a")));
    const left = path.join(root, CONTA, ".escrita", "abc.tmp");
    await fs.writeFile(left, "metade");
    await fs.utimes(left, now, now);
    later(49);
    expect(await createFolderCleanup(root, async (_, names) => new Set(names)).run(now)).toBe(1);
    expect(await files()).toHaveLength(1);
  });

  test("a blob put as a stream is not readable by other users of the machine", async () => {
    const { sha256 } = await store().putStream(CONTA, inPieces(Buffer.from("x")));
    expect((await fs.stat(blobPath(root, CONTA, sha256))).mode & 0o077).toBe(0);
    await expect(store().putStream("../..", inPieces(Buffer.from("x")))).rejects.toThrow(/not the key/);
  });
});

describe("an open blob", () => {
  test("an open blob reads any range, both ends included, any number of times", async () => {
    const bytes = randomBytes(200_000);
    const { sha256 } = await store().put(CONTA, bytes);
    const blob = await store().open(CONTA, sha256);
    if (blob === null) throw new Error("no blob");
    expect(blob.tamanho).toBe(200_000);
    const pieces = await Promise.all([
      buffer(blob.read({ ate: 0 })),
      buffer(blob.read({ de: 1, ate: 131_072 })),
      buffer(blob.read({ de: 131_073, ate: 999_999 })),
    ]);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect((await buffer(blob.read())).equals(bytes)).toBe(true);
    expect(await buffer(blob.read({ de: 200_000 }))).toHaveLength(0);
    await blob.close();
    await expect(buffer(blob.read())).rejects.toThrow();
  });

  test("an open blob is read to its end although it was moved to the trash or deleted meanwhile", async () => {
    const bytes = randomBytes(500_000);
    const { sha256 } = await store().put(CONTA, bytes);
    const blob = await store().open(CONTA, sha256);
    later(49);
    await createFolderCleanup(root, async () => new Set()).run(now);
    const aside = await store().open(CONTA, sha256);
    await fs.rm(root, { recursive: true });
    for (const one of [blob, aside]) {
      expect(one && (await buffer(one.read())).equals(bytes)).toBe(true);
      await one?.close();
    }
    expect(await store().open(CONTA, sha256)).toBeNull();
  });
});

test("a source that fails before its first read fails only its own put, not the process", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("uncaughtException", note);
  try {
    const broken = new Readable({ read() {} });
    const guard = {
      requireOurs: async () => {
        broken.destroy(new Error("quebrou"));
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    };
    await expect(createFolderStore(root, { now: () => now }, guard).putStream(CONTA, broken)).rejects.toThrow(
      "quebrou",
    );
    expect(unhandled).toEqual([]);
  } finally {
    process.off("uncaughtException", note);
  }
});

describe("the blob cleanup", () => {
  const named = new Set<string>();
  const sweeper = () =>
    createFolderCleanup(root, async (_, names) => new Set(names.filter((name) => named.has(name))));
  beforeEach(() => named.clear());

  test("the cleanup keeps a blob that a row names, however old", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("a"));
    named.add(sha256);
    later(1_000);
    expect(await sweeper().run(now)).toBe(0);
    expect(await files()).toEqual([sha256]);
  });

  test("the cleanup keeps a blob younger than 48 h: its row may not be committed yet", async () => {
    await store().put(CONTA, Buffer.from("a"));
    later(47);
    expect(await sweeper().run(now)).toBe(0);
  });

  test("the cleanup moves an orphan to the trash, where it is still readable, and deletes it 48 h later", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("a"));
    later(49);
    expect(await sweeper().run(now)).toBe(1);
    expect(await files(trashOf(root))).toEqual([sha256]);
    expect((await store().get(CONTA, sha256))?.toString()).toBe("a");
    later(47);
    expect(await sweeper().run(now)).toBe(0);
    later(2);
    expect(await sweeper().run(now)).toBe(1);
    expect(await files()).toEqual([]);
  });

  test("the cleanup restores a blob from the trash when a row now names it", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("a"));
    later(49);
    await sweeper().run(now);
    named.add(sha256);
    later(49);
    await sweeper().run(now);
    expect(await files(trashOf(root))).toEqual([]);
    expect((await store().get(CONTA, sha256))?.toString()).toBe("a");
  });

  test("the cleanup counts 48 h from the last put of a blob", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("a"));
    later(40);
    await store().put(CONTA, Buffer.from("a"));
    later(40);
    expect(await sweeper().run(now)).toBe(0);
    expect(await files()).toEqual([sha256]);
  });

  test("the cleanup restores at once a blob that was put during the round", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("a"));
    later(49);
    const blobs = store();
    const slow = createFolderCleanup(root, async () => {
      await blobs.put(CONTA, Buffer.from("a"));
      return new Set();
    });
    expect(await slow.run(now)).toBe(0);
    expect(await files(trashOf(root))).toEqual([]);
    expect(await files()).toEqual([sha256]);
  });

  test("the cleanup deletes half-written files that a crash left", async () => {
    const { sha256 } = await store().put(CONTA, Buffer.from("a"));
    named.add(sha256);
    const left = `${blobPath(root, CONTA, sha256)}.abc.tmp`;
    await fs.writeFile(left, "metade");
    await fs.utimes(left, now, now);
    later(49);
    expect(await sweeper().run(now)).toBe(1);
    expect(await files()).toEqual([sha256]);
  });

  test("the cleanup visits every conta over several rounds, with at most 1024 folders a round", async () => {
    const contaOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;
    for (let n = 0; n < 1_100; n += 1) {
      const place = blobPath(root, contaOf(n), "ab".padEnd(64, "0"));
      await fs.mkdir(path.dirname(place), { recursive: true });
      await fs.writeFile(place, "a");
      await fs.utimes(place, now, now);
    }
    later(49);
    // Most blobs are named, because too many orphans in one round would stop the cleanup.
    const orphans = new Set([0, 500, 1_023, 1_024, 1_099].map(contaOf));
    const visited: string[] = [];
    const one = createFolderCleanup(root, async (contaId, names) => {
      visited.push(contaId);
      return new Set(orphans.has(contaId) ? [] : names);
    });
    expect(await one.run(now)).toBe(3);
    expect(visited).toHaveLength(1_024);
    expect(await one.run(now)).toBe(2);
    expect(new Set(visited).size).toBe(1_100);
    expect(await files(trashOf(root))).toHaveLength(5);
  });
});

test("a put on a read-only disk waits for the disk, also when the put would have to create a folder", async ({
  skip,
}) => {
  const disk = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", root];
  if (spawnSync("mount", disk).status !== 0) return skip("mount is not permitted");
  try {
    const known = Buffer.from("um arquivo");
    await store().put(CONTA, known);
    spawnSync("mount", ["-o", "remount,ro", root]);
    const errors = [
      await store()
        .put(CONTA, Buffer.from("outro"))
        .catch((error: unknown) => error),
      await store()
        .put(OTHER_CONTA, known)
        .catch((error: unknown) => error),
      await store()
        .putStream(OTHER_CONTA, inPieces(known))
        .catch((error: unknown) => error),
    ];
    expect(errors.map((error) => [outageWaitOf(error), waitReasonOf(error)])).toEqual([
      [0, "arquivos"],
      [0, "arquivos"],
      [0, "arquivos"],
    ]);
  } finally {
    spawnSync("umount", [root]);
  }
});
