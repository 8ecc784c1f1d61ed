import { CAPTCHA_MS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CaptchaAction, CaptchaChallenge } from "../../src/services/captcha/captcha.rules.ts";
import { spendCaptcha } from "../../src/services/captcha/spend-captcha.ts";
import { computeSolution, packCaptcha, requestChallenge, solveCaptcha } from "../setup/captcha.ts";
import { createWire, get, type Wire } from "../setup/wire.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

/** null when accepted, else the refusal's key and field. */
async function spend(captcha: string, acao: CaptchaAction = "contato"): Promise<[string, string] | null> {
  try {
    await spendCaptcha(wire.ctx, { captcha, action: acao });
    return null;
  } catch (error) {
    return [(error as { key: string }).key, (error as { campo: string }).campo];
  }
}

const REFUSED = ["captchaInvalido", "captcha"];

function unpack(captcha: string): {
  challenge: CaptchaChallenge;
  solution: { counter: number; derivedKey: string };
} {
  return JSON.parse(Buffer.from(captcha, "base64").toString());
}

test("a solved captcha is accepted once", async () => {
  const captcha = await solveCaptcha(wire, "contato");
  expect(await spend(captcha)).toBeNull();
  expect(await spend(captcha)).toEqual(REFUSED);
});

test("of twenty simultaneous uses of one captcha, one succeeds", async () => {
  const captcha = await solveCaptcha(wire, "download");
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => spend(captcha, "download")));
  expect(outcomes.filter((each) => each === null)).toHaveLength(1);
});

test("the same solution in another serialization counts as the same captcha", async () => {
  const captcha = await solveCaptcha(wire, "contato");
  const { challenge, solution } = unpack(captcha);
  expect(await spend(captcha)).toBeNull();
  expect(await spend(packCaptcha({ solution: { ...solution, took: 7 }, challenge }))).toEqual(REFUSED);
  expect(await spend(`${captcha}\n`)).toEqual(REFUSED);
});

test("a captcha for another action is refused and stays valid for its own action", async () => {
  const captcha = await solveCaptcha(wire, "download");
  expect(await spend(captcha, "criar-conta")).toEqual(REFUSED);
  expect(await spend(captcha, "download")).toBeNull();
});

test("a captcha expires after ten minutes of the application's clock", async () => {
  const [inTime, late] = [await solveCaptcha(wire, "contato"), await solveCaptcha(wire, "contato")];
  wire.clock.advance(CAPTCHA_MS - 60_000);
  expect(await spend(inTime)).toBeNull();
  wire.clock.advance(60_000);
  expect(await spend(late)).toEqual(REFUSED);
});

test("a captcha is accepted after the clock is set to the past", async () => {
  wire.clock.set(new Date("2026-01-02T12:00:00Z"));
  expect(await spend(await solveCaptcha(wire, "contato"))).toBeNull();
  wire.clock.set(new Date());
});

type Tamper = (o: ReturnType<typeof unpack>) => unknown;
const withParameters = (o: ReturnType<typeof unpack>, change: object) => ({
  ...o,
  challenge: { ...o.challenge, parameters: { ...o.challenge.parameters, ...change } },
});

test.each<[string, Tamper]>([
  ["a lower cost", (o) => withParameters(o, { cost: o.challenge.parameters.cost - 1 })],
  ["a shorter prefix", (o) => withParameters(o, { keyPrefix: "00" })],
  [
    "another act",
    (o) => withParameters(o, { data: { ...o.challenge.parameters.data, acao: "criar-conta" } }),
  ],
  ["a longer life", (o) => withParameters(o, { data: { acao: "contato", ate: Date.now() + 9e9 } })],
  ["no key signature", (o) => withParameters(o, { keySignature: undefined })],
  ["another signature", (o) => ({ ...o, challenge: { ...o.challenge, signature: "0".repeat(64) } })],
  ["no signature", (o) => ({ ...o, challenge: { parameters: o.challenge.parameters } })],
  ["another key", (o) => ({ ...o, solution: { ...o.solution, derivedKey: "ab".repeat(32) } })],
  ["a key that is none", (o) => ({ ...o, solution: { ...o.solution, derivedKey: "zz" } })],
  ["no solution", (o) => ({ challenge: o.challenge })],
])("a captcha with %s is refused", async (_name, change) => {
  const captcha = await solveCaptcha(wire, "contato");
  expect(await spend(packCaptcha(change(unpack(captcha))), "criar-conta")).toEqual(REFUSED);
  expect(await spend(packCaptcha(change(unpack(captcha))))).toEqual(REFUSED);
  expect(await spend(captcha)).toBeNull();
});

test.each(["x", "null", "e30=", "bnVsbA==", Buffer.from("[".repeat(3_000)).toString("base64")])(
  "a malformed captcha (%s) is refused without an internal error",
  async (captcha) => {
    expect(await spend(captcha)).toEqual(REFUSED);
  },
);

test("a server with another key refuses the captcha", async () => {
  const captcha = await solveCaptcha(wire, "contato");
  const config = { ...wire.config, chave: Buffer.alloc(32, 1) };
  const other = spendCaptcha({ ...wire.ctx, config }, { captcha, action: "contato" });
  await expect(other).rejects.toMatchObject({ key: "captchaInvalido" });
});

test("a captcha challenge sets no cookie, is not cacheable, has the configured cost, and is unique", async () => {
  const response = await get(wire, "/Services/captcha?acao=contato");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("set-cookie")).toBeNull();
  const [a, b] = [(await response.json()) as CaptchaChallenge, await requestChallenge(wire, "contato")];
  expect(a.parameters).toMatchObject({ algorithm: "PBKDF2/SHA-256", cost: 1, data: { acao: "contato" } });
  expect(a.signature).not.toBe(b.signature);
  expect(await computeSolution(a)).not.toBe(await computeSolution(b));
});

test.each(["", "?acao=", "?acao=outra", "?acao=contato&acao=contato"])(
  "a challenge request without a known action is answered with 400 (%s)",
  async (query) => {
    const response = await get(wire, `/Services/captcha${query}`);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { sucesso: false, erros: [{ campo: "acao" }] },
    ]);
  },
);

test("a challenge request by POST is answered with 405", async () => {
  const response = await fetch(`${wire.server.url}/Services/captcha?acao=contato`, { method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("the captcha challenges of one address are limited", async () => {
  await requestChallenge(wire, "contato");
  await wire.asOwner("UPDATE limite_uso SET usos = 300 WHERE chave LIKE 'captcha-desafio:%'");
  const response = await get(wire, "/Services/captcha?acao=contato");
  expect([response.status, await response.json()]).toMatchObject([
    429,
    {
      sucesso: false,
      mensagem: expect.stringMatching(/^Muitas verificações deste endereço\. Aguarde \d+ min\.$/),
    },
  ]);
});
