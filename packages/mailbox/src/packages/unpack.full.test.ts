import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { toPart } from "../mime/part.ts";
import { writeZip, type ZipEntrySpec } from "../tests/zip-writer.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits, type ArchiveRefusal, createBudget } from "./budget.ts";
import { type OpenedPart, type OpenOutcome, unpackPart } from "./unpack.ts";

const MIB = 1024 * 1024;
const XML: ZipEntrySpec = { nome: "nota.xml", dados: "<nfeProc/>" };

type Opened = {
  kind: OpenOutcome["kind"];
  motivo?: ArchiveRefusal;
  partes: OpenedPart[];
  recusadas: { caminho: string; nome: string | null; motivo: ArchiveRefusal }[];
};

/** Outcome of one file, with relative paths; inner archives appear by their contents. */
async function open(
  bytes: Uint8Array,
  limits?: Partial<ArchiveLimits>,
  nome: string | null = "lote.zip",
): Promise<Opened> {
  const opened: Opened = { kind: "arquivo", partes: [], recusadas: [] };
  for await (const each of unpackPart(toPart({ caminho: "1", nome, bytes }), createBudget(limits))) {
    const caminho = each.caminho.slice(2);
    const { abertura } = each;
    if (caminho === "") {
      opened.kind = abertura.kind;
      if (abertura.kind === "recusado") opened.motivo = abertura.motivo;
    } else if (abertura.kind === "recusado")
      opened.recusadas.push({ caminho, nome: each.nome, motivo: abertura.motivo });
    else if (abertura.kind === "arquivo") opened.partes.push({ ...each, caminho });
  }
  return opened;
}

/** Outcome of each entry, one line each. */
async function outcomesOf(bytes: Uint8Array, limits?: Partial<ArchiveLimits>): Promise<string[]> {
  const opened = await open(bytes, limits);
  if (opened.kind !== "pacote") return [opened.motivo ?? opened.kind];
  return [
    ...opened.partes.map((part) => `${part.caminho} ${part.nome} = ${Buffer.from(part.bytes)}`),
    ...opened.recusadas.map((part) => `${part.caminho} ${part.nome} ! ${part.motivo}`),
  ];
}

describe("opening archives", () => {
  test("every file of an archive is extracted byte for byte, without folders", async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) % 251));
    const opened = await open(
      writeZip([
        { nome: "pasta/", dados: "" },
        { nome: "pasta/a.bin", dados: bytes },
        { nome: "b.xml", dados: "<b/>", guardado: true },
        { nome: "vazio.txt", dados: "" },
      ]),
    );
    if (opened.kind !== "pacote") throw new Error(opened.kind);
    expect(opened.partes.map((part) => [part.caminho, part.nome])).toEqual([
      ["1", "a.bin"],
      ["2", "b.xml"],
      ["3", "vazio.txt"],
    ]);
    expect(Buffer.from(opened.partes[0]?.bytes ?? []).equals(bytes)).toBe(true);
    expect(opened.recusadas).toEqual([]);
  });

  test("the files of inner archives are listed under the path of their archive", async () => {
    const inner = writeZip([XML, { nome: "outra.xml", dados: "<b/>" }]);
    const middle = writeZip([{ nome: "c.zip", dados: inner }, XML]);
    expect(await outcomesOf(writeZip([XML, { nome: "lote.zip", dados: middle, guardado: true }]))).toEqual([
      "1 nota.xml = <nfeProc/>",
      "2/1/1 nota.xml = <nfeProc/>",
      "2/1/2 outra.xml = <b/>",
      "2/2 nota.xml = <nfeProc/>",
    ]);
  });

  test("recognizes an archive by its bytes, with any name", async () => {
    const bytes = writeZip([XML]);
    expect((await open(bytes, {}, "nota.xml")).kind).toBe("pacote");
    expect((await open(bytes, {}, null)).kind).toBe("pacote");
  });

  test.each<[string, Buffer]>([
    ["an XML called .zip", Buffer.from("<nfeProc/>")],
    ["an empty file", Buffer.alloc(0)],
    ["a PDF", Buffer.from("%PDF-1.4")],
    ["a spreadsheet", writeZip([{ nome: "[Content_Types].xml", dados: "<Types/>" }, XML])],
    [
      "an OpenDocument text",
      writeZip([{ nome: "mimetype", dados: "application/vnd.oasis", guardado: true }, XML]),
    ],
  ])("a file that is not an archive stays a file: %s", async (_, bytes) => {
    expect(await open(bytes)).toMatchObject({ kind: "arquivo" });
  });

  test("a spreadsheet inside an archive stays one file", async () => {
    const sheet = writeZip([{ nome: "[Content_Types].xml", dados: "<Types/>" }]);
    const opened = await open(writeZip([{ nome: "p.xlsx", dados: sheet }]));
    expect(
      opened.kind === "pacote" && opened.partes.map((part) => Buffer.from(part.bytes).equals(sheet)),
    ).toEqual([true]);
  });

  test("an archive without entries is an archive", async () => {
    expect(await open(writeZip([]))).toEqual({ kind: "pacote", partes: [], recusadas: [] });
  });
});

describe("entry names are labels, never paths", () => {
  test.each<[string | Buffer, string]>([
    ["../../etc/passwd", "passwd"],
    ["/etc/passwd", "passwd"],
    ["C:\\Notas\\nota.xml", "nota.xml"],
    ["..", "sem-nome"],
    ["a\0b\r\n.xml", "a b .xml"],
    ["São Paulo.xml", "São Paulo.xml"],
    [Buffer.from([0x53, 0xc6, 0x6f, 0x2e, 0x78, 0x6d, 0x6c]), "São.xml"],
    ["x".repeat(3000), "x".repeat(255)],
    ["", "sem-nome"],
  ])('the entry name "%s" becomes a label, never a path', async (nome, label) => {
    expect(await outcomesOf(writeZip([{ nome, dados: "x" }]))).toEqual([`1 ${label} = x`]);
  });

  test("two entries with one name stay two files", async () => {
    expect(await outcomesOf(writeZip([XML, { ...XML, nome: "outra/nota.xml" }]))).toEqual([
      "1 nota.xml = <nfeProc/>",
      "2 nota.xml = <nfeProc/>",
    ]);
  });
});

describe("refusing a single bad entry of an archive", () => {
  const TEXT = "<a/>".repeat(100);
  test.each<[string, ZipEntrySpec, ArchiveRefusal]>([
    ["encrypted", { nome: "x", dados: TEXT, flags: 1 }, "pacote-protegido"],
    ["a symbolic link", { nome: "x", dados: "/etc/passwd", modo: 0o120777 }, "pacote-link"],
    ["a device", { nome: "x", dados: "", modo: 0o020666 }, "pacote-link"],
    ["claims less than it holds", { nome: "x", dados: TEXT, inflado: 10 }, "pacote-invalido"],
    ["claims more than it holds", { nome: "x", dados: TEXT, inflado: 500 }, "pacote-invalido"],
    ["claims nothing", { nome: "x", dados: TEXT, inflado: 0 }, "pacote-invalido"],
    ["stored, with two sizes", { nome: "x", dados: TEXT, guardado: true, inflado: 10 }, "pacote-invalido"],
    ["compressed size past the end", { nome: "x", dados: TEXT, comprimido: 1_000_000 }, "pacote-invalido"],
    ["wrong checksum", { nome: "x", dados: TEXT, crc: 1 }, "pacote-invalido"],
    ["unknown method", { nome: "x", dados: TEXT, metodo: 14 }, "pacote-formato"],
    ["damaged data", { nome: "x", dados: TEXT, metodo: 8, guardado: true, crc: 1 }, "pacote-invalido"],
    ["a missing local header", { nome: "x", dados: TEXT, inicio: 3 }, "pacote-invalido"],
    ["an offset far outside", { nome: "x", dados: TEXT, inicio: 0xfffffff0 }, "pacote-invalido"],
    [
      "ZIP64 claims of 2^60 bytes",
      { nome: "x", dados: TEXT, zip64: true, inflado: 2 ** 60 },
      "pacote-taxa-suspeita",
    ],
    [
      "ZIP64 claims on both sides",
      { nome: "x", dados: TEXT, zip64: true, inflado: 2 ** 50, comprimido: 2 ** 50 },
      "pacote-grande-demais",
    ],
  ])("one bad entry is refused and the others are extracted: %s", async (_, entry, motivo) => {
    const last: ZipEntrySpec = { nome: "z.xml", dados: "<z/>" };
    expect(await outcomesOf(writeZip([XML, entry, last]))).toEqual([
      "1 nota.xml = <nfeProc/>",
      "3 z.xml = <z/>",
      `2 x ! ${motivo}`,
    ]);
  });

  test("a damaged archive inside a good one is refused", async () => {
    const broken = writeZip([XML]).subarray(0, 40);
    expect(await outcomesOf(writeZip([{ nome: "q.zip", dados: broken }, XML]))).toEqual([
      "2 nota.xml = <nfeProc/>",
      "1 q.zip ! pacote-invalido",
    ]);
  });

  test("the entries before a truncated index are kept, and the truncation is reported", async () => {
    expect(await outcomesOf(writeZip([XML], 2))).toEqual([
      "1 nota.xml = <nfeProc/>",
      "2 sem-nome ! pacote-invalido",
    ]);
  });

  test("a strongly encrypted archive is reported as protected", async () => {
    expect(await outcomesOf(writeZip([{ nome: "x", dados: "x", flags: 0x41 }]))).toEqual([
      "pacote-protegido",
    ]);
    expect(await outcomesOf(writeZip([XML, { nome: "x", dados: "x", flags: 0x41 }]))).toEqual([
      "1 nota.xml = <nfeProc/>",
      "2 sem-nome ! pacote-protegido",
    ]);
  });
});

describe("refuses bombs within one second and 64 MB", () => {
  async function measured(bytes: Uint8Array, limits?: Partial<ArchiveLimits>): Promise<string[]> {
    const rss = process.memoryUsage().rss;
    const begin = process.cpuUsage();
    const got = await outcomesOf(bytes, limits);
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(1000);
    expect(process.memoryUsage().rss - rss).toBeLessThan(64 * MIB);
    return got;
  }

  const zeros = (size: number): Buffer => Buffer.alloc(size);

  test("an entry with a ratio above 200 is refused", async () => {
    expect(await measured(writeZip([{ nome: "z", dados: zeros(8 * MIB) }, XML]))).toEqual([
      "2 nota.xml = <nfeProc/>",
      "1 z ! pacote-taxa-suspeita",
    ]);
  });

  test("blank data is accepted up to the free size, and one byte more is refused", async () => {
    const claim = (size: number): Promise<Opened> => open(writeZip([{ nome: "z", dados: zeros(size) }]));
    expect(await claim(ARCHIVE_LIMITS.taxaLivreBytes)).toMatchObject({ kind: "pacote", recusadas: [] });
    expect(await claim(ARCHIVE_LIMITS.taxaLivreBytes + 1)).toMatchObject({
      recusadas: [{ motivo: "pacote-taxa-suspeita" }],
    });
  });

  test("a thousand entries over the same bytes (overlapping bomb) are refused", async () => {
    const raw = deflateRawSync(zeros(MIB));
    const kernel: ZipEntrySpec = {
      nome: "k",
      dados: raw,
      guardado: true,
      metodo: 8,
      inflado: MIB,
      crc: crc32(zeros(MIB)),
    };
    const shared = Array.from(
      { length: 1000 },
      (_, i): ZipEntrySpec => ({ ...kernel, nome: `s${i}`, inicio: 0 }),
    );
    expect(await measured(writeZip([kernel, ...shared]))).toEqual(["pacote-taxa-suspeita"]);
  });

  test("an entry that claims 10 bytes and holds 100 MB gets memory for 10", async () => {
    const liar: ZipEntrySpec = { nome: "z", dados: zeros(100 * MIB), inflado: 10 };
    const bytes = writeZip([liar, XML]);
    expect(await measured(bytes)).toEqual(["2 nota.xml = <nfeProc/>", "1 z ! pacote-invalido"]);
  });

  test("archives nested beyond the depth limit are refused", async () => {
    let bytes = writeZip([XML]);
    for (let depth = 1; depth < ARCHIVE_LIMITS.profundidade; depth++)
      bytes = writeZip([{ nome: "n.zip", dados: bytes }]);
    expect(await outcomesOf(bytes)).toEqual(["1/1/1 nota.xml = <nfeProc/>"]);
    expect(await outcomesOf(writeZip([{ nome: "n.zip", dados: bytes }]))).toEqual([
      "1/1/1 n.zip ! pacote-fundo-demais",
    ]);
  });

  test("one entry over the limit is refused, also summed over inner archives", async () => {
    const four = writeZip(Array.from({ length: 4 }, () => XML));
    expect(await open(four, { entradas: 4 })).toMatchObject({ kind: "pacote" });
    expect(await open(four, { entradas: 3 })).toMatchObject({
      kind: "recusado",
      motivo: "pacote-muitos-arquivos",
    });
    expect(await outcomesOf(writeZip([{ nome: "q.zip", dados: four }]), { entradas: 4 })).toEqual([
      "1 q.zip ! pacote-muitos-arquivos",
    ]);
  });

  test("an index that claims 65 000 entries is refused", async () => {
    expect(await measured(writeZip([XML], 65_000))).toEqual(["pacote-muitos-arquivos"]);
  });

  test("one byte over the compressed size limit is refused", async () => {
    const bytes = writeZip([XML]);
    expect(await open(bytes, { comprimidoBytes: bytes.length })).toMatchObject({ kind: "pacote" });
    expect(await outcomesOf(bytes, { comprimidoBytes: bytes.length - 1 })).toEqual(["pacote-grande-demais"]);
  });

  test("one byte over the total limit is refused, as claimed and as summed over inner archives", async () => {
    const thousand: ZipEntrySpec = { nome: "m", dados: Buffer.from("abcdefgh".repeat(125)) };
    const two = writeZip([thousand, thousand]);
    expect(await open(two, { infladoBytes: 2000 })).toMatchObject({ kind: "pacote", recusadas: [] });
    expect(await outcomesOf(two, { infladoBytes: 1999 })).toEqual(["pacote-grande-demais"]);
    const outer = writeZip([{ nome: "q.zip", dados: two, guardado: true }]);
    expect(await open(outer, { infladoBytes: two.length + 2000 })).toMatchObject({ recusadas: [] });
    expect(await outcomesOf(outer, { infladoBytes: two.length + 1999 })).toEqual([
      "1 q.zip ! pacote-grande-demais",
    ]);
  });
});

test("a truncated or corrupted archive does not make the reader throw", async () => {
  const bytes = writeZip([
    XML,
    { nome: "a/b.txt", dados: "texto", guardado: true },
    { nome: "q.zip", dados: writeZip([XML]) },
  ]);
  for (let at = 0; at < bytes.length; at++) {
    await open(bytes.subarray(0, at));
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    await open(flipped);
  }
});
