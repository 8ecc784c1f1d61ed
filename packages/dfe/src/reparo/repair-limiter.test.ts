import { expect, test } from "vitest";
import type { Signature } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { makeNota, sign, wrapNota } from "../tests/make-dfe.ts";
import { CNPJ, CONFIANCA, empresa } from "../tests/trust.ts";
import { createRepairLimiter, FAILED_REPAIRS_MAX } from "./repair-limiter.ts";

const INVALID: Signature = { estado: "invalida", motivos: ["digest-divergente"] };
const OTHER: Signature = { estado: "invalida", motivos: ["assinatura-divergente"] };

/** Counts how many unrepairable files are tried. */
function countTries(limiter: ReturnType<typeof createRepairLimiter>, files: number): number {
  let tries = 0;
  for (let n = 0; n < files; n += 1) {
    if (!limiter.mayTry(INVALID)) continue;
    tries += 1;
    limiter.tried(INVALID, false);
  }
  return tries;
}

test("the limiter tries unrepairable files a few times, then ever more rarely", () => {
  expect(countTries(createRepairLimiter(), FAILED_REPAIRS_MAX)).toBe(FAILED_REPAIRS_MAX);
  expect(countTries(createRepairLimiter(), 190)).toBe(FAILED_REPAIRS_MAX + 4);
});

test("the limiter still tries another kind of damage, and resets after a success", () => {
  const limiter = createRepairLimiter();
  countTries(limiter, 10);
  expect(limiter.mayTry(INVALID)).toBe(false);
  expect(limiter.mayTry(OTHER)).toBe(true);
  limiter.tried(INVALID, true);
  expect(countTries(limiter, FAILED_REPAIRS_MAX)).toBe(FAILED_REPAIRS_MAX);
});

test("a file that is not tried is reported, and keeps its verdict", () => {
  const nota = wrapNota(sign(makeNota({ cnpj: CNPJ, infCpl: "Não dobrar" }), empresa));
  const indented = Buffer.from(nota.replace(/></g, ">\n  <"));
  const never = { mayTry: () => false, tried: () => {} };
  const examination = examineDfe(indented, CONFIANCA, never);
  expect(examination).toMatchObject({ veredito: "assinatura-invalida", reparo: null });
  expect(examination.achados.map(({ codigo }) => codigo)).toContain("reparo-nao-tentado");
  expect(examineDfe(indented, CONFIANCA).reparo).not.toBeNull();
});
