import { DAY_MS, MODELOS, TIPOS_NOTA } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { findAuthors, findEventoDeadline, findEventoRule } from "./eventos.ts";
import { EVENTOS } from "./table.ts";

const CHAVE_NFE = "35261011444777000161550010000000011000000017";

test("each evento of a modelo has one row in the table, with a name and an autor", () => {
  const keys = EVENTOS.flatMap(({ modelos, tpEvento }) => modelos.map((modelo) => modelo + tpEvento));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { tpEvento, nome, autores, modelos } of EVENTOS) {
    expect(tpEvento).toMatch(/^[0-9]{6}$/);
    expect(nome.trim()).not.toBe("");
    expect(autores.length * modelos.length).toBeGreaterThan(0);
  }
});

test("the deadlines of an evento are ordered from newest to oldest, and the oldest has no start", () => {
  for (const { prazos } of EVENTOS.filter((line) => line.prazos.length > 0)) {
    const starts = prazos.map(({ desde }) => (desde === null ? Number.NEGATIVE_INFINITY : Date.parse(desde)));
    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    expect(prazos.at(-1)?.desde).toBeNull();
  }
});

test.each(["211110", "211124", "211128", "211130", "211140", "211150", "110001", "412130"])(
  "the evento %s of the tax reform exists for the NF-e and no other model",
  (tpEvento) => {
    expect(findEventoRule("55", tpEvento)?.nome).toBeTruthy();
    expect(["65", "57", "67", "58"].map((modelo) => findEventoRule(modelo, tpEvento))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  },
);

describe("the term of an evento", () => {
  const daysOf = (modelo: string, tpEvento: string, em: string): number | null => {
    const authorized = new Date(em);
    const deadline = findEventoDeadline({ modelo, tpEvento }, authorized);
    return deadline && (deadline.ate.getTime() - authorized.getTime()) / DAY_MS;
  };

  test.each([
    ["210200", "2026-06-01T02:59:59Z", 180],
    ["210200", "2026-06-01T03:00:00Z", 90],
    ["210220", "2026-11-20T12:00:00Z", 90],
    ["210240", "2026-11-20T12:00:00Z", 90],
    ["210210", "2026-01-20T12:00:00Z", 10],
  ])("the evento %s of an NF-e authorized at %s has a term of %i days", (tpEvento, em, days) => {
    expect(daysOf("55", tpEvento, em)).toBe(days);
  });

  test("a desacordo is registered within 45 days and cancelled at any time", () => {
    expect(daysOf("57", "610110", "2026-11-20T12:00:00Z")).toBe(45);
    expect(daysOf("67", "610110", "2026-11-20T12:00:00Z")).toBe(45);
    expect(daysOf("57", "610111", "2026-11-20T12:00:00Z")).toBeNull();
  });
});

test("an unknown tpEvento takes the autor of the number range of its family", () => {
  const of = (tpEvento: string) => findAuthors("nfe", { chaveAcesso: CHAVE_NFE, tpEvento });
  expect(of("112999")).toEqual(["emitente"]);
  expect(of("211999")).toEqual(["destinatario"]);
  expect(of("999999")).toEqual(["fisco"]);
});

test.each(TIPOS_NOTA)("the table has an evento that cancels a %s", (tipo) => {
  const { modelo } = MODELOS[tipo];
  expect(EVENTOS.some(({ modelos, cancela }) => cancela && modelos.includes(modelo))).toBe(true);
});
