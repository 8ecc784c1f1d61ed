import { expect, test } from "vitest";
import { splitMarcaveis } from "./marcaveis.ts";
import { notaDeTeste } from "./nota-de-teste.ts";

const notas = [
  notaDeTeste({ id: "nova" }),
  notaDeTeste({ id: "conferida", conferido: true }),
  notaDeTeste({ id: "recebida", recebido: true }),
  notaDeTeste({ id: "retida", quarentena: true }),
];

test.each([
  ["put on those that do not have it", true, ["nova", "recebida"]],
  ["taken from those that have it", false, ["conferida"]],
])("a flag is %s, never in quarantine", (_name, ligar, ids) => {
  const { mudam, quarentena } = splitMarcaveis(notas, { marca: "conferido", ligar });
  expect(mudam.map(({ id }) => id)).toEqual(ids);
  expect(quarentena).toBe(1);
});
