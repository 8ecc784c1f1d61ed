import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { writeZip, type ZipEntrySpec } from "../tests/zip-writer.ts";
import { type ArchiveLimits, createBudget } from "./budget.ts";
import type { OpenedPart } from "./unpack.ts";
import { unpackVolume, type VolumeContext } from "./unpack-volume.ts";
import { type Volume, volumeOf } from "./volume.ts";

const XML = "<nfeProc><NFe/></nfeProc>";
const MIB = 1_048_576;
const nota = (nome: string): ZipEntrySpec => ({ nome, dados: XML });
/** A ZIP above the size that is opened in memory. */
const large = (nome: string, dentro: ZipEntrySpec[]): ZipEntrySpec => ({
  nome,
  dados: writeZip([...dentro, { nome: "ruído.bin", dados: randomBytes(4 * MIB + 1), guardado: true }]),
  guardado: true,
});

/** Temporary storage in memory that counts stored and open volumes and the largest read. */
function openBench(limits: Partial<ArchiveLimits> = {}) {
  const seen = { aside: 0, setAside: 0, maior: 0 };
  const context = (depois: readonly number[] = []): VolumeContext => ({
    budget: createBudget(limits),
    depois,
    setAside: async (pieces) => {
      const bytes = await buffer(pieces);
      seen.aside += 1;
      seen.setAside += 1;
      return {
        ...volumeOf(bytes),
        close: async () => {
          seen.aside -= 1;
        },
      };
    },
  });
  const watch = (bytes: Buffer): Volume => ({
    tamanho: bytes.length,
    read: async (de, length) => {
      seen.maior = Math.max(seen.maior, length);
      return bytes.subarray(de, de + length);
    },
  });
  return { seen, meios: context, watch };
}

async function open(zip: Buffer, limits: Partial<ArchiveLimits> = {}, depois: readonly number[] = []) {
  const { seen, meios, watch } = openBench(limits);
  const opened = await unpackVolume(watch(zip), meios(depois));
  if (typeof opened === "string") return { recusa: opened, seen, dentro: 0, broken: null, partes: [] };
  const parts: OpenedPart[] = [];
  for await (const part of opened.partes) parts.push(part);
  return { recusa: null, seen, dentro: opened.dentro, broken: opened.broken, partes: parts };
}

const tell = (parts: readonly OpenedPart[]): string[] =>
  parts.map(
    ({ caminho, nome, abertura }) =>
      `${caminho} ${nome} ${abertura.kind === "recusado" ? abertura.motivo : abertura.kind}`,
  );

describe("unpackVolume", () => {
  test("numbers files by position, whatever their folders", async () => {
    const zip = writeZip([
      { nome: "pasta/", dados: "" },
      nota("pasta/a.xml"),
      nota("../../b.xml"),
      nota("C:\\c.xml"),
    ]);
    const { partes, dentro } = await open(zip);
    expect(tell(partes)).toEqual(["1 a.xml arquivo", "2 b.xml arquivo", "3 c.xml arquivo"]);
    expect(dentro).toBe(3);
    expect(Buffer.from(partes[0]?.bytes ?? []).toString()).toBe(XML);
  });

  test("stores a large inner archive and deletes it after reading it", async () => {
    const zip = writeZip([nota("a.xml"), large("dentro.zip", [nota("b.xml")]), nota("c.xml")]);
    const { partes, seen } = await open(zip);
    expect(tell(partes)).toEqual([
      "1 a.xml arquivo",
      "2 dentro.zip pacote",
      "2/1 b.xml arquivo",
      "2/2 ruído.bin arquivo",
      "3 c.xml arquivo",
    ]);
    expect(seen).toMatchObject({ aside: 0, setAside: 1 });
    expect(seen.maior).toBeLessThanOrEqual(256 * 1024);
  });

  test("deletes the stored inner archive when the consumer stops early", async () => {
    const { seen, meios, watch } = openBench();
    const opened = await unpackVolume(watch(writeZip([large("dentro.zip", [nota("b.xml")])])), meios());
    if (typeof opened === "string") throw new Error(opened);
    for await (const { caminho } of opened.partes) if (caminho === "1/1") break;
    expect(seen).toMatchObject({ aside: 0, setAside: 1 });
  });

  test("refuses a fourth level of archives, large or small", async () => {
    const quarter = large("quatro.zip", [nota("d.xml")]);
    const zip = writeZip([large("dois.zip", [large("três.zip", [quarter, nota("c.xml")])])]);
    const { partes, seen } = await open(zip);
    expect(tell(partes)).toContain("1/1/1 quatro.zip pacote-fundo-demais");
    expect(tell(partes)).toContain("1/1/2 c.xml arquivo");
    expect(seen.setAside).toBe(2);
    const small = writeZip([
      {
        nome: "b.zip",
        dados: writeZip([
          { nome: "c.zip", dados: writeZip([{ nome: "d.zip", dados: writeZip([nota("e.xml")]) }]) },
        ]),
      },
    ]);
    expect(tell((await open(small)).partes).at(-1)).toBe("1/1/1 d.zip pacote-fundo-demais");
  });

  test("unpackVolume resumes after a known position, also in an inner archive", async () => {
    const zip = writeZip([nota("a.xml"), large("dentro.zip", [nota("b.xml"), nota("c.xml")]), nota("d.xml")]);
    const places = async (depois: number[]) =>
      (await open(zip, {}, depois)).partes.map(({ caminho }) => caminho);
    expect(await places([1])).toEqual(["1", "2", "2/1", "2/2", "2/3", "3"]);
    expect(await places([2])).toEqual(["2", "2/1", "2/2", "2/3", "3"]);
    expect(await places([2, 2])).toEqual(["2", "2/2", "2/3", "3"]);
    expect(await places([3])).toEqual(["3"]);
  });

  test("reports a truncated index of a ZIP after the readable entries", async () => {
    const zip = writeZip([nota("a.xml"), nota("b.xml")]);
    zip.write("XX", zip.lastIndexOf("PK\x01\x02"));
    const { partes, broken, dentro } = await open(zip);
    expect([broken, dentro, ...tell(partes)]).toEqual([
      "pacote-invalido",
      2,
      "1 a.xml arquivo",
      "2 sem-nome pacote-invalido",
    ]);
  });

  test.each([
    ["other bytes", { crc: 1 }],
    ["fewer bytes", { inflado: 6 * MIB }],
    ["more bytes", { inflado: 4 * MIB + 100 }],
  ])("refuses a large inner archive with %s than claimed, and stores nothing", async (_case, lie) => {
    const { dados } = large("x.zip", [nota("a.xml")]);
    const { partes, seen } = await open(writeZip([{ nome: "x.zip", dados, ...lie }, nota("b.xml")]));
    expect(tell(partes)).toEqual(["1 x.zip pacote-invalido", "2 b.xml arquivo"]);
    expect(seen.aside).toBe(0);
  });

  test("reads a large file into memory only up to the file limit", async () => {
    const zip = writeZip([
      { nome: "a.pdf", dados: randomBytes(5 * MIB) },
      { nome: "b.pdf", dados: randomBytes(7 * MIB) },
    ]);
    expect(tell((await open(zip, { arquivoBytes: 6 * MIB })).partes)).toEqual([
      "1 a.pdf arquivo",
      "2 b.pdf pacote-grande-demais",
    ]);
  });

  test("spreadsheets count as files, inside a ZIP or alone", async () => {
    const office = [{ nome: "[Content_Types].xml", dados: "<Types/>" }];
    const zip = writeZip([
      { ...large("grande.xlsx", office) },
      { nome: "pequena.xlsx", dados: writeZip(office) },
    ]);
    expect(tell((await open(zip)).partes)).toEqual(["1 grande.xlsx arquivo", "2 pequena.xlsx arquivo"]);
    expect((await open(writeZip(office))).recusa).toBe("arquivo");
  });

  test("refuses a ZIP with too many files, too many bytes or a suspect ratio", async () => {
    expect((await open(writeZip([nota("a.xml"), nota("b.xml")]), { entradas: 1 })).recusa).toBe(
      "pacote-muitos-arquivos",
    );
    expect((await open(writeZip([nota("a.xml")], 65_000), { entradas: 400 })).recusa).toBe(
      "pacote-muitos-arquivos",
    );
    expect((await open(writeZip([nota("a.xml"), nota("b.xml")]), { infladoBytes: 40 })).recusa).toBe(
      "pacote-grande-demais",
    );
    expect((await open(writeZip([nota("a.xml")]), { comprimidoBytes: 40 })).recusa).toBe(
      "pacote-grande-demais",
    );
    // Many entries over the same bytes.
    const base = { nome: "a", dados: randomBytes(5_000), inflado: 900_000, comprimido: 5_000 };
    const shared = Array.from({ length: 300 }, (_, n) => ({ ...base, nome: `b${n}`, inicio: 0 }));
    expect((await open(writeZip([base, ...shared]))).recusa).toBe("pacote-taxa-suspeita");
    expect((await open(writeZip([{ ...nota("a.xml"), flags: 1 }]))).recusa).toBe("pacote-protegido");
    expect((await open(Buffer.from("PK\x03\x04 nada"))).recusa).toBe("pacote-invalido");
  });

  const alto = (nome: string, bytes: number): ZipEntrySpec => ({
    nome,
    dados: Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(bytes - 4)]),
    guardado: true,
  });

  test("stores no archive over the size limit", async () => {
    const limits = { comprimidoBytes: 6 * MIB, arquivoBytes: 5 * MIB };
    const bomb = {
      nome: "bomba.zip",
      dados: Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(50_000), Buffer.alloc(7 * MIB)]),
    };
    const { partes, seen } = await open(writeZip([bomb, nota("a.xml")]), limits);
    expect(tell(partes)).toEqual(["1 bomba.zip pacote-grande-demais", "2 a.xml arquivo"]);
    expect(seen.setAside).toBe(0);
    // Files may be larger than archives.
    const other = await open(writeZip([{ ...bomb }, nota("a.xml")]), { ...limits, arquivoBytes: 20 * MIB });
    expect(tell(other.partes)).toEqual(["1 bomba.zip pacote-grande-demais", "2 a.xml arquivo"]);
    expect(other.seen.setAside).toBe(0);
  });

  test("stores no more than the total limit, whatever the nesting", async () => {
    const [one, two] = [large("um.zip", [nota("a.xml")]), large("dois.zip", [nota("b.xml")])];
    const { partes, seen } = await open(writeZip([one, two, nota("c.xml")]), { apartadoBytes: 5 * MIB });
    expect(tell(partes)).toEqual([
      "1 um.zip pacote",
      "1/1 a.xml arquivo",
      "1/2 ruído.bin arquivo",
      "2 dois.zip pacote-grande-demais",
      "3 c.xml arquivo",
    ]);
    expect(seen.setAside).toBe(1);
    const nested = await open(writeZip([large("fora.zip", [two])]), { apartadoBytes: 10 * MIB });
    expect(tell(nested.partes)).toContain("1/1 dois.zip pacote-grande-demais");
    expect(nested.seen.setAside).toBe(1);
  });

  test("refuses many large entries over the same bytes as a bomb", async () => {
    const base = { ...alto("a.zip", 60_000), inflado: 10 * MIB, metodo: 8, comprimido: 60_000 };
    const shared = Array.from({ length: 3 }, (_, n) => ({ ...base, nome: `b${n}.zip`, inicio: 0 }));
    const { recusa } = await open(writeZip([base, ...shared]), { arquivoBytes: 5 * MIB });
    expect(recusa).toBe("pacote-taxa-suspeita");
  });

  test("a resumed run does not charge refused entries to the budget", async () => {
    const limits = { infladoBytes: 6 * MIB };
    const encrypted: ZipEntrySpec = { ...nota("cifrada.xml"), flags: 1, inflado: 4 * MIB };
    const boa = { nome: "boa.bin", dados: randomBytes(3 * MIB), guardado: true };
    const zip = writeZip([encrypted, boa, nota("c.xml")]);
    const begun = ["1 cifrada.xml pacote-protegido", "2 boa.bin arquivo", "3 c.xml arquivo"];
    expect(tell((await open(zip, limits)).partes)).toEqual(begun);
    expect(tell((await open(zip, limits, [2])).partes)).toEqual(begun.slice(1));
  });

  test("a disk failure is not reported as a damaged ZIP", async () => {
    const zip = writeZip([
      nota("a.xml"),
      nota("b.xml"),
      { ...large("c.zip", [nota("d.xml")]), guardado: false },
    ]);
    const eio = Object.assign(new Error("disk"), { code: "EIO" });
    for (let good = 0; good < 40; good += 1) {
      let left = good;
      const { meios, seen } = openBench();
      const failing: Volume = {
        tamanho: zip.length,
        read: async (de, length) => {
          left -= 1;
          if (left < 0) throw eio;
          return zip.subarray(de, de + length);
        },
      };
      const read = async (): Promise<number> => {
        const opened = await unpackVolume(failing, meios());
        if (typeof opened === "string") throw new Error(opened);
        let n = 0;
        for await (const _ of opened.partes) n += 1;
        return n;
      };
      const outcome = await read().catch((error: unknown) => error);
      expect(outcome === eio || outcome === 5, String(outcome)).toBe(true);
      expect(seen.aside).toBe(0);
    }
  });
});
