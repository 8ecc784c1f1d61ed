import type { Page } from "@playwright/test";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { linkOf } from "./records.ts";
import { rpc } from "./sandbox.ts";

export type Credentials = { identificador: string; nomeUsuario: string; senha: string };

/** Creates and confirms an empty conta. Its own pages have their own tests. */
export async function createConta(page: Page): Promise<Credentials> {
  const suffix = `${Date.now() % 1e9}${Math.floor(Math.random() * 1e3)}`;
  const credentials = { identificador: `padaria${suffix}`, nomeUsuario: "dona", senha: "Padaria2026pao" };
  const emailUsuario = `dona${suffix}@padaria.example`;
  const answer = await page.request.get("/Services/captcha?acao=criar-conta");
  const challenge = (await answer.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  await rpc(page, "Conta.newConta", {
    captcha: btoa(JSON.stringify({ challenge, solution })),
    conta: { tipoPessoa: "Jurídica", identificador: credentials.identificador, uf: "SP" },
    emailUsuario,
    nomeUsuario: credentials.nomeUsuario,
    nomeCompleto: "Dona Benta",
  });
  const link = await linkOf(page, emailUsuario, /\/usuario_convidado\/setup\//);
  const inviteToken = link.split("/").at(-1);
  await rpc(page, "Usuario.saveInviteUsuario", { inviteToken, password: credentials.senha });
  return credentials;
}
