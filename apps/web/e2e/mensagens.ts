import fs from "node:fs/promises";
import { MENSAGENS, MENSAGENS_DAS_PESSOAS as PESSOAS } from "@malote/contract";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ESTRADA_MS, rpc } from "./apoio.ts";

/** The contract's list of the sentences that the specification quotes verbatim in its §2, §5, §6 and §8. */
const CONTRATO = "packages/contract/src/mensagens.test.ts";

/** Keys of our own sentences, for rules of spec §5 and §9 that have no quoted sentence. */
const REGRAS = [
  "senhaFraca",
  "senhasDiferentes",
  "textoEmBranco",
  "identificadorEmBranco",
  "identificadorComEspacos",
  "cnpjInvalido",
  "cpfInvalido",
  "inteiroInvalido",
  "decimalInvalido",
  "dataInvalida",
  "horaInvalida",
  "credenciaisInvalidas",
] as const;

/** Our texts for what the specification names without wording. */
export const PROPRIAS = {
  contatoEnviado: "Mensagem enviada",
  contaCriada: "Falta só confirmar",
  apiTokenGerado: PESSOAS.apiTokenGerado,
  conviteEnviado: "Convite enviado para",
  usuarioAtivado: PESSOAS.usuarioAtivado,
  usuarioInativado: PESSOAS.usuarioInativado,
  limitePdf: "até 1.000 documentos",
  limiteCsv: "até 5.000 documentos",
} as const;

/** Every sentence that must be shown. @throws when the contract's list is not found */
export async function readMensagens(): Promise<string[]> {
  const source = await fs.readFile(CONTRATO, "utf8");
  const list = /const CITADAS = \[([\s\S]*?)\n\];/.exec(source)?.[1];
  const citadas = [...(list ?? "").matchAll(/"([^"\n]+)",/g)].map(([, sentence = ""]) => sentence);
  if (citadas.length < 20) throw new Error(`${CONTRATO} no longer lists the sentences`);
  return [...new Set([...citadas, ...REGRAS.map((key) => MENSAGENS[key]), ...Object.values(PROPRIAS)])];
}

const vistas = new Map<string, string>();

/** The test that showed a sentence in this run. */
export function historiaQueMostrou(sentence: string): string | undefined {
  return vistas.get(sentence);
}

/** Waits until a sentence is visible, and records the test that showed it. */
export async function ver(onde: Page | Locator, sentence: string): Promise<void> {
  await expect(onde.getByText(sentence).first()).toBeVisible({ timeout: ESTRADA_MS });
  const { title, annotations } = test.info();
  vistas.set(sentence, title);
  annotations.push({ type: "mensagem", description: sentence });
}

/** Makes the requests of one method fail while `work` runs. */
export async function semRede(page: Page, method: string, work: () => Promise<void>): Promise<void> {
  await page.route("**/Services/", (route) =>
    route.request().postData()?.includes(`"${method}"`) ? route.abort("connectionreset") : route.fallback(),
  );
  await work();
  await page.unroute("**/Services/");
}

const SESSAO = "malote-sessao";
const SENHA = "Moinho2026estrela";

export type Convidada = { nome: string; email: string };

/** Invites an ordinary user. */
export async function invite(page: Page, token: string): Promise<Convidada> {
  const nome = `mensagem${Date.now() % 1e9}`;
  const email = `${nome}@demo.example`;
  const usuario = { nome: "Rita", nomeCompleto: "Rita das Mensagens", nomeUsuario: nome, email };
  await rpc(page, "Usuario.inviteUsuario", { usuario }, token);
  return { nome, email };
}

/** Accepts an invitation and signs this page in as that user. */
export async function enterAs(page: Page, { nome }: Convidada, link: string): Promise<void> {
  await rpc(page, "Usuario.saveInviteUsuario", { inviteToken: link.split("/").at(-1), password: SENHA });
  const credenciais = { identificador: "demo", nomeUsuario: nome, senha: SENHA };
  const { authToken } = (await rpc(page, "Auth.logar", credenciais)) as { authToken: string };
  await page.addInitScript(
    ([key, token]) => {
      if (window.top === window && key && token) sessionStorage.setItem(key, token);
    },
    [SESSAO, authToken],
  );
}

/** Sets how SEFAZ fails in the sandbox; an empty list ends all failures. */
export async function breakSefaz(page: Page, regras: object[]): Promise<void> {
  const answer = await page.request.post(`${process.env.SANDBOX_URL}/sefaz/falhas`, { data: { regras } });
  expect(answer.ok()).toBe(true);
}
