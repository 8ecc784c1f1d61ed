import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { LOGO_MAX_BYTES } from "@malote/contract";
import { isEmbeddableImage } from "@malote/print";
import { expect, test } from "vitest";
import { createLogoShrinker } from "../../src/jobs/threads/task-pools.ts";
import { shrinkLogo } from "../../src/services/empresa/logo.rules.ts";

const ENTRY = fileURLToPath(new URL("../../dist/task-thread.mjs", import.meta.url));

/** A white PNG, 1000 × 1000 px, 16 bits with alpha: the costliest logo that is accepted. */
function makeCostlyLogo(): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.from([0, 0, 3, 232, 0, 0, 3, 232, 16, 6, 0, 0, 0]);
  const rows = Buffer.alloc(1_000 * 8_001, 0xff);
  for (let row = 0; row < 1_000; row += 1) rows[row * 8_001] = 4;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk("IDAT", deflateSync(rows));
  return Buffer.concat([signature, chunk("IHDR", head), data, chunk("IEND", Buffer.alloc(0))]);
}

test("the built program shrinks a large logo in a thread without blocking, and a printed form uses it unchanged", async () => {
  const shrink = createLogoShrinker({ entry: ENTRY });
  const costly = makeCostlyLogo();
  expect(costly.length).toBeLessThan(LOGO_MAX_BYTES);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const [kept, broken] = await Promise.all([shrink(costly), shrink(costly.subarray(0, 99))]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
  expect(broken).toBeNull();
  expect(isEmbeddableImage(kept ?? costly)).toBe(true);
  expect(Buffer.from(kept ?? []).equals(shrinkLogo(costly) ?? costly)).toBe(true);
});

test("a logo thread that times out or is missing fails, and a full queue asks for a later retry", async () => {
  const costly = makeCostlyLogo();
  await expect(createLogoShrinker({ entry: ENTRY, timeoutMs: 1 })(costly)).rejects.toThrow(
    /without an answer/,
  );
  await expect(createLogoShrinker({ entry: "/nao/ha.mjs" })(costly)).rejects.toThrow(/without an answer/);
  const busy = createLogoShrinker({ entry: ENTRY, queueMax: 1 });
  const first = busy(costly);
  await expect(busy(costly)).rejects.toMatchObject({ name: "Outage", retryAfterMs: 5_000 });
  expect(await first).not.toBeNull();
});
