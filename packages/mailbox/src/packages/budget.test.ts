import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Part, toPart, toPastedPart } from "../mime/part.ts";
import { writeSigned } from "../tests/cms-writer.ts";
import { bareNfe, base64, makeNfe, writeMultipart } from "../tests/message-writer.ts";
import { writeTar } from "../tests/tar-writer.ts";
import { writeTnef } from "../tests/tnef-writer.ts";
import { writeZip, type ZipEntrySpec } from "../tests/zip-writer.ts";
import { type ArchiveLimits, type Budget, createBudget } from "./budget.ts";
import { unpackPart } from "./unpack.ts";

const KB = "x".repeat(1000);
const NFE = makeNfe();
const BROKEN: ZipEntrySpec = { nome: "a", dados: KB, crc: 1 };
const VALID = writeZip([{ nome: "a", dados: KB }]);

/** Opens parts under one budget; returns the outcome of each, without its contents. */
async function open(
  parts: readonly (Buffer | Partial<Part>)[],
  limits: Partial<ArchiveLimits> | Budget,
): Promise<string[]> {
  const budget = "limites" in limits ? limits : createBudget(limits);
  const lines: string[] = [];
  for (const [i, each] of parts.entries()) {
    const own = Buffer.isBuffer(each) ? { bytes: each } : each;
    const part = { ...toPart({ caminho: String(i + 1), nome: null, bytes: Buffer.alloc(0) }), ...own };
    for await (const { abertura, caminho } of unpackPart({ ...part, caminho: String(i + 1) }, budget)) {
      if (!caminho.includes("/")) lines.push(abertura.kind === "recusado" ? abertura.motivo : abertura.kind);
    }
  }
  return lines;
}

describe("extracted documents count as entries", () => {
  const page = `<pre>${bareNfe().replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`;
  const eml = writeMultipart([base64(["Content-Type: application/octet-stream"], "<a/>")], {
    head: ["Subject: x"],
  });
  test.each<[string, Buffer, number]>([
    ["from a text", Buffer.from(NFE + makeNfe(2) + makeNfe(3)), 3],
    ["from an HTML page", Buffer.from(page + page), 2],
    ["from a tar", Buffer.concat([writeTar([{ nome: "a", dados: "a" }]), Buffer.from(NFE)]), 2],
    ["from a gzip", gzipSync(NFE), 1],
    ["from a signed file", writeSigned(Buffer.from(NFE)), 1],
    ["from a winmail.dat, with its body", writeTnef([], { texto: `oi ${bareNfe()} ${bareNfe(2)}` }), 3],
    ["from a message", eml, 1],
  ])("documents extracted %s count as entries", async (_, bytes, entradas) => {
    expect(await open([bytes], { entradas })).toEqual(["pacote"]);
    expect(await open([bytes], { entradas: entradas - 1 })).toEqual(["pacote-muitos-arquivos"]);
  });

  test("documents extracted from the body of the e-mail count as entries", async () => {
    const pasted = [1, 2, 3].map((n) => toPastedPart(Buffer.from(makeNfe(n)), String(n)));
    expect(await open(pasted, { entradas: 2 })).toEqual(["arquivo", "arquivo", "pacote-muitos-arquivos"]);
  });

  test("many small archives yield no more entries than the limit", async () => {
    const lote = Buffer.from(Array.from({ length: 40 }, (_, n) => makeNfe(n + 1)).join("\n"));
    const zip = writeZip(Array.from({ length: 40 }, (_, i) => ({ nome: `${i}.txt`, dados: lote })));
    let parts = 0;
    for await (const _ of unpackPart(
      toPart({ caminho: "1", nome: null, bytes: zip }),
      createBudget({ entradas: 400 }),
    ))
      parts += 1;
    expect(parts).toBeLessThanOrEqual(401);
    expect(parts).toBeGreaterThan(300);
  });
});

describe("failed work is charged to the budget", () => {
  const torn = gzipSync(KB);
  torn.writeUInt32LE(1, torn.length - 8);
  test.each<[string, Buffer[], Partial<ArchiveLimits>]>([
    [
      "a ZIP entry with a wrong checksum",
      [writeZip([BROKEN]), writeZip([BROKEN]), VALID],
      { infladoBytes: 2500 },
    ],
    ["a gzip with a wrong checksum", [torn, VALID], { infladoBytes: 1999 }],
    [
      "a parsed message",
      [Buffer.from(`From: a@b\nTo: a@b\nSubject: x\n\n${KB}`), VALID],
      { infladoBytes: 2000 },
    ],
  ])("unpacking charges %s to the budget", async (_, parts, limits) => {
    const opened = await open(parts, limits);
    expect(opened.at(-1)).toBe("pacote-grande-demais");
    expect(opened).toHaveLength(parts.length);
  });

  test.each<[string, Buffer]>([
    [
      "protected",
      writeZip([
        { nome: "a", dados: "a", flags: 1 },
        { nome: "b", dados: "b", flags: 1 },
      ]),
    ],
    [
      "over the size limit",
      writeZip([
        { nome: "a", dados: KB.repeat(4) },
        { nome: "b", dados: "b" },
      ]),
    ],
    [
      "an office document",
      writeZip([
        { nome: "mimetype", dados: "x", guardado: true },
        { nome: "b", dados: "b" },
      ]),
    ],
  ])("the index of a refused archive is charged to the budget: %s", async (_, zip) => {
    expect((await open([zip, VALID], { entradas: 2, infladoBytes: 3000 })).at(-1)).toBe(
      "pacote-muitos-arquivos",
    );
    expect((await open([zip, VALID], { entradas: 3, infladoBytes: 3000 })).at(-1)).toBe("pacote");
  });

  test("a message is not parsed when the budget is used up", async () => {
    const bytes = Buffer.from(`nada\n${KB}`);
    expect(await open([{ bytes, tipo: "message/rfc822" }], { infladoBytes: 1000 })).toEqual([
      "pacote-grande-demais",
    ]);
  });
});

describe("a refusal leaves the budget for later parts", () => {
  const large = Buffer.from(`From: a@b\nTo: a@b\nSubject: x\n\n${KB.repeat(3)}`);
  test.each<[string, Buffer]>([
    ["a message", large],
    ["a signed file", writeSigned(Buffer.from(KB.repeat(3)))],
    ["a winmail.dat", writeTnef([{ nome: "a", dados: Buffer.from(KB.repeat(3)) }])],
    ["a tar", writeTar([{ nome: "a", dados: KB.repeat(3) }])],
    ["a gzip", gzipSync(KB.repeat(3))],
  ])("%s over the size limit is refused, and later parts keep their budget", async (_, bytes) => {
    expect((await open([bytes, bytes, VALID], { infladoBytes: 2000 })).at(-1)).toBe("pacote");
  });
});

describe("parts that remain when the CPU budget is used up", () => {
  test("the remaining entries are named without being inflated", async () => {
    const zip = writeZip(["a.xml", "b.xml", "c.zip"].map((nome) => ({ nome, dados: KB })));
    const state = { isOver: false };
    const budget = createBudget({}, () => state.isOver);
    const lines: string[] = [];
    for await (const { abertura, nome, bytes } of unpackPart(
      toPart({ caminho: "1", nome: "z.zip", bytes: zip }),
      budget,
    )) {
      lines.push(
        `${nome} ${abertura.kind === "recusado" ? abertura.motivo : abertura.kind} ${bytes.length > 0}`,
      );
      // The budget ends while the first entry is checked.
      if (nome === "a.xml") state.isOver = true;
    }
    expect(lines).toEqual([
      "z.zip pacote true",
      "a.xml arquivo true",
      "b.xml caro-demais false",
      "c.zip caro-demais false",
    ]);
    expect(budget.infladoLivre).toBe(createBudget().infladoLivre - KB.length);
  });

  test("remaining archives and files are refused, but bodies are shown", async () => {
    const budget = createBudget({}, () => true);
    const body = { bytes: Buffer.from("oi"), origem: "corpo" as const };
    expect(await open([VALID, Buffer.from(NFE), body], budget)).toEqual([
      "caro-demais",
      "caro-demais",
      "corpo",
    ]);
  });
});
