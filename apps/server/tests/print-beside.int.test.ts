import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { BESIDE_BYTES, createPrintBeside } from "../src/jobs/print-beside.ts";
import { shrinkLogo } from "../src/services/empresa/logo.rules.ts";
import { printPapel } from "../src/services/nota/print-papel.ts";
import { writeCopia } from "./copias.ts";

const entryOf = (place: string): string => fileURLToPath(new URL(place, import.meta.url));
const WORKER = entryOf("../dist/worker.mjs");
const HTTP = entryOf("../dist/http.mjs");

function pedidoOf(numero: number, itens: number) {
  const det = `<det nItem="1"><prod><cProd>1</cProd><xProd>${"Farinha de trigo ".repeat(6)}</xProd><vProd>1.00</vProd></prod></det>`;
  const xml = Buffer.from(writeCopia({ numero }).replace("<total>", `${det.repeat(itens)}<total>`));
  return { xml, doDocumento: null, situacao: "normal" as const, logo: null };
}

test.each([WORKER, HTTP])(
  "a long form is printed in a thread of %s, with the same bytes as here and without blocking",
  async (entry) => {
    const print = createPrintBeside({ entry });
    const [small, long] = [pedidoOf(1, 1), pedidoOf(2, 990)];
    expect(long.xml.length).toBeGreaterThan(BESIDE_BYTES);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const papers = await Promise.all([print(long), print(small), print(long)]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    for (const [at, pedido] of [long, small, long].entries()) {
      const here = printPapel(pedido);
      expect(papers[at]?.pages).toBe(here?.pages);
      expect(Buffer.compare(papers[at]?.pdf ?? Buffer.alloc(0), here?.pdf ?? Buffer.alloc(1))).toBe(0);
    }
    const nada = { ...small, xml: Buffer.alloc(BESIDE_BYTES + 1, "<a/>") };
    expect(await print(nada)).toBeNull();
  },
);

test("a form whose logo must be decoded is printed in the thread, with a prepared logo in the process", async () => {
  const print = createPrintBeside({ entry: "/nao/ha.mjs" });
  const dear = makeLogo(600);
  const [kept, jpeg] = [shrinkLogo(dear), Buffer.from([0xff, 0xd8, 0xff])];
  for (const logo of [kept, jpeg]) {
    expect((await print({ ...pedidoOf(8, 1), logo }))?.pages).toBe(1);
  }
  await expect(print({ ...pedidoOf(9, 1), logo: dear })).rejects.toThrow(/printed beside/);
});

test("a form of 20 KB of XML is printed in the thread", async () => {
  const pedido = pedidoOf(9, 110);
  expect(pedido.xml.length).toBeGreaterThan(20_000);
  expect(pedido.xml.length).toBeLessThan(30_000);
  await expect(createPrintBeside({ entry: "/nao/ha.mjs" })(pedido)).rejects.toThrow(/printed beside/);
});

/** A grey PNG of `lado` × `lado` pixels. */
function makeLogo(lado: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(lado, 0);
  head.writeUInt32BE(lado, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk("IDAT", deflateSync(Buffer.alloc((lado + 1) * lado)));
  return Buffer.concat([signature, chunk("IHDR", head), data, chunk("IEND", Buffer.alloc(0))]);
}

test("a print thread that times out is ended and replaced, and a full queue asks for a later retry", async () => {
  const hurried = createPrintBeside({ entry: WORKER, papelMs: 1 });
  await expect(hurried(pedidoOf(3, 990))).rejects.toThrow(/printed beside/);
  await expect(hurried(pedidoOf(4, 990))).rejects.toThrow(/printed beside/);
  await expect(createPrintBeside({ entry: "/nao/ha.mjs" })(pedidoOf(5, 990))).rejects.toThrow(
    /printed beside/,
  );
  const busy = createPrintBeside({ entry: WORKER, filaMax: 1 });
  const first = busy(pedidoOf(6, 990));
  await expect(busy(pedidoOf(7, 990))).rejects.toMatchObject({ name: "Outage", retryAfterMs: 10_000 });
  expect((await first)?.pages).toBeGreaterThan(5);
});
