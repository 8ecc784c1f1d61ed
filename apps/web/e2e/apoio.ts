import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
  type Request,
} from "@playwright/test";

/** The demo conta of the sandbox. */
export const DEMO = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" } as const;

/** How long the road may take from the mailbox to the screen. */
export const ESTRADA_MS = 60_000;

/** How long between two looks for what is on its way: the runner's own last step is a whole second. */
const OLHADAS_MS = [100, 150, 250];

/** Over a slow wire a connection is still used when its other end has closed it for idleness. Elsewhere a broken one is a failure. */
const OUTRA_CONEXAO = { maxRetries: process.env.DEMORA ? 1 : 0 };

const SESSAO = "malote-sessao";
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe says of colours. */
const CORES = ["color-contrast", "link-in-text-block"];

type Nota = {
  id: string;
  chaveAcesso: string;
  numeroNota: string;
  nfeStatus: string;
  sefazStatus: string | null;
};
type Email = { id: string; assunto: string; estado: string };

/** A page, or the hand of a whole file before its first page. */
type ComPedido = { request: APIRequestContext };

function sandboxUrl(): string {
  const url = process.env.SANDBOX_URL;
  if (!url) throw new Error("SANDBOX_URL is not set: run the stories with `npm test`");
  return url;
}

/** Plays a scenario of the sandbox. @returns the access keys it made */
export async function playCenario({ request }: ComPedido, nome: string): Promise<string[]> {
  const response = await request.post(`${sandboxUrl()}/cenarios/${nome}`, OUTRA_CONEXAO);
  expect(response.ok(), `scenario ${nome}`).toBe(true);
  const { chaves } = (await response.json()) as { chaves: string[] };
  return chaves;
}

/** Plays several at once, so that one collection brings them all. @returns the access keys of each */
export async function playCenarios<N extends string>(
  hand: ComPedido,
  nomes: readonly N[],
): Promise<Record<N, string[]>> {
  const chaves: [N, string[]][] = [];
  for (const nome of nomes) chaves.push([nome, await playCenario(hand, nome)]);
  return Object.fromEntries(chaves) as Record<N, string[]>;
}

/** Puts a raw message into the demo mailbox. */
export async function putEmail({ request }: ComPedido, raw: string): Promise<void> {
  const response = await request.post(`${sandboxUrl()}/emails`, {
    ...OUTRA_CONEXAO,
    headers: { "content-type": "message/rfc822" },
    data: raw,
  });
  expect(response.ok()).toBe(true);
}

/** Waits for the newest letter to somebody in which something stands. @returns its text */
export async function waitCarta({ request }: ComPedido, para: string, contem: RegExp): Promise<string> {
  let texto = "";
  const read = async (): Promise<boolean> => {
    const estado = (await (await request.get(`${sandboxUrl()}/estado`)).json()) as {
      enviados: { id: number; para: string[] }[];
    };
    for (const { id } of estado.enviados.filter((enviado) => enviado.para.includes(para))) {
      texto = await (await request.get(`${sandboxUrl()}/enviados/${id}/html`)).text();
      if (contem.test(texto)) return true;
    }
    return false;
  };
  await expect
    .poll(read, { timeout: ESTRADA_MS, intervals: OLHADAS_MS, message: `a carta para ${para}` })
    .toBe(true);
  return texto;
}

/** Moves the clock of the whole demonstration, SEFAZ's and ours, forward. */
export async function moveRelogio({ request }: ComPedido, avancarMs: number): Promise<void> {
  const response = await request.post(`${sandboxUrl()}/relogio`, { ...OUTRA_CONEXAO, data: { avancarMs } });
  expect(response.ok()).toBe(true);
}

/** Calls a method as the ERP would. */
export async function rpc(page: Page, method: string, params: object, authToken?: string): Promise<unknown> {
  const data = { id: 1, method, params, authToken };
  const response = await page.request.post("/Services/", { ...OUTRA_CONEXAO, data });
  const { result, error } = (await response.json()) as { result: unknown; error: unknown };
  expect(error, method).toBeNull();
  return result;
}

type Sessao = { authToken: string; cookies: Awaited<ReturnType<BrowserContext["cookies"]>> };

/** The session of this hand's stories: they share it while it is open, as somebody does who looks at several things in a day. */
let aberta: Sessao | undefined;

/** Signs in at the server. Two who do so at once may be told to wait: the brake counts an attempt before it knows that it was right. */
async function openSessao(page: Page): Promise<Sessao> {
  let answer: { authToken: string | null } = { authToken: null };
  const enter = async (): Promise<string | null> => {
    answer = (await rpc(page, "Auth.logar", DEMO)) as typeof answer;
    return answer.authToken;
  };
  const message = "a entrada na conta da demonstração";
  await expect
    .poll(enter, { timeout: 2 * ESTRADA_MS, intervals: [1_000, 2_000, 5_000], message })
    .not.toBeNull();
  return { authToken: answer.authToken ?? "", cookies: await page.context().cookies() };
}

async function isOpen(page: Page, { authToken }: Sessao): Promise<boolean> {
  const data = { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken };
  const response = await page.request.post("/Services/", { ...OUTRA_CONEXAO, data });
  const { error } = (await response.json()) as { error: unknown };
  return error === null;
}

/** Signs in without the form, for the stories that are about something else. @returns the token */
export async function signIn(page: Page): Promise<string> {
  if (aberta && (await isOpen(page, aberta))) await page.context().addCookies(aberta.cookies);
  else aberta = await openSessao(page);
  const { authToken } = aberta;
  await page.addInitScript(
    ([key, token]) => {
      // Frames of e-mails have no storage, and want none.
      if (window.top === window && key && token) sessionStorage.setItem(key, token);
    },
    [SESSAO, authToken],
  );
  return authToken;
}

/** Fills the sign-in form and sends it. */
export async function fillLogin(page: Page, senha: string = DEMO.senha): Promise<void> {
  await page.getByLabel("Identificador").fill(DEMO.identificador);
  await page.getByLabel("Usuário").fill(DEMO.nomeUsuario);
  await page.getByRole("textbox", { name: "Senha" }).fill(senha);
  await page.getByRole("button", { name: "Entrar" }).click();
}

/** Breaks the session of this tab, as its end on the server would. */
export async function breakSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate((key) => sessionStorage.setItem(key, "terminada"), SESSAO);
}

/** Waits until the document of a key is there and `ready`. */
export async function waitNota(
  page: Page,
  { token, chave }: { token: string; chave: string },
  ready: (nota: Nota) => boolean = ({ sefazStatus }) => sefazStatus !== null,
): Promise<Nota> {
  let found: Nota | undefined;
  await expect
    .poll(
      async () => {
        const searchFilter = { chaveAcesso: chave };
        const { results } = (await rpc(page, "Nota.getListNota", { searchFilter }, token)) as {
          results: Nota[];
        };
        found = results.find(ready);
        return found !== undefined;
      },
      { timeout: ESTRADA_MS, intervals: OLHADAS_MS, message: `a nota ${chave}` },
    )
    .toBe(true);
  if (!found) throw new Error(`no document ${chave}`);
  return found;
}

/** How long after its e-mail the scenario "nota-cancelada-depois" cancels its document. */
const CANCELA_APOS_MS = 3_000;

/** Waits until what a scenario cancels is known to be cancelled; whoever heard of it too early asks SEFAZ again. */
export async function waitCancelada(page: Page, alvo: { token: string; chave: string }): Promise<Nota> {
  const { sefazStatus } = await waitNota(page, alvo);
  if (sefazStatus === "100") {
    await page.waitForTimeout(CANCELA_APOS_MS);
    await rpc(page, "Nota.consultarSefaz", { tipo: "NFe", chave: alvo.chave }, alvo.token);
  }
  return await waitNota(page, alvo, (nota) => nota.sefazStatus === "101");
}

/** Waits until an e-mail is read. */
export async function waitEmail(page: Page, token: string, assunto: string): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(
      async () => {
        const searchFilter = { assunto };
        const { results } = (await rpc(page, "Email.getListEmail", { searchFilter }, token)) as {
          results: Email[];
        };
        found = results.find(({ estado }) => estado === "lido");
        return found !== undefined;
      },
      { timeout: ESTRADA_MS, intervals: OLHADAS_MS, message: `o e-mail ${assunto}` },
    )
    .toBe(true);
  if (!found) throw new Error(`no e-mail ${assunto}`);
  return found;
}

/** Waits until a request has its answer, or was given up, and the page has drawn what came of it. */
export async function answered(request: Request): Promise<void> {
  await request.response().then(
    (response) => response?.finished(),
    () => undefined,
  );
  await request.frame().evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Presses two keys that count as one within a second, again where the machine took longer between them. */
export async function pressTwo(page: Page, teclas: string, leadsTo: RegExp): Promise<void> {
  await expect(async () => {
    for (const tecla of teclas) await page.keyboard.press(tecla);
    await expect(page).toHaveURL(leadsTo, { timeout: 3_000 });
  }).toPass({ timeout: ESTRADA_MS });
}

/** The page of a document in the received list, whatever its state. */
export function listaDe(texto: string, resto = "erp=todos&emissao=tudo"): string {
  return `/dfe_recebidos?texto=${encodeURIComponent(texto)}&${resto}`;
}

/** How each page stood when axe last looked at the whole of it. */
const vistas = new WeakMap<Page, string>();

/**
 * The elements of a page, what they say and where each of them stands; not their colours. Another document, or another width, is another
 * form of it.
 */
async function formaOf(page: Page): Promise<string> {
  const forma = await page.evaluate(() => {
    const parts: (string | number)[] = [performance.timeOrigin, innerWidth, innerHeight, document.title];
    const colours = /^(class|style|fill|stroke|stop-color|srcset|media|data-mantine-color-scheme)$/;
    for (const element of document.querySelectorAll("*")) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      parts.push(element.tagName, Math.round(x), Math.round(y), Math.round(width), Math.round(height), +seen);
      for (const { name, value } of element.attributes) if (!colours.test(name)) parts.push(name, value);
    }
    parts.push(document.body.textContent ?? "");
    return parts.join("\n");
  });
  return createHash("sha256").update(forma).digest("hex");
}

/** A script to bring where axe is already: half a megabyte is not read again for each look. */
const AQUI = "0";

/** What axe lays open of its reading of colours. @source axe-core 4.13, axe.commons.color.Color */
type Cor = { r: number; g: number; b: number; alpha: number; parseString(text: string): Cor };
type ComAxe = { axe?: { commons: { color: { Color: { prototype: Cor } } } } };

/** Brings axe into a document, once. A page has a dozen colours and a thousand elements: what each colour is it works out once, too. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await new AxeBuilder({ page }).setLegacyMode().withRules("document-title").analyze();
  await page.evaluate(() => {
    const cor = (window as unknown as ComAxe).axe?.commons.color.Color.prototype;
    if (!cor) return;
    const read = cor.parseString;
    const known = new Map<string, Pick<Cor, "r" | "g" | "b" | "alpha">>();
    cor.parseString = function (text) {
      const seen = known.get(text);
      if (seen) return Object.assign(this, seen);
      const { r, g, b, alpha } = read.call(this, text);
      known.set(text, { r, g, b, alpha });
      return this;
    };
  });
}

/**
 * What axe finds wrong with the page as it stands. Where nothing but the theme changed since the whole of it was looked at, only what
 * colours change is asked: every other rule judges the elements, their words and their places, and would see the same ones.
 */
export async function findViolations(page: Page): Promise<string[]> {
  // What is old while the new is on its way is paler, for as long as that takes.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const forma = await formaOf(page);
  const soCores = vistas.get(page) === forma;
  await bringAxe(page);
  // The letter of an e-mail is somebody else's page, in a frame where no script runs. Without frames the page itself can be asked, which
  // is the same answer without a second page to put it together (legacy mode).
  // Of what is right it tells no more than that: to write down each element costs more than to look at it.
  const axe = new AxeBuilder({ page, axeSource: AQUI })
    .exclude("iframe")
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const { violations } = await (soCores ? axe.withRules(CORES) : axe.withTags(TAGS)).analyze();
  vistas.set(page, forma);
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} [${impact}] ×${nodes.length}: ${nodes[0]?.html.slice(0, 160)} · ${nodes[0]?.failureSummary?.split("\n")[1] ?? ""}`,
  );
}

/** Keeps a picture of the screen, where somebody wants pictures (SCREENSHOTS_DIR). */
export async function keepTela(page: Page, nome: string): Promise<void> {
  const dir = process.env.SCREENSHOTS_DIR;
  if (dir === undefined) return;
  await fs.mkdir(dir, { recursive: true });
  await page.waitForLoadState("networkidle");
  await page.screenshot({ animations: "disabled", path: `${dir}/${nome}.png` });
}
