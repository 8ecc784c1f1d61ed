import { METHODS } from "@malote/contract";
import { expect, test } from "vitest";
import { LINGUAGENS, PORTAS, writeExemplo } from "./exemplos.ts";

const BASE = "https://malote.exemplo";
const TODOS = PORTAS.flatMap((porta) => LINGUAGENS.map((linguagem) => ({ porta, linguagem })));

test.each(TODOS)(
  "the example of $porta in $linguagem uses the base address and sends the token only in the header",
  (o) => {
    const exemplo = writeExemplo(o.porta, o.linguagem, BASE);
    expect(exemplo).toContain(`${BASE}/Services/`);
    expect(exemplo).toMatch(/Authorization.*Bearer.*TOKEN/);
    const enderecos = exemplo.match(/https:\/\/[^"'`\s]+/g) ?? [];
    expect(enderecos.filter((endereco) => endereco.includes("TOKEN"))).toEqual([]);
  },
);

test("the JSON-RPC example is a valid call of the contract", () => {
  const [, corpo = ""] = /-d '(.+)'/.exec(writeExemplo("rpc", "curl", BASE)) ?? [];
  const { method, params } = JSON.parse(corpo) as { method: keyof typeof METHODS; params: unknown };
  expect(METHODS[method].params.safeParse(params).success).toBe(true);
});
