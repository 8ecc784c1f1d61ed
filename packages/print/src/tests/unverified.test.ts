import { readFileSync } from "node:fs";
import path from "node:path";
import { type Papel, readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { Situacao } from "../print-request.ts";
import { hasPdftotext, joinedWordsOf, operatorsOf } from "./external-tools.ts";
import { findDefects } from "./find-defects.ts";
import { makePng } from "./make-png.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/papelaria");
const LOGO = { bytes: makePng({ width: 1, height: 1, bits: 8, tipo: 2, lines: [[255, 0, 0]] }) };
const AVISO = "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM";

function papelOf(name: string): Papel {
  const papel = readPapel(readFileSync(path.join(FIXTURES, `${name}.xml`)));
  if (papel === null) throw new Error(`${name} has no printed form`);
  return papel;
}

/** An NF-e in another format than its XML says. */
function inFormat(formatoImpressao: string): Papel {
  const papel = papelOf("nfe");
  if (papel.kind !== "nfe") throw new Error("nfe is no NF-e");
  return { ...papel, formatoImpressao };
}

const PAPEIS: [string, Papel][] = [
  ...["nfe", "nfce", "mdfe", "carta-de-correcao", "cancelamento"].map((name): [string, Papel] => [
    name,
    papelOf(name),
  ]),
  ...CTES(),
  ...["2", "3", "6"].map((pageFormat): [string, Papel] => [`nfe, tpImp ${pageFormat}`, inFormat(pageFormat)]),
];

function CTES(): [string, Papel][] {
  return ["cte-rodoviario", "cte-simplificado-letras", "cte-os"].map((name) => [name, papelOf(name)]);
}

/** The texts of the rotated letters on each page. */
function watermarks(papel: Papel, situacao: Situacao): string[] {
  const { pdf } = printDfe({ papel, situacao, logo: LOGO });
  return operatorsOf(pdf).map((operators) =>
    [...operators.matchAll(/Tm \(([^)]*)\) Tj/g)]
      .map(([, text = ""]) => text)
      .filter((text) => text.startsWith("N\xc3O CONFERIDA"))
      .join("|"),
  );
}

describe("an unverified document", () => {
  test.each(PAPEIS)("%s: has the watermark on every page, once or more, and no logo", (_, papel) => {
    const pages = watermarks(papel, "nao-conferida");
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page).toMatch(/^(N\xc3O CONFERIDA\|?)+$/);
    expect(watermarks(papel, "normal").join("")).toBe("");
    const { pdf } = printDfe({ papel, situacao: "nao-conferida", logo: LOGO });
    expect(Buffer.from(pdf).includes("/Subtype/Image")).toBe(false);
  });

  test.skipIf(!hasPdftotext).each(PAPEIS)("%s: says so as text, beside its protocol", (_, papel) => {
    const { pdf } = printDfe({ papel, situacao: "nao-conferida" });
    const words = joinedWordsOf(pdf);
    expect(words).toContain(AVISO);
    expect(words).toMatch(/PROTOCOLO NÃO CONFERIDO|NÃO CONFERIDO - [0-9]{15}/);
    expect(words).not.toMatch(/Protocolo de Autorização: [0-9]|PROTOCOLO DE AUTORIZAÇÃO DE USO [0-9]/);
    expect(findDefects(pdf)).toEqual([]);
    expect(joinedWordsOf(printDfe({ papel }).pdf)).not.toContain("NÃO CONFERID");
  });
});
