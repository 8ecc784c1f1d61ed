import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { hasPdftotext, textOfPdf } from "./external-tools.ts";
import { findDefects } from "./find-defects.ts";

const FOLDER = path.join(import.meta.dirname, "../fixtures/papelaria");
const DOCUMENTOS = readdirSync(FOLDER).filter((name) => name.endsWith(".xml"));
/** Variants of each document; each has nonsense in a share of its fields. */
const VARIANTS = 6;
const SHARE = 0.25;
/** The documents are short, except for a few very long texts. */
const PAGES_MAX = 200;

/** Values in place of a number, date, name or code: well-formed XML, but nonsense. */
const NONSENSE = [
  "",
  "0",
  "-1",
  ".",
  "1.2.3",
  "NaN",
  "999999999999999999.9999999999",
  "2026-13-45T99:99:99-03:00",
  "W".repeat(110),
  "W".repeat(4_000),
  "ação ".repeat(300),
  "linha\n".repeat(40),
  "漢字 😀 \u200b",
  "(((( \\\\ ))))",
  "35261112ABC34501DE35550010000001231123456788",
];

/** Properties of Object.prototype in place of a code: a lookup table must not find them. */
const OBJECT_PROPERTIES = ["constructor", "toString", "__proto__", "hasOwnProperty"];

/** A generator that gives the same numbers for the same seed. */
function drawsOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The document with nonsense in a share of its fields; tags that identify the document stay. */
function garble(xml: string, seed: number): string {
  const draw = drawsOf(seed);
  return xml.replace(/<([A-Za-z]+)>([^<]+)<\/\1>/g, (field, tag: string) => {
    if (/^(mod|modal|tpEvento)$/.test(tag) || draw() > SHARE) return field;
    return `<${tag}>${NONSENSE[Math.floor(draw() * NONSENSE.length)]}</${tag}>`;
  });
}

describe("printing a document with nonsense in its fields", () => {
  test.each(DOCUMENTOS)("a document full of nonsense is printed without an error: %s", (name) => {
    const xml = readFileSync(path.join(FOLDER, name), "utf8");
    let read = 0;
    for (let seed = 1; seed <= VARIANTS; seed += 1) {
      const form = readPrintedForm(Buffer.from(garble(xml, seed)));
      if (!form) continue;
      read += 1;
      const { pages } = printDfe({ form, situacao: "cancelada" });
      expect(pages).toBeGreaterThan(0);
      expect(pages).toBeLessThan(PAGES_MAX);
    }
    expect(read).toBeGreaterThan(VARIANTS / 2);
  });

  test.skipIf(!hasPdftotext).each(DOCUMENTOS)(
    "a code named like a property of Object.prototype has no text: %s",
    (name) => {
      const xml = readFileSync(path.join(FOLDER, name), "utf8");
      for (const word of OBJECT_PROPERTIES) {
        const odd = xml.replace(/<(?!mod>)([A-Za-z]+)>[0-9A-Z]{1,6}<\/\1>/g, `<$1>${word}</$1>`);
        const form = readPrintedForm(Buffer.from(odd));
        if (!form) throw new Error(name);
        expect(textOfPdf(printDfe({ form }).pdf)).not.toMatch(/function |native code|\[object/);
      }
    },
  );

  test.skipIf(!hasPdftotext).each(DOCUMENTOS)("a document full of nonsense has no overlaps: %s", (name) => {
    const form = readPrintedForm(Buffer.from(garble(readFileSync(path.join(FOLDER, name), "utf8"), 7)));
    expect(form && findDefects(printDfe({ form }).pdf)).toEqual([]);
  });
});
