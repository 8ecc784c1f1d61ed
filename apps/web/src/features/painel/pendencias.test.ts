import { expect, test } from "vitest";
import { type Partes, pendenciasOf } from "./pendencias.ts";

const ZONA = "America/Sao_Paulo";
const known = <T>(data: T) => ({ data, isError: false });
const FALHOU = { data: undefined, isError: true };
const ESPERA = { data: undefined, isError: false };
const NADA: Partes = {
  divergencias: known(0),
  abertas: known(0),
  maisAntiga: known(null),
  caixas: known([]),
  empresas: known([]),
};

test("is undefined until every part is known", () => {
  expect(pendenciasOf(NADA, ZONA)).toEqual([]);
  for (const parte of Object.keys(NADA)) {
    expect(pendenciasOf({ ...NADA, [parte]: ESPERA }, ZONA)).toBeUndefined();
  }
});

test.each([
  ["divergencias", "Divergências"],
  ["abertas", "Não integrados ao ERP"],
  ["caixas", "Caixas de e-mail"],
  ["empresas", "Certificados"],
] as const)("shows %s that could not be fetched as unknown, not as zero", (parte, titulo) => {
  expect(pendenciasOf({ ...NADA, [parte]: FALHOU }, ZONA)).toMatchObject([
    { total: "–", titulo, texto: "Não foi possível conferir" },
  ]);
});

test("keeps a known count after a failed refresh", () => {
  const divergencias = { data: 3, isError: true };
  expect(pendenciasOf({ ...NADA, divergencias }, ZONA)).toMatchObject([{ total: "3" }]);
});

test("shows the age of the oldest document if it is known", () => {
  const abertas = known(1_200);
  const ontem = known(new Date(Date.now() - 86_400_000));
  const textOf = (partes: Partial<Partes>) => pendenciasOf({ ...NADA, abertas, ...partes }, ZONA)?.[0]?.texto;
  expect(textOf({ maisAntiga: ontem })).toBe("O mais antigo é de ontem");
  expect(textOf({ maisAntiga: FALHOU })).toBe("Não foi possível conferir o mais antigo");
});
