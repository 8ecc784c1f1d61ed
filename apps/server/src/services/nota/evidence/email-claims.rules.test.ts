import { expect, test } from "vitest";
import { CLAIM_TEXT_MAX, readEmailClaims } from "./email-claims.rules.ts";

const NONE = { chaves: [], numeros: [], valores: [], documentos: [] };

test.each([
  [
    "Segue em anexo a NF-e 1.234, série 1, no valor de R$ 1.250,10.",
    { numeros: ["1234"], valores: ["1250.10"] },
  ],
  ["Nota fiscal eletrônica nº 77\nValor total: R$\u00a090,00", { numeros: ["77"], valores: ["90.00"] }],
  ["NFe número: 0012, CNPJ 11.222.333/0001-81", { numeros: ["12"], documentos: ["11222333000181"] }],
  ["Leiaute NF-e 4.00; parcela de R$ 10,00; pedido 99", {}],
  ["Segue o CT-e 55, da NF-e 1201", { numeros: ["1201"] }],
  ["", {}],
])("an e-mail says number, value and parties in plain words only: %j", (text, said) => {
  expect(readEmailClaims(text, "nfe")).toEqual({ ...NONE, ...said });
});

test("an e-mail about a transport is read for the number of the transport", () => {
  expect(readEmailClaims("Segue o CT-e 55, da NF-e 1201", "cte").numeros).toEqual(["55"]);
});

test("a long text is read up to its limit, without delay", () => {
  const beyond = `${" ".repeat(CLAIM_TEXT_MAX)}NF-e 12`;
  expect(readEmailClaims(beyond, "nfe")).toEqual(NONE);
  const hostile = ["valor ".repeat(4_000), "NF-e ".repeat(4_000), "1.".repeat(10_000), "9".repeat(20_000)];
  const begin = performance.now();
  for (const text of hostile) readEmailClaims(text, "nfe");
  expect(performance.now() - begin).toBeLessThan(1_000);
});
