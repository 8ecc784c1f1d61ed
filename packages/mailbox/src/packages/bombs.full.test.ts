import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { toPart } from "../mime/part.ts";
import { writeSigned } from "../tests/cms-writer.ts";
import { base64, writeMultipart } from "../tests/message-writer.ts";
import { writeTnef } from "../tests/tnef-writer.ts";
import { writeZip } from "../tests/zip-writer.ts";
import { ARCHIVE_LIMITS, createBudget } from "./budget.ts";
import { unpackPart } from "./unpack.ts";

const MIB = 1024 * 1024;
const CPU_MAX_MS = 1000;
const MEMORY_BYTES = 64 * MIB;

/** CPU time of all threads, in ms: wall time depends on the load of the machine. */
type Measurement = { motivos: Record<string, number>; partes: number; ms: number; memoria: number };

/** Opens everything and keeps nothing, as the server does. */
async function measureOpening(bytes: Buffer, nome = "bomba"): Promise<Measurement> {
  const measurement: Measurement = { motivos: {}, partes: 0, ms: 0, memoria: 0 };
  const before = process.memoryUsage.rss();
  const begin = process.cpuUsage();
  for await (const { abertura } of unpackPart(toPart({ caminho: "1", nome, bytes }), createBudget())) {
    measurement.partes += 1;
    if (abertura.kind === "recusado")
      measurement.motivos[abertura.motivo] = (measurement.motivos[abertura.motivo] ?? 0) + 1;
    if (measurement.partes % 50 === 0)
      measurement.memoria = Math.max(measurement.memoria, process.memoryUsage.rss() - before);
  }
  const { user, system } = process.cpuUsage(begin);
  measurement.ms = (user + system) / 1000;
  measurement.memoria = Math.max(measurement.memoria, process.memoryUsage.rss() - before);
  return measurement;
}

/** Nests sixteen copies in each level, as 42.zip does. */
function matryoshka(levels: number, inside: Buffer): Buffer {
  let bytes = inside;
  for (let n = 0; n < levels; n += 1)
    bytes = writeZip(Array.from({ length: 16 }, (_, i) => ({ nome: `lib ${i}.zip`, dados: bytes })));
  return bytes;
}

const TEN_MIB_GZIP = gzipSync(Buffer.alloc(10 * MIB));

const BOMBS: Record<string, () => [Buffer, string]> = {
  "42.zip: sixteen archives in each of five levels": () => [
    matryoshka(5, writeZip([{ nome: "0.dll", dados: Buffer.alloc(MIB) }])),
    "pacote-fundo-demais",
  ],
  "a recursive ZIP of four levels": () => [
    matryoshka(4, Buffer.from("PK\x03\x04", "latin1")),
    "pacote-fundo-demais",
  ],
  "an entry that claims ten gigabytes": () => [
    writeZip([{ nome: "q", dados: Buffer.alloc(1000), inflado: 10 * 1024 * MIB, zip64: true }]),
    "pacote-taxa-suspeita",
  ],
  "an index that claims a million entries": () => [
    withTotal64(writeZip([{ nome: "a", dados: "a" }]), 1_000_000),
    "pacote-muitos-arquivos",
  ],
  "sixty thousand real entries": () => [
    writeZip(Array.from({ length: 60_000 }, (_, i) => ({ nome: `${i}`, dados: "a", guardado: true }))),
    "pacote-muitos-arquivos",
  ],
  "a gzip of ten gigabytes in members of ten megabytes": () => [
    Buffer.concat(Array.from({ length: 1000 }, () => TEN_MIB_GZIP)),
    "pacote-grande-demais",
  ],
  "a gzip that claims one byte": () => [
    withSize(gzipSync(Buffer.alloc(64 * MIB)), 1),
    "pacote-taxa-suspeita",
  ],
  "a gzip in a gzip in a gzip": () => [
    gzipSync(gzipSync(gzipSync(Buffer.alloc(40 * MIB)))),
    "pacote-taxa-suspeita",
  ],
  "a winmail.dat full of bombs": () => [
    writeTnef(Array.from({ length: 300 }, (_, i) => ({ nome: `${i}.gz`, dados: TEN_MIB_GZIP }))),
    "pacote-taxa-suspeita",
  ],
  "a bomb in a signed file": () => [writeSigned(TEN_MIB_GZIP), "pacote-taxa-suspeita"],
};

describe("refuses decompression bombs within one second and 64 MB", () => {
  test.each(Object.entries(BOMBS))("unpacking refuses %s", async (_, make) => {
    const [bytes, motivo] = make();
    expect(bytes.length).toBeLessThan(ARCHIVE_LIMITS.comprimidoBytes);
    const { motivos, partes, ms, memoria } = await measureOpening(bytes);
    expect(motivos).toHaveProperty(motivo);
    expect(partes).toBeLessThan(1000);
    expect(ms).toBeLessThan(CPU_MAX_MS);
    expect(memoria).toBeLessThan(MEMORY_BYTES);
  });

  test("unpacking refuses a thousand bombs in one e-mail within three seconds", async () => {
    const bomb = base64(["Content-Type: application/gzip"], gzipSync(Buffer.alloc(4 * MIB)));
    const eml = writeMultipart(Array.from({ length: 1000 }, () => bomb));
    const { motivos, ms } = await measureOpening(eml, "e.eml");
    expect(motivos["pacote-taxa-suspeita"]).toBe(1000);
    expect(ms).toBeLessThan(3 * CPU_MAX_MS);
  });
});

/**
 * Puts a ZIP64 end record with another number of entries before the plain one.   @source APPNOTE
 * 6.3.10 §4.3.14
 */
function withTotal64(zip: Buffer, total: number): Buffer {
  const end = zip.subarray(zip.length - 22);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(total), 24);
  record.writeBigUInt64LE(BigInt(total), 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(zip.length - 22), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(end);
  last.writeUInt16LE(0xffff, 8);
  last.writeUInt16LE(0xffff, 10);
  last.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([zip.subarray(0, zip.length - 22), record, locator, last]);
}

function withSize(gzip: Buffer, size: number): Buffer {
  const copy = Buffer.from(gzip);
  copy.writeUInt32LE(size, copy.length - 4);
  return copy;
}
