import { MINUTE_MS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import {
  blockPauseMs,
  countSkipped,
  describeFailure,
  describeProblem,
  isEndOfList,
  LACUNAS_MAX,
  listLacunas,
  readMeaning,
  readPosition,
  readReturnPosition,
  readSyncKey,
  toNsu,
} from "./distribuicao.rules.ts";

describe("missing NSUs", () => {
  test("missing NSUs are those between two positions, newest first", () => {
    const received = [toNsu(12), toNsu(14), toNsu(15)];
    expect(listLacunas({ after: toNsu(10), until: toNsu(17), received })).toEqual(
      [17, 16, 13, 11].map(toNsu),
    );
  });

  test("there are no missing NSUs if all arrived or the position went back", () => {
    expect(listLacunas({ after: toNsu(1), until: toNsu(2), received: [toNsu(2)] })).toEqual([]);
    expect(listLacunas({ after: toNsu(9), until: toNsu(2), received: [] })).toEqual([]);
  });

  test("missing NSUs are stored up to a limit; beyond it the oldest is dropped", () => {
    const lacunas = listLacunas({ after: toNsu(0), until: toNsu(LACUNAS_MAX + 1), received: [] });
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
])(
  "an answer with cStat %s at NSU %s of %s is the end of the list: %s",
  (cStat, ultNSU, maxNSU, expected) => {
    expect(isEndOfList({ cStat, ultNSU, maxNSU })).toBe(expected);
  },
);

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
])("an answer with cStat %s means %s", (cStat, meaning) => {
  expect(readMeaning(cStat)).toBe(meaning);
});

test("a failure is described with SEFAZ's own code and sentence", () => {
  const response = { cStat: "284", xMotivo: "Rejeicao: Certificado Transmissor revogado" };
  expect(describeFailure("certificado-recusado", response)).toContain(
    "(284 Rejeicao: Certificado Transmissor revogado)",
  );
  expect(describeFailure(null, response)).toBeNull();
  expect(describeFailure("de-outra-versao", response)).toBeNull();
});

test("an invalid alvo gives no sync", () => {
  expect(readSyncKey("01900000-0000-7000-8000-000000000001 CTe")).toMatchObject({ modelo: "CTe" });
  expect(readSyncKey("01900000-0000-7000-8000-000000000001 MDFe")).toBeNull();
  expect(readSyncKey("")).toBeNull();
});

describe("the NSU position after an answer of SEFAZ", () => {
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
  ])("an answer with cStat %s and ultNSU %s after position 7 gives %s", (cStat, ultNSU, expected) => {
    expect(readPosition({ cStat, ultNSU, documentos: [] }, toNsu(7))).toBe(toNsu(expected));
  });

  test("the position goes back only after a 589: to the NSU in the answer, or to the beginning", () => {
    expect(readReturnPosition({ ultNSU: zero, maxNSU: toNsu(5) }, toNsu(7))).toBe(toNsu(5));
    expect(readReturnPosition({ ultNSU: zero, maxNSU: zero }, toNsu(7))).toBe(zero);
    expect(readReturnPosition({ ultNSU: toNsu(9), maxNSU: null }, toNsu(7))).toBe(zero);
  });
});

test("the pause of a CNPJ doubles after each consecutive block, up to a day", () => {
  expect([1, 2, 3, 5, 6, 40].map((times) => blockPauseMs(times) / MINUTE_MS)).toEqual([
    61, 122, 244, 976, 1_440, 1_440,
  ]);
});

test("NSUs beyond those that are requested are counted and reported", () => {
  const range = { after: toNsu(10), until: toNsu(LACUNAS_MAX + 15), received: [toNsu(9), toNsu(11)] };
  expect(countSkipped(range)).toBe(4);
  expect(countSkipped({ ...range, until: toNsu(12) })).toBe(0);
  const calm = { falha: null, cStat: "137", xMotivo: "", consumos: 0, puladas: 0 };
  expect(describeProblem(calm)).toBeNull();
  expect(describeProblem({ ...calm, puladas: 4_321 })).toContain("4.321 documentos da lista da SEFAZ");
  expect(describeProblem({ ...calm, falha: "consumo-indevido", consumos: 3 })).toContain(
    "Foram 3 bloqueios seguidos",
  );
});
