import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { rpc } from "./apoio.ts";
import { type Credenciais, openConta } from "./conta-nova.ts";
import { readCaixaSandbox } from "./correio.ts";

const SESSAO = "malote-sessao";

/** Makes a user an operator or not, with the server command: npm run conta -- produto. */
export async function setProduto(quem: Credenciais, valor: "sim" | "nao"): Promise<void> {
  const dataDir = path.resolve(process.env.SANDBOX_FILE ?? "", "../..");
  const args = ["scripts/conta.mjs", "produto", quem.identificador, quem.nomeUsuario, valor];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } });
}

/**
 * Creates a conta, makes its owner an operator, and signs this page in as that owner.
 * @returns owner and token
 */
export async function signInOperator(page: Page): Promise<{ quem: Credenciais; token: string }> {
  const quem = await openConta(page);
  await setProduto(quem, "sim");
  const { authToken } = (await rpc(page, "Auth.logar", quem)) as { authToken: string };
  await page.addInitScript(
    ([key, token]) => {
      if (window.top === window && key && token) sessionStorage.setItem(key, token);
    },
    [SESSAO, authToken],
  );
  return { quem, token: authToken };
}

/** Connects a mailbox that always fails. @returns its address */
export async function addBrokenCaixa(page: Page, token: string): Promise<string> {
  const { imap } = await readCaixaSandbox();
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
  const regras = change(sefaz.misturas).map((regra) => ({ ...regra, de: undefined, ate: undefined }));
  expect((await request.post(`${url}/sefaz/falhas`, { data: { regras } })).ok()).toBe(true);
}

/** No other test waits for a SEFAZ query of an MDF-e. */
const MDFE = { quais: ["conexao-cortada"], servico: "MDFeConsulta" } as const;
const isMdfe = (regra: object): boolean => "servico" in regra && regra.servico === MDFE.servico;

/** Makes SEFAZ cut the connections of MDF-e queries, in addition to the failures set by other tests. */
export async function cutMdfe(page: Page): Promise<void> {
  await setMixtures(page, (all) => [...all.filter((regra) => !isMdfe(regra)), MDFE]);
}

export async function healMdfe(page: Page): Promise<void> {
  await setMixtures(page, (all) => all.filter((regra) => !isMdfe(regra)));
}
