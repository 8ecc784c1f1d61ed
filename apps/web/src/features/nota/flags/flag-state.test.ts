import { expect, test } from "vitest";
import { sampleNota } from "../tests/sample-nota.ts";
import { splitChangeable } from "./flag-state.ts";

const notas = [
  sampleNota({ id: "nova" }),
  sampleNota({ id: "conferida", conferido: true }),
  sampleNota({ id: "recebida", recebido: true }),
  sampleNota({ id: "retida", quarentena: true }),
];

test.each([
  ["put on those that do not have it", true, ["nova", "recebida"]],
  ["taken from those that have it", false, ["conferida"]],
])("of the selected documents, a flag is %s; documents in quarantine are left out", (_name, turnOn, ids) => {
  const { changing, quarentena } = splitChangeable(notas, { flag: "conferido", turnOn });
  expect(changing.map(({ id }) => id)).toEqual(ids);
  expect(quarentena).toBe(1);
});
