import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { findDefeitos } from "./conferir.ts";
import { hasPdftotext, textoOfPdf } from "./ferramentas.ts";

const PASTA = path.join(import.meta.dirname, "../fixtures/papelaria");
const DOCUMENTOS = readdirSync(PASTA).filter((nome) => nome.endsWith(".xml"));
/** Variants of each document; each has nonsense in a share of its fields. */
const VARIANTES = 6;
const PARTE = 0.25;
/** The documents are short, except for a few very long texts. */
const PAGINAS_MAX = 200;

/** Values in place of a number, date, name or code: well-formed XML, but nonsense. */
const ABSURDOS = [
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
const DE_TODO_OBJETO = ["constructor", "toString", "__proto__", "hasOwnProperty"];

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
    if (/^(mod|modal|tpEvento)$/.test(tag) || draw() > PARTE) return field;
    return `<${tag}>${ABSURDOS[Math.floor(draw() * ABSURDOS.length)]}</${tag}>`;
  });
}

describe("a document full of nonsense", () => {
  test.each(DOCUMENTOS)("is printed without an error: %s", (nome) => {
    const xml = readFileSync(path.join(PASTA, nome), "utf8");
    let read = 0;
    for (let seed = 1; seed <= VARIANTES; seed += 1) {
      const papel = readPapel(Buffer.from(garble(xml, seed)));
      if (!papel) continue;
      read += 1;
      const { paginas } = printDfe({ papel, situacao: "cancelada" });
      expect(paginas).toBeGreaterThan(0);
      expect(paginas).toBeLessThan(PAGINAS_MAX);
    }
    expect(read).toBeGreaterThan(VARIANTES / 2);
  });

  test.skipIf(!hasPdftotext).each(DOCUMENTOS)(
    "finds no code named like a property of Object.prototype: %s",
    (nome) => {
      const xml = readFileSync(path.join(PASTA, nome), "utf8");
      for (const palavra of DE_TODO_OBJETO) {
        const odd = xml.replace(/<(?!mod>)([A-Za-z]+)>[0-9A-Z]{1,6}<\/\1>/g, `<$1>${palavra}</$1>`);
        const papel = readPapel(Buffer.from(odd));
        if (!papel) throw new Error(nome);
        expect(textoOfPdf(printDfe({ papel }).pdf)).not.toMatch(/function |native code|\[object/);
      }
    },
  );

  test.skipIf(!hasPdftotext).each(DOCUMENTOS)("has no overlaps: %s", (nome) => {
    const papel = readPapel(Buffer.from(garble(readFileSync(path.join(PASTA, nome), "utf8"), 7)));
    expect(papel && findDefeitos(printDfe({ papel }).pdf)).toEqual([]);
  });
});
