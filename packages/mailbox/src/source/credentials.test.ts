import { describe, expect, test } from "vitest";
import { withoutSecret } from "./credentials.ts";

const BASE64 = (text: string): string => Buffer.from(text).toString("base64");
const PASSWORD = "hunter2-çé";
const TOKEN = `ya29.${"aB3_-xyZ".repeat(60)}`;

const password = { entrada: { kind: "senha", senha: PASSWORD } } as const;
const oauth2 = { entrada: { kind: "oauth2", token: TOKEN } } as const;

describe("withoutSecret", () => {
  test.each([
    ["in plain text", `PASS ${PASSWORD}`, "PASS ***"],
    ["in upper case", `bad: ${PASSWORD.toUpperCase()}!`, "bad: ***!"],
    ["in AUTH PLAIN", `AUTH PLAIN ${BASE64(`\0ana\0${PASSWORD}`)}?`, "AUTH PLAIN ***?"],
    ["in AUTH PLAIN with a longer name", `<${BASE64(`\0ana@b.example\0${PASSWORD}`)}>`, "<***>"],
    ["in LOGIN", `what is "${BASE64(PASSWORD)}"`, 'what is "***"'],
    ["truncated", `AUTH PLAIN ${BASE64(`\0ana\0${PASSWORD}`).slice(0, -2)}`, "AUTH PLAIN ***"],
  ])("withoutSecret removes a password %s", (_, said, clean) => {
    expect(withoutSecret(said, password)).toBe(clean);
  });

  const XOAUTH2 = BASE64(`user=ana\u0001auth=Bearer ${TOKEN}\u0001\u0001`);
  const BEARER = BASE64(`n,a=ana,\u0001host=a\u0001port=993\u0001auth=Bearer ${TOKEN}\u0001\u0001`);
  test.each([
    ["in plain text", `no ${TOKEN} here`],
    ["truncated", `no ${TOKEN.slice(0, 40)}`],
    ["at the detail limit", `${"x".repeat(280)} ${TOKEN}`],
    ["in XOAUTH2", `AUTH XOAUTH2 ${XOAUTH2}`],
    ["in XOAUTH2 at the detail limit", `${"x ".repeat(120)}${XOAUTH2}`],
    ["in OAUTHBEARER", `AUTHENTICATE OAUTHBEARER ${BEARER}`],
    ["in OAUTHBEARER, truncated at both ends", BEARER.slice(7, 150)],
  ])("withoutSecret removes a token %s", (_, said) => {
    const clean = withoutSecret(said, oauth2);
    expect(clean).toContain("***");
    const decoded = [0, 1, 2, 3].map((from) => Buffer.from(clean.slice(from), "base64").toString("latin1"));
    expect([clean, ...decoded].join()).not.toMatch(/ya29|aB3_/);
  });

  test("withoutSecret leaves text without a secret unchanged", () => {
    const said = "[AUTH] invalid login for ana: AUTHENTICATIONFAILED (id 8fK2/xx+91==)";
    expect(withoutSecret(said, password)).toBe(said);
    expect(withoutSecret("a\r\n\0b", { entrada: { kind: "senha", senha: "(.*" } })).toBe("a b");
  });
});
