import { type PrintedForm, readPrintedForm } from "@malote/dfe";
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

type PrintedFile = CollectionFile & { form: PrintedForm };

const files = readCollection().filter(({ name }) => DOCUMENT_FOLDERS.test(name));
const readDocuments: PrintedFile[] = files.flatMap((file) => {
  const form = readPrintedForm(file.bytes);
  return form ? [{ ...file, form }] : [];
});

function kindOf(form: PrintedForm): string {
  return form.kind === "nfe" ? `${form.kind}-${form.modelo}` : form.kind;
}

/** A few of each kind, spread over the collection. */
function sampleOf<T extends Pick<PrintedFile, "form">>(all: readonly T[], count: number): T[] {
  const kinds = [...new Set(all.map(({ form }) => kindOf(form)))];
  const each = Math.ceil(count / kinds.length);
  return kinds.flatMap((kind) => {
    const group = all.filter(({ form }) => kindOf(form) === kind);
    const step = Math.max(1, Math.floor(group.length / each));
    return group.filter((_, at) => at % step === 0).slice(0, each);
  });
}

describe.skipIf(!hasCollection)("printing the collection of real documents", () => {
  test("every document of the collection is printed without an error", () => {
    const counts = new Map<string, number>();
    let pages = 0;
    for (const { form } of readDocuments) {
      const impresso = printDfe({ form });
      expect(Buffer.from(impresso.pdf.subarray(0, 5)).toString()).toBe("%PDF-");
      counts.set(kindOf(form), (counts.get(kindOf(form)) ?? 0) + 1);
      pages += impresso.pages;
    }
    process.stdout.write(`impressos: ${JSON.stringify(Object.fromEntries(counts))}, ${pages} páginas\n`);
    expect(files.length - readDocuments.length).toBeLessThanOrEqual(UNPRINTABLE_MAX);
    expect([...counts.keys()].sort()).toEqual(["cte", "evento", "mdfe", "nfe-55", "nfe-65"]);
  });

  test.skipIf(!hasPdftotext).each(sampleOf(readDocuments, CHECKED))(
    "a printed document has no overlaps: $name",
    ({ form }) => {
      expect(findDefects(printDfe({ form }).pdf)).toEqual([]);
    },
  );

  test.skipIf(!hasScanner).each(
    sampleOf(
      readDocuments.filter(({ form }) => chaveOf(form)?.length === 44 && kindOf(form) !== "nfe-65"),
      SCANNED,
    ),
  )("a printed document has a bar code that decodes to the key: $name", ({ form }) => {
    expect(codesOf(printDfe({ form }).pdf)).toContain(chaveOf(form));
  });
});

const nfes = readDocuments.flatMap(({ name, form, bytes }) =>
  form.kind === "nfe" && form.modelo === "55" ? [{ name, bytes, form: { ...form, emissao: NT2026 } }] : [],
);

describe.skipIf(!hasCollection)("printing the NF-e of the collection in the layout of NT 2026.010", () => {
  test("every NF-e is printed without an error, in portrait and landscape", () => {
    for (const { form } of nfes) {
      for (const formatoImpressao of ["1", "2"]) {
        expect(printDfe({ form: { ...form, formatoImpressao } }).pages).toBeGreaterThan(0);
      }
    }
  });

  test.skipIf(!hasPdftotext).each(sampleOf(nfes, CHECKED_NT2026))(
    "a printed NF-e has no overlaps: $name",
    ({ name, form }) => {
      const formatoImpressao = name.length % 2 === 0 ? "1" : "2";
      expect(findDefects(printDfe({ form: { ...form, formatoImpressao } }).pdf)).toEqual([]);
    },
  );

  const comIbsCbs = nfes.filter(({ form }) => form.totais.ibsCbs !== null);
  test.skipIf(!hasPdftotext)("a printed NF-e has no amount that is not in its XML", () => {
    expect(comIbsCbs.length).toBeGreaterThan(3);
    for (const { name, form, bytes } of comIbsCbs) {
      const xmlText = bytes.toString();
      const known = new Set(
        [...xmlText.matchAll(/>(-?[0-9]+(?:\.[0-9]+)?)</g)].map(([, each = ""]) => Number(each)),
      );
      const text = joinedWordsOf(printDfe({ form: { ...form, formatoImpressao: "1" } }).pdf);
      const printed = text.match(/(?<![0-9.,/-])[0-9][0-9.]*,[0-9]+(?![0-9.,])/g) ?? [];
      const invented = printed.filter(
        (each) => !known.has(Number(each.replaceAll(".", "").replace(",", "."))) && !xmlText.includes(each),
      );
      expect(invented, name).toEqual([]);
    }
  });
});

/** The key in the bar code of a printed document. */
function chaveOf(form: PrintedForm): string | null {
  return form.kind === "evento" ? null : form.chave;
}
