import { describe, expect, test } from "vitest";
import { withoutSecret } from "./source-entrada.ts";

const BASE64 = (text: string): string => Buffer.from(text).toString("base64");
const SENHA = "hunter2-çé";
const TOKEN = `ya29.${"aB3_-xyZ".repeat(60)}`;

const senha = { entrada: { kind: "senha", senha: SENHA } } as const;
const oauth2 = { entrada: { kind: "oauth2", token: TOKEN } } as const;

describe("a secret that a server echoes is taken out of what it said", () => {
  test.each([
    ["as it is", `PASS ${SENHA}`, "PASS ***"],
    ["in other letters", `bad: ${SENHA.toUpperCase()}!`, "bad: ***!"],
    ["of AUTH PLAIN", `AUTH PLAIN ${BASE64(`\0ana\0${SENHA}`)}?`, "AUTH PLAIN ***?"],
    ["of AUTH PLAIN with a longer name", `<${BASE64(`\0ana@b.example\0${SENHA}`)}>`, "<***>"],
    ["of LOGIN", `what is "${BASE64(SENHA)}"`, 'what is "***"'],
    ["torn off", `AUTH PLAIN ${BASE64(`\0ana\0${SENHA}`).slice(0, -2)}`, "AUTH PLAIN ***"],
  ])("a password, %s", (_, said, clean) => {
    expect(withoutSecret(said, senha)).toBe(clean);
  });

  const XOAUTH2 = BASE64(`user=ana\u0001auth=Bearer ${TOKEN}\u0001\u0001`);
  const BEARER = BASE64(`n,a=ana,\u0001host=a\u0001port=993\u0001auth=Bearer ${TOKEN}\u0001\u0001`);
  test.each([
    ["as it is", `no ${TOKEN} here`],
    ["torn off", `no ${TOKEN.slice(0, 40)}`],
    ["where the detail is cut", `${"x".repeat(280)} ${TOKEN}`],
    ["of XOAUTH2", `AUTH XOAUTH2 ${XOAUTH2}`],
    ["of XOAUTH2, where the detail is cut", `${"x ".repeat(120)}${XOAUTH2}`],
    ["of OAUTHBEARER", `AUTHENTICATE OAUTHBEARER ${BEARER}`],
    ["of OAUTHBEARER, torn off at both ends", BEARER.slice(7, 150)],
  ])("a token, %s", (_, said) => {
    const clean = withoutSecret(said, oauth2);
    expect(clean).toContain("***");
    const decoded = [0, 1, 2, 3].map((from) => Buffer.from(clean.slice(from), "base64").toString("latin1"));
    expect([clean, ...decoded].join()).not.toMatch(/ya29|aB3_/);
  });

  test("and nothing else", () => {
    const said = "[AUTH] invalid login for ana: AUTHENTICATIONFAILED (id 8fK2/xx+91==)";
    expect(withoutSecret(said, senha)).toBe(said);
    expect(withoutSecret("a\r\n\0b", { entrada: { kind: "senha", senha: "(.*" } })).toBe("a b");
  });
});
