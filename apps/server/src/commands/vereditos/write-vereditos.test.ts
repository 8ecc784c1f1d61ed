import { readFileSync } from "node:fs";
import path from "node:path";
import { ACHADOS, type AchadoCode, type AchadoRule, type Veredito, vereditoOf } from "@malote/dfe";
import { expect, test } from "vitest";
import { PRECEDENCE, writeVereditos } from "./write-vereditos.ts";

const PAGE = path.resolve(import.meta.dirname, "../../../../../docs/vereditos.md");

test("docs/vereditos.md equals the output of `node scripts/docs.mjs vereditos`", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(writeVereditos());
});

const rules = Object.entries(ACHADOS).map(([codigo, linha]) => ({
  codigo: codigo as AchadoCode,
  linha: linha as AchadoRule,
}));
const imposing = (veredito: Veredito): typeof rules =>
  rules.filter(({ linha }) => linha.veredito === veredito);

test("docs/vereditos.md lists verdicts in the judge's order of precedence", () => {
  expect(new Set(rules.flatMap(({ linha }) => linha.veredito ?? []))).toEqual(new Set(PRECEDENCE));
  for (const [at, stronger] of PRECEDENCE.entries()) {
    for (const weaker of PRECEDENCE.slice(at + 1)) {
      for (const a of imposing(stronger)) {
        for (const b of imposing(weaker)) {
          // Exception: without a valid signature these suspicions do not count.
          const outweighed =
            stronger === "suspeita" && weaker === "assinatura-invalida" && a.linha.estado === null;
          expect(vereditoOf([a, b]), `${a.codigo} + ${b.codigo}`).toBe(outweighed ? weaker : stronger);
        }
      }
    }
  }
});

test("no text of a finding breaks the Markdown table", () => {
  for (const { linha } of rules) expect(linha.titulo + linha.mensagem).not.toMatch(/[|\n]/);
  expect(vereditoOf([])).toBe("autentica");
});
