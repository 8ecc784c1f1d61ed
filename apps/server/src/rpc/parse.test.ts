import { ERRORS_MAX, formatMessage, MESSAGES, METHODS, paramsLimitOf } from "@malote/contract";
import { expect, test } from "vitest";
import { parseParams } from "./parse.ts";

test("absent params are parsed as no params", () => {
  expect(parseParams("Auth.sair", undefined)).toEqual({ kind: "ok", params: {} });
  expect(parseParams("Auth.sair", null)).toEqual({ kind: "ok", params: {} });
});

test("an error names each unknown key, not the object around it", () => {
  const parsed = parseParams("Nota.getListNota", { searchFilter: { a: 1, b: 2 }, c: 3 });
  expect(parsed).toMatchObject({ kind: "shape" });
  expect(parsed.kind === "shape" && parsed.erros.map(({ campo }) => campo)).toEqual([
    "searchFilter.a",
    "searchFilter.b",
    "c",
  ]);
});

test("parse errors are in Portuguese", () => {
  const parsed = parseParams("Nota.getNota", { id: 5 });
  expect(parsed).toMatchObject({
    kind: "shape",
    erros: [{ campo: "id", mensagem: "O campo “id” deve ser um texto." }],
  });
});

test("a blank field is reported as a rule; with a wrong type in another field, only the type is reported", () => {
  const blank = { identificador: " ", nomeUsuario: "a", senha: "" };
  expect(parseParams("Auth.logar", blank)).toEqual({
    kind: "rule",
    erros: [
      { campo: "identificador", mensagem: MESSAGES.textoEmBranco },
      { campo: "senha", mensagem: MESSAGES.textoEmBranco },
    ],
  });
  expect(parseParams("Auth.logar", { ...blank, nomeUsuario: 1 })).toMatchObject({
    kind: "shape",
    erros: [{ campo: "nomeUsuario" }],
  });
});

test("wire dates are parsed in each of their forms", () => {
  const read = (alteradaDesde: string): unknown => {
    const parsed = parseParams("Nota.getListNota", { searchFilter: { alteradaDesde } });
    return parsed.kind === "ok" ? parsed.params.searchFilter?.alteradaDesde : parsed.kind;
  };
  expect(read("/Date(1793836800000)/")).toEqual(new Date(1_793_836_800_000));
  expect(read("2026-11-05T00:00:00-03:00")).toEqual(new Date("2026-11-05T03:00:00Z"));
  expect(read("2026-11-05")).toEqual(new Date("2026-11-05T03:00:00Z"));
  for (const wrong of ["05/11/2026", "/Date(x)/", "2026-13-05T00:00:00Z", "/Date(9999999999999999)/"]) {
    expect([wrong, read(wrong)]).toEqual([wrong, "shape"]);
  }
});

test("the field of a NUL is reported at any depth", () => {
  expect(parseParams("Email.getListEmail", { searchFilter: { texto: "a\0" } })).toMatchObject({
    kind: "shape",
    erros: [{ campo: "searchFilter.texto" }],
  });
});

test("many unknown keys are listed briefly, each by name", () => {
  const params = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, 1]));
  const parsed = parseParams("Auth.logar", params);
  const erros = parsed.kind === "shape" ? parsed.erros : [];
  expect(erros).toHaveLength(ERRORS_MAX);
  const named = erros.find(({ campo }) => campo === "k0");
  expect(named?.mensagem).toBe(formatMessage("campoDesconhecido", { campo: "k0" }));
  expect(JSON.stringify(erros).length).toBeLessThan(2_000);
});

test("params up to the method's size limit are accepted, and one more is refused before reading them", () => {
  const { chars, items } = paramsLimitOf(METHODS["Auth.logar"]);
  const campos = (params: unknown): unknown => {
    const parsed = parseParams("Auth.logar", params);
    return parsed.kind === "shape" && parsed.erros.map(({ campo }) => campo);
  };
  const keys = (many: number): object =>
    Object.fromEntries(Array.from({ length: many }, (_, n) => [`k${n}`, 1]));
  expect(campos(keys(items))).toContain("k0");
  expect(campos(keys(items + 1))).toEqual(["params"]);
  const key = "senha";
  expect(campos({ [key]: "x".repeat(chars - key.length) })).toContain("senha");
  expect(campos({ [key]: "x".repeat(chars - key.length + 1) })).toEqual(["params"]);
});
