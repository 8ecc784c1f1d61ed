import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import yauzl from "yauzl";
import { packBytes, packGzip, writeZip, type ZipEntry } from "./zip.ts";

const hasUnzip = spawnSync("unzip", ["-v"]).status === 0;
const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);

async function* each(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

async function zipOf(entries: AsyncIterable<ZipEntry>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

type ReadEntry = { nome: string; bytes: Buffer; em: string };

async function read(zip: Buffer): Promise<ReadEntry[]> {
  const file = await openZip(zip, { lazyEntries: true, validateEntrySizes: true });
  const seen: ReadEntry[] = [];
  const done = new Promise<void>((resolve, reject) => file.on("end", resolve).on("error", reject));
  file.on("entry", (entry: yauzl.Entry) => {
    file.openReadStream(entry, async (error, stream) => {
      if (error) return void file.emit("error", error);
      const em = entry.getLastModDate({ timezone: "UTC" }).toISOString();
      seen.push({ nome: entry.fileName, bytes: await buffer(stream), em });
      file.readEntry();
    });
  });
  file.readEntry();
  await done;
  return seen;
}

const EM = "2026-11-20T09:30:42";

test("a ZIP returns its entries with their times, whether the ZIP or the caller compressed them", async () => {
  const [um, dois, vazio] = [Buffer.from("<nfe>ação</nfe>"), randomBytes(300_000), Buffer.alloc(0)];
  const zip = await zipOf(
    each([
      { nome: "nfe/2026-11/um.xml", em: EM, ...(await packGzip(gzipSync(um))) },
      { nome: "dois.pdf", em: "1979-05-05T00:00:00", ...(await packBytes(dois)) },
      { nome: "vazio.xml", em: "2200-05-05T00:00:00", ...(await packGzip(gzipSync(vazio))) },
    ]),
  );
  expect(await read(zip)).toEqual([
    { nome: "nfe/2026-11/um.xml", bytes: um, em: "2026-11-20T09:30:42.000Z" },
    { nome: "dois.pdf", bytes: dois, em: "1980-01-01T00:00:00.000Z" },
    { nome: "vazio.xml", bytes: vazio, em: "2107-12-31T00:00:00.000Z" },
  ]);
});

test("a gzip with a file name in its header is recompressed", async () => {
  const plain = gzipSync("conteúdo");
  const named = Buffer.concat([plain.subarray(0, 3), Buffer.from([0x08]), plain.subarray(4, 10)]);
  const gzip = Buffer.concat([named, Buffer.from("nota.xml\0"), plain.subarray(10)]);
  const zip = await zipOf(each([{ nome: "a", em: EM, ...(await packGzip(gzip)) }]));
  expect((await read(zip))[0]?.bytes.toString()).toBe("conteúdo");
});

test("the same files give the same bytes of ZIP", async () => {
  const one = { nome: "a", em: EM, ...(await packBytes(Buffer.from("a"))) };
  expect((await zipOf(each([one]))).equals(await zipOf(each([one])))).toBe(true);
});

test("a ZIP of 70 000 entries exceeds the 16-bit count, and lists them all", async () => {
  const content = await packBytes(Buffer.from("x"));
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let n = 0; n < 70_000; n += 1) yield { nome: `${n}.xml`, em: EM, ...content };
  }
  const zip = await zipOf(many());
  const file = await openZip(zip, { lazyEntries: true });
  expect(file.entryCount).toBe(70_000);
  file.close();
});

test.skipIf(!hasUnzip)("a ZIP entry beyond 4 GB is found (unzip)", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "malote-zip-"));
  const file = path.join(folder, "grande.zip");
  const handle = await fs.open(file, "w");
  try {
    const last = await packBytes(Buffer.from("o último"));
    const buraco = Buffer.alloc(1_073_741_824);
    async function* far(): AsyncGenerator<ZipEntry> {
      for (let n = 0; n < 4; n += 1) yield { nome: `${n}`, em: EM, dados: buraco, crc: 0, tamanho: 1 };
      yield { nome: "longe", em: EM, ...last };
    }
    let at = 0;
    for await (const piece of writeZip(far())) {
      // The holes are not written: the test needs no 4 GB of disk.
      if (piece !== buraco) await handle.write(piece, 0, piece.length, at);
      at += piece.length;
    }
    expect(at).toBeGreaterThan(4_294_967_296);
    const { stdout, stderr } = spawnSync("unzip", ["-p", file, "longe"]);
    expect([stdout.toString(), stderr.toString()]).toEqual(["o último", ""]);
  } finally {
    await handle.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
});
