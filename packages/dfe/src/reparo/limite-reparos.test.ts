import { expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { CNPJ, CONFIANCA, empresa } from "../tests/confianca.ts";
import { makeNota, sign, wrapNota } from "../tests/make-dfe.ts";
import type { Assinatura } from "../veredito.ts";
import { createLimiteReparos, REPAROS_EM_VAO_MAX } from "./limite-reparos.ts";

const INVALIDA: Assinatura = { estado: "invalida", motivos: ["digest-divergente"] };
const OUTRA: Assinatura = { estado: "invalida", motivos: ["assinatura-divergente"] };

/** How many of so many hopeless files are tried. */
function countTries(limite: ReturnType<typeof createLimiteReparos>, files: number): number {
  let tries = 0;
  for (let n = 0; n < files; n += 1) {
    if (!limite.mayTry(INVALIDA)) continue;
    tries += 1;
    limite.tried(INVALIDA, false);
  }
  return tries;
}

test("hopeless files are tried a few times, then ever more rarely", () => {
  expect(countTries(createLimiteReparos(), REPAROS_EM_VAO_MAX)).toBe(REPAROS_EM_VAO_MAX);
  expect(countTries(createLimiteReparos(), 190)).toBe(REPAROS_EM_VAO_MAX + 4);
});

test("another kind of damage is tried all the same, and a success begins anew", () => {
  const limite = createLimiteReparos();
  countTries(limite, 10);
  expect(limite.mayTry(INVALIDA)).toBe(false);
  expect(limite.mayTry(OUTRA)).toBe(true);
  limite.tried(INVALIDA, true);
  expect(countTries(limite, REPAROS_EM_VAO_MAX)).toBe(REPAROS_EM_VAO_MAX);
});

test("a file that was not tried says so, and keeps its verdict", () => {
  const nota = wrapNota(sign(makeNota({ cnpj: CNPJ, infCpl: "Não dobrar" }), empresa));
  const indented = Buffer.from(nota.replace(/></g, ">\n  <"));
  const never = { mayTry: () => false, tried: () => {} };
  const exame = examineDfe(indented, CONFIANCA, never);
  expect(exame).toMatchObject({ veredito: "assinatura-invalida", reparo: null });
  expect(exame.achados.map(({ codigo }) => codigo)).toContain("reparo-nao-tentado");
  expect(examineDfe(indented, CONFIANCA).reparo).not.toBeNull();
});
