import { expect, test } from "vitest";
import { type PartResults, pendingItemsOf } from "./pending-items.ts";

const TIME_ZONE = "America/Sao_Paulo";
const known = <T>(data: T) => ({ data, isError: false });
const FAILED = { data: undefined, isError: true };
const LOADING = { data: undefined, isError: false };
const NOTHING: PartResults = {
  divergencias: known(0),
  abertas: known(0),
  maisAntiga: known(null),
  faltando: known(0),
  caixas: known([]),
  empresas: known([]),
};

test("the pending items are undefined until every count is known", () => {
  expect(pendingItemsOf(NOTHING, TIME_ZONE)).toEqual([]);
  for (const part of Object.keys(NOTHING)) {
    expect(pendingItemsOf({ ...NOTHING, [part]: LOADING }, TIME_ZONE)).toBeUndefined();
  }
});

test.each([
  ["divergencias", "Divergências"],
  ["abertas", "Não integrados ao ERP"],
  ["faltando", "Faltando XML"],
  ["caixas", "Caixas de e-mail"],
  ["empresas", "Certificados"],
] as const)("the count of %s is shown as unknown, not as zero, if it could not be fetched", (part, title) => {
  expect(pendingItemsOf({ ...NOTHING, [part]: FAILED }, TIME_ZONE)).toMatchObject([
    { total: "–", title, text: "Não foi possível conferir" },
  ]);
});

test("a known count stays after a failed refresh", () => {
  const onlyDivergencias = { data: 3, isError: true };
  expect(pendingItemsOf({ ...NOTHING, divergencias: onlyDivergencias }, TIME_ZONE)).toMatchObject([
    { total: "3" },
  ]);
});

test("a pending item shows the age of its oldest document if the age is known", () => {
  const abertas = known(1_200);
  const yesterday = known(new Date(Date.now() - 86_400_000));
  const textOf = (parts: Partial<PartResults>) =>
    pendingItemsOf({ ...NOTHING, abertas, ...parts }, TIME_ZONE)?.[0]?.text;
  expect(textOf({ maisAntiga: yesterday })).toBe("NF-e e CT-e fora do ERP; o mais antigo é de ontem");
  expect(textOf({ maisAntiga: FAILED })).toBe("Não foi possível conferir o mais antigo");
});
