import { METHODS } from "@malote/contract";
import { expect, test } from "vitest";
import { INTERFACES, LANGUAGES, writeExample } from "./write-example.ts";

const BASE = "https://malote.exemplo";
const ALL_EXAMPLES = INTERFACES.flatMap((porta) => LANGUAGES.map((linguagem) => ({ porta, linguagem })));

test.each(ALL_EXAMPLES)(
  "the example of $porta in $linguagem uses the base address and sends the token only in the header",
  (o) => {
    const example = writeExample(o.porta, o.linguagem, BASE);
    expect(example).toContain(`${BASE}/Services/`);
    expect(example).toMatch(/Authorization.*Bearer.*TOKEN/);
    const addresses = example.match(/https:\/\/[^"'`\s]+/g) ?? [];
    expect(addresses.filter((address) => address.includes("TOKEN"))).toEqual([]);
  },
);

test("the JSON-RPC example is a valid call of the contract", () => {
  const [, body = ""] = /-d '(.+)'/.exec(writeExample("rpc", "curl", BASE)) ?? [];
  const { method, params } = JSON.parse(body) as { method: keyof typeof METHODS; params: unknown };
  expect(METHODS[method].params.safeParse(params).success).toBe(true);
});
