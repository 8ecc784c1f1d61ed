import { pbkdf2Sync } from "node:crypto";
import { type DeriveKeyFunction, solveChallenge } from "altcha-lib";
import type { AcaoCaptcha, Desafio } from "../src/services/captcha/captcha.rules.ts";
import { get, type Wire } from "./wire.ts";

/** Replaces the library's function, which would use a thread for each of a thousand attempts. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2Sync(password, salt, cost, keyLength, "sha256"),
});

/** Requests a challenge from the server. */
export async function askCaptcha(wire: Wire, acao: AcaoCaptcha): Promise<Desafio> {
  const response = await get(wire, `/Services/captcha?acao=${acao}`);
  if (response.status !== 200) throw new Error(`no challenge: ${response.status} ${await response.text()}`);
  return (await response.json()) as Desafio;
}

/** Solves a challenge as the page does. */
export async function workOut(challenge: Desafio): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return pack({ challenge, solution });
}

/** The text that methods take as `captcha`. */
export function pack(resolvido: unknown): string {
  return Buffer.from(JSON.stringify(resolvido)).toString("base64");
}

/** A solved captcha, valid for one call. */
export async function solveCaptcha(wire: Wire, acao: AcaoCaptcha): Promise<string> {
  return await workOut(await askCaptcha(wire, acao));
}
