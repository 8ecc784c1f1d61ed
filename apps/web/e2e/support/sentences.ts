import fs from "node:fs/promises";
import { MESSAGES, PEOPLE_MESSAGES as PEOPLE_SENTENCES } from "@malote/contract";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { PIPELINE_MS, rpc } from "./sandbox.ts";

/** The contract's list of the sentences that the specification quotes verbatim in its §2, §5, §6 and §8. */
const CONTRACT_TEST = "packages/contract/src/messages/messages.test.ts";

/** Keys of our own sentences, for rules of spec §5 and §9 that have no quoted sentence. */
const RULE_KEYS = [
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
export const OWN_TEXTS = {
  contatoEnviado: "Mensagem enviada",
  contaCriada: "Falta só confirmar",
  apiTokenGerado: PEOPLE_SENTENCES.apiTokenGerado,
  conviteEnviado: "Convite enviado para",
  usuarioAtivado: PEOPLE_SENTENCES.usuarioAtivado,
  usuarioInativado: PEOPLE_SENTENCES.usuarioInativado,
  limitePdf: "até 1.000 documentos",
  limiteCsv: "até 5.000 documentos",
} as const;

/** Every sentence that must be shown. @throws when the contract's list is not found */
export async function readSentences(): Promise<string[]> {
  const source = await fs.readFile(CONTRACT_TEST, "utf8");
  const list = /const QUOTED = \[([\s\S]*?)\n\];/.exec(source)?.[1];
  const quoted = [...(list ?? "").matchAll(/"([^"\n]+)",/g)].map(([, sentence = ""]) => sentence);
  if (quoted.length < 20) throw new Error(`${CONTRACT_TEST} no longer lists the sentences`);
  return [...new Set([...quoted, ...RULE_KEYS.map((key) => MESSAGES[key]), ...Object.values(OWN_TEXTS)])];
}

const shownBy = new Map<string, string>();

/** The test that showed a sentence in this run. */
export function testThatShowed(sentence: string): string | undefined {
  return shownBy.get(sentence);
}

/** Waits until a sentence is visible, and records the test that showed it. */
export async function expectSentence(place: Page | Locator, sentence: string): Promise<void> {
  await expect(place.getByText(sentence).first()).toBeVisible({ timeout: PIPELINE_MS });
  const { title, annotations } = test.info();
  shownBy.set(sentence, title);
  annotations.push({ type: "mensagem", description: sentence });
}

/** Makes the requests of one method fail while `work` runs. */
export async function withoutNetwork(page: Page, method: string, work: () => Promise<void>): Promise<void> {
  await page.route("**/Services/", (route) =>
    route.request().postData()?.includes(`"${method}"`) ? route.abort("connectionreset") : route.fallback(),
  );
  await work();
  await page.unroute("**/Services/");
}

const SESSION_KEY = "malote-sessao";
const PASSWORD = "Moinho2026estrela";

export type InvitedUser = { nome: string; email: string };

/** Invites an ordinary user. */
export async function invite(page: Page, token: string): Promise<InvitedUser> {
  const name = `mensagem${Date.now() % 1e9}`;
  const email = `${name}@demo.example`;
  const usuario = { nome: "Rita", nomeCompleto: "Rita das Mensagens", nomeUsuario: name, email };
  await rpc(page, "Usuario.inviteUsuario", { usuario }, token);
  return { nome: name, email };
}

/** Accepts an invitation and signs this page in as that user. */
export async function enterAs(page: Page, { nome: name }: InvitedUser, link: string): Promise<void> {
  await rpc(page, "Usuario.saveInviteUsuario", { inviteToken: link.split("/").at(-1), password: PASSWORD });
  const credentials = { identificador: "demo", nomeUsuario: name, senha: PASSWORD };
  const { authToken } = (await rpc(page, "Auth.logar", credentials)) as { authToken: string };
  await page.addInitScript(
    ([key, token]) => {
      if (window.top === window && key && token) sessionStorage.setItem(key, token);
    },
    [SESSION_KEY, authToken],
  );
}

/** Sets how SEFAZ fails in the sandbox; an empty list ends all failures. */
export async function breakSefaz(page: Page, rules: object[]): Promise<void> {
  const answer = await page.request.post(`${process.env.SANDBOX_URL}/sefaz/falhas`, {
    data: { regras: rules },
  });
  expect(answer.ok()).toBe(true);
}
