import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DOCUMENT_MAX_BYTES, UNZIPPED_MAX_BYTES, unzipDocuments } from "./doc-zip.ts";

describe("a zip bomb in a lote", () => {
  const bomb = (bytes: number) => gzipSync(Buffer.alloc(bytes, 0x20), { level: 9 }).toString("base64");

  test("a zip bomb is unpacked up to 10 MB and no further; the next document is kept", async () => {
    const [whole, tooLarge, next] = await unzipDocuments([
      bomb(DOCUMENT_MAX_BYTES),
      bomb(DOCUMENT_MAX_BYTES + 1),
      gzipSync("<a/>").toString("base64"),
    ]);
    expect([whole?.length, tooLarge, next?.length]).toEqual([DOCUMENT_MAX_BYTES, null, 4]);
  });

  test("a zip bomb of 1 GB in 1 MB uses no more memory than allowed", async () => {
    const before = process.memoryUsage().rss;
    const large = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
    const huge = Buffer.concat(Array.from({ length: 16 }, () => large)).toString("base64");
    expect(await unzipDocuments([huge])).toEqual([null]);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });

  test("the zip bombs of a lote unpack to at most 64 MB in all", async () => {
    const unzipped = await unzipDocuments(Array.from({ length: 10 }, () => bomb(DOCUMENT_MAX_BYTES)));
    const bytes = unzipped.reduce((sum, one) => sum + (one?.length ?? 0), 0);
    expect(unzipped.map(Boolean)).toEqual([...Array(6).fill(true), ...Array(4).fill(false)]);
    expect(bytes).toBeLessThanOrEqual(UNZIPPED_MAX_BYTES);
  });
});
