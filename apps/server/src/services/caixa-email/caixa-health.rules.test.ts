import { expect, test } from "vitest";
import { toPoll } from "./caixa-health.rules.ts";

test("caixas of one mail server share a quota, regardless of the case of its name", () => {
  const now = new Date();
  const quotas = ["Correio.Exemplo.test", "correio.exemplo.test"].map(
    (servidor, n) => toPoll({ id: `caixa${n}`, servidor }, now).cota,
  );
  expect(quotas).toEqual(["correio:correio.exemplo.test", "correio:correio.exemplo.test"]);
});
