import { describe, expect, test } from "vitest";
import {
  describeFalha,
  isFim,
  LACUNAS_MAX,
  listLacunas,
  readAlvo,
  readSentido,
  toNsu,
} from "./distribuicao.rules.ts";

describe("NSU that did not come", () => {
  test("are those between, the newest first", () => {
    const recebidos = [toNsu(12), toNsu(14), toNsu(15)];
    expect(listLacunas({ depoisDe: toNsu(10), ate: toNsu(17), recebidos })).toEqual(
      [17, 16, 13, 11].map(toNsu),
    );
  });

  test("are none where all came, or where the list went back", () => {
    expect(listLacunas({ depoisDe: toNsu(1), ate: toNsu(2), recebidos: [toNsu(2)] })).toEqual([]);
    expect(listLacunas({ depoisDe: toNsu(9), ate: toNsu(2), recebidos: [] })).toEqual([]);
  });

  test("are remembered up to a bound: of one more the oldest is let go", () => {
    const lacunas = listLacunas({ depoisDe: toNsu(0), ate: toNsu(LACUNAS_MAX + 1), recebidos: [] });
    expect(lacunas).toHaveLength(LACUNAS_MAX);
    expect(lacunas.at(-1)).toBe(toNsu(2));
  });
});

test.each([
  ["137", null, null, true],
  ["138", "5", "5", true],
  ["138", "5", "6", false],
  ["138", "10", "9", true],
  ["138", null, null, true],
  ["656", "5", "5", false],
])("%s at %s of %s: is the end %s", (cStat, ultNSU, maxNSU, expected) => {
  expect(isFim({ cStat, ultNSU, maxNSU })).toBe(expected);
});

test.each([
  ["138", "documentos"],
  ["137", "nada"],
  ["656", "consumo"],
  ["678", "consumo"],
  ["589", "adiantado"],
  ["593", "certificado"],
  ["280", "certificado"],
  ["108", "parada"],
  ["215", "recusada"],
  ["toString", "recusada"],
])("cStat %s means %s", (cStat, sentido) => {
  expect(readSentido(cStat)).toBe(sentido);
});

test("what is amiss is said in words, with SEFAZ's own", () => {
  const resposta = { cStat: "284", xMotivo: "Rejeicao: Certificado Transmissor revogado" };
  expect(describeFalha("certificado-recusado", resposta)).toContain(
    "(284 Rejeicao: Certificado Transmissor revogado)",
  );
  expect(describeFalha(null, resposta)).toBeNull();
  expect(describeFalha("de-outra-versao", resposta)).toBeNull();
});

test("an alvo that names no walk is none", () => {
  expect(readAlvo("01900000-0000-7000-8000-000000000001 CTe")).toMatchObject({ modelo: "CTe" });
  expect(readAlvo("01900000-0000-7000-8000-000000000001 MDFe")).toBeNull();
  expect(readAlvo("")).toBeNull();
});
