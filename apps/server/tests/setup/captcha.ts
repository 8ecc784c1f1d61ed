import { pbkdf2Sync } from "node:crypto";
import { type DeriveKeyFunction, solveChallenge } from "altcha-lib";
import type { CaptchaAction, CaptchaChallenge } from "../../src/services/captcha/captcha.rules.ts";
import { get, type Wire } from "./wire.ts";

/** Replaces the library's function, which would use a thread for each of a thousand attempts. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2Sync(password, salt, cost, keyLength, "sha256"),
});

/** Requests a challenge from the server. */
export async function requestChallenge(wire: Wire, acao: CaptchaAction): Promise<CaptchaChallenge> {
  const response = await get(wire, `/Services/captcha?acao=${acao}`);
  if (response.status !== 200) throw new Error(`no challenge: ${response.status} ${await response.text()}`);
  return (await response.json()) as CaptchaChallenge;
}

/** Solves a challenge as the page does. */
export async function computeSolution(challenge: CaptchaChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return packCaptcha({ challenge, solution });
}

/** The text that methods take as `captcha`. */
export function packCaptcha(solved: unknown): string {
  return Buffer.from(JSON.stringify(solved)).toString("base64");
}

/** A solved captcha, valid for one call. */
export async function solveCaptcha(wire: Wire, acao: CaptchaAction): Promise<string> {
  return await computeSolution(await requestChallenge(wire, acao));
}
