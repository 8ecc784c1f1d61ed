import { type Papel, readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { type CollectionFile, hasCollection, readCollection } from "./collection.ts";
import { codesOf, hasPdftotext, hasScanner, joinedWordsOf } from "./external-tools.ts";
import { findDefects } from "./find-defects.ts";

/** Folders of the collection with documents and eventos; the others have nothing printable. */
const DOCUMENT_FOLDERS = /^(NFe|nfeProc|CTe|cteProc|cteOSProc|MDFe|mdfeProc|evento|procEvento|env)/;
/** Files in those folders that are no documents: broken XML, or templates with empty fields. */
const UNPRINTABLE_MAX = 12;
/** Number of files checked one by one, sampled so that all kinds are included. */
const CHECKED = 40;
const SCANNED = 6;
/** NF-e checked in the layout of NT 2026.010, half of them in landscape. */
const CHECKED_NT2026 = 12;
const NT2026 = "2026-12-01T10:00:00-03:00";

type Lido = CollectionFile & { papel: Papel };

const files = readCollection().filter(({ name }) => DOCUMENT_FOLDERS.test(name));
const readDocuments: Lido[] = files.flatMap((file) => {
  const papel = readPapel(file.bytes);
  return papel ? [{ ...file, papel }] : [];
});

function kindOf(papel: Papel): string {
  return papel.kind === "nfe" ? `${papel.kind}-${papel.modelo}` : papel.kind;
}

/** A few of each kind, spread over the collection. */
function sampleOf<T extends Pick<Lido, "papel">>(all: readonly T[], count: number): T[] {
  const kinds = [...new Set(all.map(({ papel }) => kindOf(papel)))];
  const each = Math.ceil(count / kinds.length);
  return kinds.flatMap((kind) => {
    const group = all.filter(({ papel }) => kindOf(papel) === kind);
    const step = Math.max(1, Math.floor(group.length / each));
    return group.filter((_, at) => at % step === 0).slice(0, each);
  });
}

describe.skipIf(!hasCollection)("the collection of real documents", () => {
  test("is printed without an error", () => {
    const counts = new Map<string, number>();
    let pages = 0;
    for (const { papel } of readDocuments) {
      const impresso = printDfe({ papel });
      expect(Buffer.from(impresso.pdf.subarray(0, 5)).toString()).toBe("%PDF-");
      counts.set(kindOf(papel), (counts.get(kindOf(papel)) ?? 0) + 1);
      pages += impresso.pages;
    }
    process.stdout.write(`impressos: ${JSON.stringify(Object.fromEntries(counts))}, ${pages} páginas\n`);
    expect(files.length - readDocuments.length).toBeLessThanOrEqual(UNPRINTABLE_MAX);
    expect([...counts.keys()].sort()).toEqual(["cte", "evento", "mdfe", "nfe-55", "nfe-65"]);
  });

  test.skipIf(!hasPdftotext).each(sampleOf(readDocuments, CHECKED))("has no overlaps: $name", ({ papel }) => {
    expect(findDefects(printDfe({ papel }).pdf)).toEqual([]);
  });

  test.skipIf(!hasScanner).each(
    sampleOf(
      readDocuments.filter(({ papel }) => chaveOf(papel)?.length === 44 && kindOf(papel) !== "nfe-65"),
      SCANNED,
    ),
  )("has a bar code that decodes to the key: $name", ({ papel }) => {
    expect(codesOf(printDfe({ papel }).pdf)).toContain(chaveOf(papel));
  });
});

const nfes = readDocuments.flatMap(({ name, papel, bytes }) =>
  papel.kind === "nfe" && papel.modelo === "55"
    ? [{ name, bytes, papel: { ...papel, emissao: NT2026 } }]
    : [],
);

describe.skipIf(!hasCollection)("the NF-e of the collection in the layout of NT 2026.010", () => {
  test("are printed without an error, in portrait and landscape", () => {
    for (const { papel } of nfes) {
      for (const formatoImpressao of ["1", "2"]) {
        expect(printDfe({ papel: { ...papel, formatoImpressao } }).pages).toBeGreaterThan(0);
      }
    }
  });

  test.skipIf(!hasPdftotext).each(sampleOf(nfes, CHECKED_NT2026))(
    "have no overlaps: $name",
    ({ name, papel }) => {
      const formatoImpressao = name.length % 2 === 0 ? "1" : "2";
      expect(findDefects(printDfe({ papel: { ...papel, formatoImpressao } }).pdf)).toEqual([]);
    },
  );

  const comIbsCbs = nfes.filter(({ papel }) => papel.totais.ibsCbs !== null);
  test.skipIf(!hasPdftotext)("have only amounts of the XML", () => {
    expect(comIbsCbs.length).toBeGreaterThan(3);
    for (const { name, papel, bytes } of comIbsCbs) {
      const xmlText = bytes.toString();
      const known = new Set(
        [...xmlText.matchAll(/>(-?[0-9]+(?:\.[0-9]+)?)</g)].map(([, each = ""]) => Number(each)),
      );
      const text = joinedWordsOf(printDfe({ papel: { ...papel, formatoImpressao: "1" } }).pdf);
      const printed = text.match(/(?<![0-9.,/-])[0-9][0-9.]*,[0-9]+(?![0-9.,])/g) ?? [];
      const invented = printed.filter(
        (each) => !known.has(Number(each.replaceAll(".", "").replace(",", "."))) && !xmlText.includes(each),
      );
      expect(invented, name).toEqual([]);
    }
  });
});

/** The key in the bar code of a printed document. */
function chaveOf(papel: Papel): string | null {
  return papel.kind === "evento" ? null : papel.chave;
}
