import { readFileSync } from "node:fs";
import path from "node:path";
import { type PrintedForm, readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { PrintSituacao } from "../print-request.ts";
import { hasPdftotext, joinedWordsOf, operatorsOf } from "./external-tools.ts";
import { findDefects } from "./find-defects.ts";
import { makePng } from "./make-png.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/papelaria");
const LOGO = { bytes: makePng({ width: 1, height: 1, bits: 8, tipo: 2, lines: [[255, 0, 0]] }) };
const NOTICE = "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM";

function formOf(name: string): PrintedForm {
  const form = readPrintedForm(readFileSync(path.join(FIXTURES, `${name}.xml`)));
  if (form === null) throw new Error(`${name} has no printed form`);
  return form;
}

/** An NF-e in another format than its XML says. */
function inFormat(formatoImpressao: string): PrintedForm {
  const form = formOf("nfe");
  if (form.kind !== "nfe") throw new Error("nfe is no NF-e");
  return { ...form, formatoImpressao };
}

const FORMS: [string, PrintedForm][] = [
  ...["nfe", "nfce", "mdfe", "carta-de-correcao", "cancelamento"].map((name): [string, PrintedForm] => [
    name,
    formOf(name),
  ]),
  ...CTES(),
  ...["2", "3", "6"].map((pageFormat): [string, PrintedForm] => [
    `nfe, tpImp ${pageFormat}`,
    inFormat(pageFormat),
  ]),
];

function CTES(): [string, PrintedForm][] {
  return ["cte-rodoviario", "cte-simplificado-letras", "cte-os"].map((name) => [name, formOf(name)]);
}

/** The texts of the rotated letters on each page. */
function watermarks(form: PrintedForm, situacao: PrintSituacao): string[] {
  const { pdf } = printDfe({ form, situacao, logo: LOGO });
  return operatorsOf(pdf).map((operators) =>
    [...operators.matchAll(/Tm \(([^)]*)\) Tj/g)]
      .map(([, text = ""]) => text)
      .filter((text) => text.startsWith("N\xc3O CONFERIDA"))
      .join("|"),
  );
}

describe("printing an unverified document", () => {
  test.each(FORMS)(
    "an unverified %s has the watermark on every page, once or more, and no logo",
    (_, form) => {
      const pages = watermarks(form, "nao-conferida");
      expect(pages.length).toBeGreaterThan(0);
      for (const page of pages) expect(page).toMatch(/^(N\xc3O CONFERIDA\|?)+$/);
      expect(watermarks(form, "normal").join("")).toBe("");
      const { pdf } = printDfe({ form, situacao: "nao-conferida", logo: LOGO });
      expect(Buffer.from(pdf).includes("/Subtype/Image")).toBe(false);
    },
  );

  test.skipIf(!hasPdftotext).each(FORMS)(
    "an unverified %s says so as text, beside its protocol",
    (_, form) => {
      const { pdf } = printDfe({ form, situacao: "nao-conferida" });
      const words = joinedWordsOf(pdf);
      expect(words).toContain(NOTICE);
      expect(words).toMatch(/PROTOCOLO NÃO CONFERIDO|NÃO CONFERIDO - [0-9]{15}/);
      expect(words).not.toMatch(/Protocolo de Autorização: [0-9]|PROTOCOLO DE AUTORIZAÇÃO DE USO [0-9]/);
      expect(findDefects(pdf)).toEqual([]);
      expect(joinedWordsOf(printDfe({ form }).pdf)).not.toContain("NÃO CONFERID");
    },
  );
});
