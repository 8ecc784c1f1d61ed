import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { createPrinter, IN_PLACE_BYTES } from "../../src/jobs/threads/task-pools.ts";
import { shrinkLogo } from "../../src/services/empresa/logo.rules.ts";
import { printForm } from "../../src/services/nota/document/print-form.ts";
import { writeCopy } from "../setup/nota-copies.ts";

const ENTRY = fileURLToPath(new URL("../../dist/task-thread.mjs", import.meta.url));

function printRequestOf(numero: number, itens: number) {
  const det = `<det nItem="1"><prod><cProd>1</cProd><xProd>${"Farinha de trigo ".repeat(6)}</xProd><vProd>1.00</vProd></prod></det>`;
  const xml = Buffer.from(writeCopy({ numero }).replace("<total>", `${det.repeat(itens)}<total>`));
  return { xml, documentXml: null, situacao: "normal" as const, logo: null, format: "pdf" as const };
}

test("a long form is printed in a thread, with the same bytes as here and without blocking", async () => {
  const print = createPrinter({ entry: ENTRY });
  const [small, long] = [printRequestOf(1, 1), printRequestOf(2, 990)];
  expect(long.xml.length).toBeGreaterThan(IN_PLACE_BYTES);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const printedForms = await Promise.all([print(long), print(small), print(long)]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
  for (const [at, printRequest] of [long, small, long].entries()) {
    const here = printForm(printRequest);
    expect(Buffer.compare(printedForms[at] ?? Buffer.alloc(0), here ?? Buffer.alloc(1))).toBe(0);
  }
  const nothing = { ...small, xml: Buffer.alloc(IN_PLACE_BYTES + 1, "<a/>") };
  expect(await print(nothing)).toBeNull();
});

test("a form whose logo must be decoded is printed in the thread, with a prepared logo in the process", async () => {
  const print = createPrinter({ entry: "/nao/ha.mjs" });
  const costlyLogo = makeLogo(600);
  const [kept, jpeg] = [shrinkLogo(costlyLogo), Buffer.from([0xff, 0xd8, 0xff])];
  for (const logo of [kept, jpeg]) {
    expect(pagesOf(await print({ ...printRequestOf(8, 1), logo }))).toBe(1);
  }
  await expect(print({ ...printRequestOf(9, 1), logo: costlyLogo })).rejects.toThrow(/without an answer/);
});

test("a form of 20 KB of XML is printed in the thread", async () => {
  const printRequest = printRequestOf(9, 110);
  expect(printRequest.xml.length).toBeGreaterThan(20_000);
  expect(printRequest.xml.length).toBeLessThan(30_000);
  await expect(createPrinter({ entry: "/nao/ha.mjs" })(printRequest)).rejects.toThrow(/without an answer/);
});

/** How many pages a PDF of ours says that it has. */
const pagesOf = (pdf: Uint8Array | null): number =>
  Number(/\/Count (\d+)/.exec(Buffer.from(pdf ?? []).toString("latin1"))?.[1]);

/** A grey PNG of `side` × `side` pixels. */
function makeLogo(side: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk("IDAT", deflateSync(Buffer.alloc((side + 1) * side)));
  return Buffer.concat([signature, chunk("IHDR", head), data, chunk("IEND", Buffer.alloc(0))]);
}

test("a print thread that times out is ended and replaced, and a full queue asks for a later retry", async () => {
  const hurried = createPrinter({ entry: ENTRY, timeoutMs: 1 });
  await expect(hurried(printRequestOf(3, 990))).rejects.toThrow(/without an answer/);
  await expect(hurried(printRequestOf(4, 990))).rejects.toThrow(/without an answer/);
  await expect(createPrinter({ entry: "/nao/ha.mjs" })(printRequestOf(5, 990))).rejects.toThrow(
    /without an answer/,
  );
  const busy = createPrinter({ entry: ENTRY, queueMax: 1 });
  const first = busy(printRequestOf(6, 990));
  await expect(busy(printRequestOf(7, 990))).rejects.toMatchObject({ name: "Outage", retryAfterMs: 10_000 });
  expect(pagesOf(await first)).toBeGreaterThan(5);
});
