import { describe, expect, test } from "vitest";
import {
  countPuladas,
  describeFalha,
  describeProblema,
  isFim,
  LACUNAS_MAX,
  listLacunas,
  readAlvo,
  readPosicao,
  readRetorno,
  readSentido,
  toNsu,
  waitOfConsumo,
} from "./distribuicao.rules.ts";

describe("missing NSUs", () => {
  test("are those between two positions, newest first", () => {
    const recebidos = [toNsu(12), toNsu(14), toNsu(15)];
    expect(listLacunas({ depoisDe: toNsu(10), ate: toNsu(17), recebidos })).toEqual(
      [17, 16, 13, 11].map(toNsu),
    );
  });

  test("are none if all arrived or the position went back", () => {
    expect(listLacunas({ depoisDe: toNsu(1), ate: toNsu(2), recebidos: [toNsu(2)] })).toEqual([]);
    expect(listLacunas({ depoisDe: toNsu(9), ate: toNsu(2), recebidos: [] })).toEqual([]);
  });

  test("are stored up to a limit; beyond it the oldest is dropped", () => {
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
])("cStat %s at NSU %s of %s is the end of the list: %s", (cStat, ultNSU, maxNSU, expected) => {
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

test("describes a failure with SEFAZ's own code and sentence", () => {
  const resposta = { cStat: "284", xMotivo: "Rejeicao: Certificado Transmissor revogado" };
  expect(describeFalha("certificado-recusado", resposta)).toContain(
    "(284 Rejeicao: Certificado Transmissor revogado)",
  );
  expect(describeFalha(null, resposta)).toBeNull();
  expect(describeFalha("de-outra-versao", resposta)).toBeNull();
});

test("reads no sync from an invalid alvo", () => {
  expect(readAlvo("01900000-0000-7000-8000-000000000001 CTe")).toMatchObject({ modelo: "CTe" });
  expect(readAlvo("01900000-0000-7000-8000-000000000001 MDFe")).toBeNull();
  expect(readAlvo("")).toBeNull();
});

describe("the position after an answer", () => {
  const zero = toNsu(0);
  test.each([
    ["593", zero, 7],
    ["215", zero, 7],
    ["108", zero, 7],
    ["137", zero, 7],
    ["137", toNsu(6), 7],
    ["138", toNsu(9), 9],
    ["593", toNsu(9), 7],
    ["656", zero, 7],
    ["656", toNsu(9), 9],
    ["656", null, 7],
  ])("%s with ultNSU %s after 7 gives %s", (cStat, ultNSU, expected) => {
    expect(readPosicao({ cStat, ultNSU, documentos: [] }, toNsu(7))).toBe(toNsu(expected));
  });

  test("goes back only after a 589: to the NSU in the answer, or to the beginning", () => {
    expect(readRetorno({ ultNSU: zero, maxNSU: toNsu(5) }, toNsu(7))).toBe(toNsu(5));
    expect(readRetorno({ ultNSU: zero, maxNSU: zero }, toNsu(7))).toBe(zero);
    expect(readRetorno({ ultNSU: toNsu(9), maxNSU: null }, toNsu(7))).toBe(zero);
  });
});

test("doubles the pause of a CNPJ after each consecutive block, up to a day", () => {
  expect([1, 2, 3, 5, 6, 40].map((vezes) => waitOfConsumo(vezes) / 60_000)).toEqual([
    61, 122, 244, 976, 1_440, 1_440,
  ]);
});

test("counts and reports the NSUs beyond those that are requested", () => {
  const vao = { depoisDe: toNsu(10), ate: toNsu(LACUNAS_MAX + 15), recebidos: [toNsu(9), toNsu(11)] };
  expect(countPuladas(vao)).toBe(4);
  expect(countPuladas({ ...vao, ate: toNsu(12) })).toBe(0);
  const calm = { falha: null, cStat: "137", xMotivo: "", consumos: 0, puladas: 0 };
  expect(describeProblema(calm)).toBeNull();
  expect(describeProblema({ ...calm, puladas: 4_321 })).toContain("4.321 documentos da lista da SEFAZ");
  expect(describeProblema({ ...calm, falha: "consumo-indevido", consumos: 3 })).toContain(
    "Foram 3 bloqueios seguidos",
  );
});
