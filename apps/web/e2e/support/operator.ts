import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { readSandboxCaixa } from "./mailbox.ts";
import { type Credentials, createConta } from "./new-conta.ts";
import { rpc } from "./sandbox.ts";

const SESSION_KEY = "malote-sessao";

/** Makes a user an operator or not, with the server command: npm run conta -- produto. */
export async function setOperator(who: Credentials, valor: "sim" | "nao"): Promise<void> {
  const dataDir = path.resolve(process.env.SANDBOX_FILE ?? "", "../..");
  const args = ["scripts/operator.mjs", "conta", "produto", who.identificador, who.nomeUsuario, valor];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } });
}

/**
 * Creates a conta, makes its owner an operator, and signs this page in as that owner.
 * @returns owner and token
 */
export async function signInOperator(page: Page): Promise<{ who: Credentials; token: string }> {
  const who = await createConta(page);
  await setOperator(who, "sim");
  const { authToken } = (await rpc(page, "Auth.logar", who)) as { authToken: string };
  await page.addInitScript(
    ([key, token]) => {
      if (window.top === window && key && token) sessionStorage.setItem(key, token);
    },
    [SESSION_KEY, authToken],
  );
  return { who, token: authToken };
}

/** Connects a mailbox that always fails. @returns its address */
export async function addBrokenCaixa(page: Page, token: string): Promise<string> {
  const { imap } = await readSandboxCaixa();
  const usuario = `fiscal${Date.now() % 1e9}@padaria.example`;
  const caixaEmail = {
    descricao: "Fiscal",
    tipo: "imap",
    usuario,
    senha: "errada",
    servidor: "127.0.0.1",
    porta: imap,
    pasta: "INBOX",
  };
  const { sucesso, mensagem } = (await rpc(page, "CaixaEmail.saveCaixaEmail", { caixaEmail }, token)) as {
    sucesso: boolean;
    mensagem: string | null;
  };
  expect(sucesso, mensagem ?? "").toBe(true);
  return usuario;
}

type Mixture = { de: string | null; ate: string | null };

async function setMixtures({ request }: Page, change: (all: Mixture[]) => object[]): Promise<void> {
  const url = process.env.SANDBOX_URL;
  const { sefaz } = (await (await request.get(`${url}/estado`)).json()) as { sefaz: { misturas: Mixture[] } };
  const rules = change(sefaz.misturas).map((rule) => ({ ...rule, de: undefined, ate: undefined }));
  expect((await request.post(`${url}/sefaz/falhas`, { data: { regras: rules } })).ok()).toBe(true);
}

/** No other test waits for a SEFAZ query of an MDF-e. */
const MDFE = { quais: ["conexao-cortada"], servico: "MDFeConsulta" } as const;
const isMdfe = (rule: object): boolean => "servico" in rule && rule.servico === MDFE.servico;

/** Makes SEFAZ cut the connections of MDF-e queries, in addition to the failures set by other tests. */
export async function cutMdfe(page: Page): Promise<void> {
  await setMixtures(page, (all) => [...all.filter((rule) => !isMdfe(rule)), MDFE]);
}

export async function healMdfe(page: Page): Promise<void> {
  await setMixtures(page, (all) => all.filter((rule) => !isMdfe(rule)));
}
