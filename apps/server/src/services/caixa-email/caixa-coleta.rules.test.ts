import { expect, test } from "vitest";
import { toPoll } from "./caixa-coleta.rules.ts";

test("caixas of one mail server share a quota, regardless of the case of its name", () => {
  const agora = new Date();
  const cotas = ["Correio.Exemplo.test", "correio.exemplo.test"].map(
    (servidor, n) => toPoll({ id: `caixa${n}`, servidor }, agora).cota,
  );
  expect(cotas).toEqual(["correio:correio.exemplo.test", "correio:correio.exemplo.test"]);
});
