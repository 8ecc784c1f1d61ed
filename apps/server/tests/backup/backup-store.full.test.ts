import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { HOUR_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BackupStore, OBJECT_MAX_BYTES } from "../../src/backup/store/backup-store.ts";
import { createFolderBackupStore } from "../../src/backup/store/folder-backup-store.ts";
import { createS3BackupStore } from "../../src/backup/store/s3-backup-store.ts";
import type { S3Place } from "../../src/backup-config.ts";
import { Outage } from "../../src/errors.ts";
import { type S3Server, startS3Server } from "../setup/servers/s3-server.ts";

let folder = "";
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-backup-"));
  server.objects.clear();
  server.seen.length = 0;
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const placeOf = (changed: Partial<S3Place> = {}): S3Place => ({
  kind: "s3",
  bucket: server.bucket,
  prefix: "cliente/malote/",
  endpoint: server.endpoint,
  region: server.account.region,
  credentials: server.account,
  ...changed,
});
const SHORT = { silenceMs: 200, attempts: 2 };
const keysOf = async (store: BackupStore, prefix = "") => {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
};

type Kind = { open: () => BackupStore; fill: (names: readonly string[]) => Promise<void> };
const inFolder: Kind = {
  open: () => createFolderBackupStore(path.join(folder, "novo", "repositorio")),
  async fill(names) {
    for (const name of names) {
      const file = path.join(folder, "novo", "repositorio", name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, "xy");
    }
  },
};
const inBucket: Kind = {
  open: () => createS3BackupStore(placeOf()),
  async fill(names) {
    const object = { bytes: Buffer.from("xy"), modifiedAt: new Date() };
    for (const name of names) server.objects.set(`cliente/malote/${name}`, object);
  },
};

describe.each([
  ["a folder", inFolder],
  ["an S3 bucket", inBucket],
])("a backup store in %s", (_name, { open, fill }) => {
  test("a store returns stored bytes, and null for an absent key", async () => {
    const store = open();
    const bytes = randomBytes(3_000_000);
    await store.put("objetos/ab/abc", bytes);
    expect((await store.get("objetos/ab/abc"))?.equals(bytes)).toBe(true);
    await store.put("vazio", Buffer.alloc(0));
    expect(await store.get("vazio")).toHaveLength(0);
    expect(await store.get("objetos/ab/abd")).toBeNull();
    expect(await store.get("objetos/ab/abc/d")).toBeNull();
  });

  test("a store replaces an object whole", async () => {
    const store = open();
    await store.put("a", Buffer.from("primeiro"));
    await store.put("a", Buffer.from("segundo"));
    expect((await store.get("a"))?.toString()).toBe("segundo");
  });

  test("a store lists more than one page of keys, by prefix, with sizes", async () => {
    const store = open();
    const names = Array.from({ length: 2_105 }, (_, n) => `objetos/${n % 7}/${String(n).padStart(5, "0")}`);
    await fill(names);
    await store.put("manifestos/1", Buffer.from("x"));
    expect(await keysOf(store, "objetos/")).toEqual([...names].sort());
    expect(await keysOf(store, "objetos/3/0000")).toEqual(["objetos/3/00003"]);
    expect(await keysOf(store)).toHaveLength(2_106);
    expect(await keysOf(store, "nada/")).toEqual([]);
    for await (const { bytes, modifiedAt } of store.list("objetos/0/0000")) {
      expect(bytes).toBe(2);
      expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(HOUR_MS);
    }
  });

  test("a store deletes an object, also when it is already deleted", async () => {
    const store = open();
    await store.put("a", Buffer.from("x"));
    await store.delete("a");
    await store.delete("a");
    expect(await store.get("a")).toBeNull();
    expect(await keysOf(store)).toEqual([]);
  });

  test("a store always returns a whole object while many writers put it", async () => {
    const store = open();
    const versions = Array.from({ length: 12 }, (_, n) => Buffer.alloc(200_000, n));
    await Promise.all(versions.map((bytes) => store.put("a/b", bytes)));
    const seen = await Promise.all([...versions.map((bytes) => store.put("a/b", bytes)), store.get("a/b")]);
    const last = seen.at(-1);
    expect(versions.some((bytes) => Buffer.isBuffer(last) && bytes.equals(last))).toBe(true);
  });

  test.each(["", "/a", "a/", "a//b", "../a", "a/../b", ".a", "a/.b", "a\\b", "a b", "á", "a".repeat(600)])(
    "a store refuses the key %j",
    async (key) => {
      await expect(async () => await open().put(key, Buffer.from("x"))).rejects.toThrow(/invalid key/);
      await expect(async () => await open().get(key)).rejects.toThrow(/invalid key/);
    },
  );

  test("a store refuses an object larger than the maximum", async () => {
    const tooLarge = new Uint8Array(OBJECT_MAX_BYTES + 1);
    await expect(async () => await open().put("a", tooLarge)).rejects.toThrow(/at most/);
    expect(await keysOf(open())).toEqual([]);
  });
});

describe("a folder store", () => {
  test("only its owner reads a folder store, and a failed put leaves nothing in it", async () => {
    const store = createFolderBackupStore(folder);
    await store.put("a/b", Buffer.from("x"));
    expect(fs.statSync(path.join(folder, "a", "b")).mode & 0o077).toBe(0);
    // A folder has the object's name, so the rename fails.
    await expect(store.put("a", Buffer.from("y"))).rejects.toThrow();
    expect(fs.readdirSync(path.join(folder, ".escrita"))).toEqual([]);
    expect(await keysOf(store)).toEqual(["a/b"]);
  });

  test("a folder store deletes what a killed process left half-written a day ago, and nothing newer", async () => {
    const aside = path.join(folder, ".escrita");
    fs.mkdirSync(aside);
    fs.writeFileSync(path.join(aside, "velho"), "metade");
    fs.writeFileSync(path.join(aside, "novo"), "metade");
    const old = new Date(Date.now() - 25 * HOUR_MS);
    fs.utimesSync(path.join(aside, "velho"), old, old);
    await createFolderBackupStore(folder).put("a", Buffer.from("x"));
    expect(fs.readdirSync(aside)).toEqual(["novo"]);
  });
});

describe("an S3 bucket store", () => {
  test("a bucket store keeps every object under its prefix", async () => {
    await createS3BackupStore(placeOf()).put("a", Buffer.from("x"));
    await createS3BackupStore(placeOf({ prefix: "" })).put("b", Buffer.from("x"));
    expect([...server.objects.keys()]).toEqual(["cliente/malote/a", "b"]);
    expect(await keysOf(createS3BackupStore(placeOf()))).toEqual(["a"]);
  });

  test.each([
    [
      { credentials: { accessKeyId: "AKIAEXEMPLO", secretAccessKey: "outro" } },
      /AWS_SECRET_ACCESS_KEY não é/,
    ],
    [
      { credentials: { accessKeyId: "AKIAOUTRA", secretAccessKey: "outro" } },
      /não conhece AWS_ACCESS_KEY_ID/,
    ],
    [{ region: "eu-west-1" }, /AWS_REGION é outra/],
    [{ bucket: "outro" }, /o bucket não existe/],
    [{ region: "são paulo" }, /AWS_REGION não é o nome de uma região/],
  ])("a bucket store names the cause of a refusal in one sentence: %j", async (changed, sentence) => {
    const store = createS3BackupStore(placeOf(changed));
    await expect(store.put("a", Buffer.from("x"))).rejects.toThrow(sentence);
    await expect(store.get("a")).rejects.toThrow(sentence);
    await expect(keysOf(store)).rejects.toThrow(sentence);
    expect(server.objects.size).toBe(0);
  });

  test("a bucket store keeps nothing when the connection breaks during a put, and the client retries", async () => {
    const bytes = randomBytes(2_000_000);
    server.fail("break-put", 2);
    await expect(createS3BackupStore(placeOf(), SHORT).put("a", bytes)).rejects.toThrow(Outage);
    expect(server.objects.size).toBe(0);
    server.fail("break-put", 1);
    await createS3BackupStore(placeOf(), SHORT).put("a", bytes);
    expect(server.objects.get("cliente/malote/a")?.bytes.equals(bytes)).toBe(true);
  });

  test("a bucket store reads again when an answer breaks off, and reports an outage when it always does", async () => {
    const store = createS3BackupStore(placeOf(), SHORT);
    const bytes = randomBytes(500_000);
    await store.put("a", bytes);
    server.fail("break-get", 1);
    expect((await store.get("a"))?.equals(bytes)).toBe(true);
    server.fail("break-get", 2);
    await expect(store.get("a")).rejects.toThrow(Outage);
  });

  test("a bucket store reports an outage after a bounded number of requests to a busy, silent or absent server", async () => {
    const store = createS3BackupStore(placeOf(), SHORT);
    server.fail("503", 2);
    await expect(store.put("a", Buffer.from("x"))).rejects.toThrow(/não respondeu/);
    server.fail("silence", 2);
    await expect(store.put("a", Buffer.from("x"))).rejects.toThrow(/não respondeu/);
    expect(server.seen).toHaveLength(4);
    const absent = createS3BackupStore(placeOf({ endpoint: "http://127.0.0.1:1" }), SHORT);
    await expect(absent.put("a", Buffer.from("x"))).rejects.toThrow(/não respondeu/);
  });
});

test.each([
  [301, /o bucket está em outra região: corrija AWS_REGION/],
  [403, /as credenciais não têm permissão/],
  [404, /o bucket não existe: crie-o/],
  [418, /o servidor recusou/],
])("a status %i without an S3 error code is explained in one sentence", async (status, sentence) => {
  const bare = http.createServer((_request, response) => response.writeHead(status).end());
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  const { port } = bare.address() as AddressInfo;
  const store = createS3BackupStore(placeOf({ endpoint: `http://127.0.0.1:${port}` }), SHORT);
  await expect(store.put("a", Buffer.from("x"))).rejects.toThrow(sentence);
  await expect(store.get("a")).rejects.toThrow(sentence);
  await expect(keysOf(store)).rejects.toThrow(sentence);
  store.close();
  bare.close();
});
