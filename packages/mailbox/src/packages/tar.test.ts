import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { toPart } from "../mime/part.ts";
import { makeNfe } from "../tests/message-writer.ts";
import { type TarMember, writeTar } from "../tests/tar-writer.ts";
import { writeZip } from "../tests/zip-writer.ts";
import { type ArchiveLimits, createBudget } from "./budget.ts";
import { unpackPart } from "./unpack.ts";

const NFE = makeNfe();
const NOTA: TarMember = { nome: "nota.xml", dados: NFE };

/** Outcome of a tar and of all its contents, one line each. */
async function outcomesOf(bytes: Buffer, limits: Partial<ArchiveLimits> = {}): Promise<string[]> {
  const lines: string[] = [];
  const part = toPart({ caminho: "1", nome: "julho.tar", bytes });
  for await (const each of unpackPart(part, createBudget(limits))) {
    const { abertura, caminho, nome } = each;
    if (abertura.kind === "recusado") lines.push(`${caminho} ${nome} ! ${abertura.motivo}`);
    else if (abertura.kind === "pacote")
      lines.push(`${caminho} [${abertura.formato} ${abertura.dentro}${abertura.inteiro ? "" : " cortado"}]`);
    else {
      const text = Buffer.from(each.bytes).toString();
      lines.push(`${caminho} ${nome} = ${text === NFE ? "NFE" : text}`);
    }
  }
  return lines;
}

test("every file in a tar is opened, of any kind", async () => {
  const wide = Buffer.from(`\ufeff${NFE}`, "utf16le");
  const tar = writeTar([
    { nome: "julho/", tipo: "5" },
    { ...NOTA, nome: "julho/nota.xml" },
    { nome: "lote.zip", dados: writeZip([{ nome: "n.xml", dados: NFE }]) },
    { nome: "danfe.pdf", dados: "%PDF-1.4" },
    { nome: "larga.xml", dados: wide },
    { nome: "vazio.txt" },
    { nome: "dentro.tar", dados: writeTar([NOTA]) },
  ]);
  expect(await outcomesOf(tar)).toEqual([
    "1 [tar 6]",
    "1/1 nota.xml = NFE",
    "1/2 [zip 1]",
    "1/2/1 n.xml = NFE",
    "1/3 danfe.pdf = %PDF-1.4",
    `1/4 larga.xml = ${wide}`,
    "1/5 vazio.txt = ",
    "1/6 [tar 1]",
    "1/6/1 nota.xml = NFE",
  ]);
});

test("a tar without files is an archive", async () => {
  // Without an entry there is no header that identifies a tar.
  expect(await outcomesOf(writeTar([{ nome: "julho/", tipo: "5" }]))).toEqual(["1 [tar 0]"]);
});

test.each<[string, TarMember[], string]>([
  ["in the header", [NOTA], "nota.xml"],
  ["with accents", [{ ...NOTA, nome: "São João.xml" }], "São João.xml"],
  ["after a prefix", [{ ...NOTA, prefixo: "a/b" }], "nota.xml"],
  [
    "in a GNU long name",
    [{ nome: "././@LongLink", tipo: "L", dados: `a/${"x".repeat(200)}.xml\0` }, NOTA],
    `${"x".repeat(200)}.xml`,
  ],
  [
    "in a pax record",
    [{ nome: "p", tipo: "x", dados: "18 mtime=1.000000\n20 path=pasta/ç.xml\n" }, NOTA],
    "ç.xml",
  ],
  [
    "in a pax record, for the next file only",
    [{ nome: "p", tipo: "x", dados: "14 path=a.xml\n" }, { nome: "d/", tipo: "5" }, NOTA],
    "a.xml",
  ],
])("the file name in a tar is read %s", async (_, members, nome) => {
  expect((await outcomesOf(writeTar(members))).at(-1)).toBe(`1/1 ${nome} = NFE`);
});

test.each<[string, TarMember, string]>([
  ["a symbolic link", { nome: "x", tipo: "2" }, "pacote-link"],
  ["a hard link that claims a size", { nome: "x", tipo: "1", tamanho: 700 }, "pacote-link"],
  ["a device", { nome: "x", tipo: "3" }, "pacote-link"],
  ["a sparse file", { nome: "x", tipo: "S", dados: "a" }, "pacote-formato"],
])("a single bad entry of a tar is refused: %s", async (_, member, motivo) => {
  expect(await outcomesOf(writeTar([member, NOTA]))).toEqual([
    "1 [tar 2]",
    `1/1 x ! ${motivo}`,
    "1/2 nota.xml = NFE",
  ]);
});

test("a truncated tar is reported, and what was read is kept", async () => {
  const tar = writeTar([NOTA, { nome: "b.xml", dados: makeNfe(2) }]);
  expect(await outcomesOf(tar.subarray(0, tar.length - 1024))).toEqual([
    "1 [tar 2 cortado]",
    "1/1 nota.xml = NFE",
    `1/2 b.xml = ${makeNfe(2)}`,
  ]);
  const inside = tar.length - 1024 - 512;
  const [title, first, second] = await outcomesOf(tar.subarray(0, inside));
  expect([title, first]).toEqual(["1 [tar 2 cortado]", "1/1 nota.xml = NFE"]);
  expect(makeNfe(2)).toContain(second?.replace("1/2 b.xml = ", ""));
});

test("documents after a damaged header of a tar are extracted", async () => {
  const damaged = writeTar([NOTA, { nome: "b.xml", dados: makeNfe(2), soma: 1 }]);
  expect(await outcomesOf(damaged)).toEqual([
    "1 [tar 2 cortado]",
    "1/1 nota.xml = NFE",
    `1/2 documento.xml = ${makeNfe(2)}`,
  ]);
  expect(await outcomesOf(writeTar([{ nome: "b.txt", dados: "oi", soma: 1 }]))).toEqual([
    "1 julho.tar ! pacote-invalido",
  ]);
});

test("documents after the end mark of a tar are extracted", async () => {
  expect(
    await outcomesOf(Buffer.concat([writeTar([NOTA]), writeTar([{ ...NOTA, dados: makeNfe(2) }])])),
  ).toEqual(["1 [tar 2]", "1/1 nota.xml = NFE", `1/2 documento.xml = ${makeNfe(2)}`]);
});

test("the headers and bytes of a tar are charged to the budget", async () => {
  const tar = writeTar([{ nome: "d/", tipo: "5" }, NOTA]);
  expect(await outcomesOf(tar, { entradas: 2, infladoBytes: tar.length })).toHaveLength(2);
  expect(await outcomesOf(tar, { entradas: 1 })).toEqual(["1 julho.tar ! pacote-muitos-arquivos"]);
  expect(await outcomesOf(tar, { infladoBytes: tar.length - 1 })).toEqual([
    "1 julho.tar ! pacote-grande-demais",
  ]);
  expect((await outcomesOf(tar, { arquivoBytes: NFE.length - 1 })).at(-1)).toBe(
    "1/1 nota.xml ! pacote-grande-demais",
  );
});

test("a text with 'ustar' at the offset of the tar mark is not a tar", async () => {
  const nfe = `<?xml version="1.0"?><!--${" ".repeat(230)}ajustar-->${NFE.replace(/^<\?xml[^>]*\?>/, "")}`;
  expect(nfe.indexOf("ustar")).toBe(257);
  expect(await outcomesOf(Buffer.from(nfe))).toEqual([`1 julho.tar = ${nfe}`]);
});

test("a truncated or corrupted tar does not make the reader throw", async () => {
  const tar = writeTar([
    { nome: "p", tipo: "x", dados: "14 path=a.xml\n" },
    { nome: "a.txt", dados: "oi" },
  ]);
  for (let at = 0; at < tar.length; at += 7) await outcomesOf(tar.subarray(0, at));
  for (let at = 0; at < 1100; at += 1) {
    const copy = Buffer.from(tar);
    copy[at] = (copy[at] ?? 0) ^ 0x81;
    await outcomesOf(copy);
  }
});

test.each(["ustar", "gnu", "pax"])("a tar written by the tar program is opened (%s)", async (format) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "malote-tar-"));
  const long = `${"ç".repeat(60)}.xml`;
  try {
    writeFileSync(path.join(dir, "nota.xml"), NFE);
    if (format !== "ustar") writeFileSync(path.join(dir, long), NFE);
    const names = format === "ustar" ? ["nota.xml"] : ["nota.xml", long];
    const tar = execFileSync("tar", ["-c", `--format=${format}`, ...names], { cwd: dir });
    const lines = names.map((nome, i) => `1/${i + 1} ${nome} = NFE`);
    expect(await outcomesOf(tar)).toEqual([`1 [tar ${names.length}]`, ...lines]);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
