import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";

/** The demo conta of the sandbox. */
export const DEMO = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" } as const;

/** How long an e-mail may take from the mailbox to the screen, in ms. */
export const PIPELINE_MS = 60_000;

/** Polling intervals in ms: Playwright's own last interval is a whole second. */
const POLL_INTERVALS_MS = [100, 150, 250];

/**
 * A slow network may reuse a connection that the server has closed as idle. Elsewhere a broken one is a
 * failure.
 */
const RETRY_CONNECTION = { maxRetries: process.env.DEMORA ? 1 : 0 };

const SESSION_KEY = "malote-sessao";
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The axe rules about colours. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

type Nota = {
  id: string;
  chaveAcesso: string;
  numeroNota: string;
  nfeStatus: string;
  sefazStatus: string | null;
};
type Email = { id: string; assunto: string; estado: string };

/** A page, or the request context of a file before its first page. */
type WithRequest = { request: APIRequestContext };

function sandboxUrl(): string {
  const url = process.env.SANDBOX_URL;
  if (!url) throw new Error("SANDBOX_URL is not set: run the browser tests with `npm test`");
  return url;
}

/** Plays a scenario of the sandbox. @returns the access keys it made */
export async function playScenario({ request }: WithRequest, name: string): Promise<string[]> {
  const response = await request.post(`${sandboxUrl()}/cenarios/${name}`, RETRY_CONNECTION);
  expect(response.ok(), `scenario ${name}`).toBe(true);
  const { chaves } = (await response.json()) as { chaves: string[] };
  return chaves;
}

/** Plays several scenarios, so that one mailbox poll brings them all. @returns the access keys of each */
export async function playScenarios<N extends string>(
  source: WithRequest,
  names: readonly N[],
): Promise<Record<N, string[]>> {
  const chaves: [N, string[]][] = [];
  for (const name of names) chaves.push([name, await playScenario(source, name)]);
  return Object.fromEntries(chaves) as Record<N, string[]>;
}

/** Puts a raw message into the demo mailbox. */
export async function putEmail({ request }: WithRequest, raw: string): Promise<void> {
  const response = await request.post(`${sandboxUrl()}/emails`, {
    ...RETRY_CONNECTION,
    headers: { "content-type": "message/rfc822" },
    data: raw,
  });
  expect(response.ok()).toBe(true);
}

/** Waits for an e-mail to an address whose text matches. @returns its text */
export async function waitSentEmail(
  { request }: WithRequest,
  recipient: string,
  pattern: RegExp,
): Promise<string> {
  let text = "";
  const read = async (): Promise<boolean> => {
    const estado = (await (await request.get(`${sandboxUrl()}/estado`)).json()) as {
      enviados: { id: number; para: string[] }[];
    };
    for (const { id } of estado.enviados.filter((enviado) => enviado.para.includes(recipient))) {
      text = await (await request.get(`${sandboxUrl()}/enviados/${id}/html`)).text();
      if (pattern.test(text)) return true;
    }
    return false;
  };
  await expect
    .poll(read, { timeout: PIPELINE_MS, intervals: POLL_INTERVALS_MS, message: `a carta para ${recipient}` })
    .toBe(true);
  return text;
}

/** Advances the clock of the sandbox, SEFAZ's and Malote's. */
export async function advanceClock({ request }: WithRequest, avancarMs: number): Promise<void> {
  const response = await request.post(`${sandboxUrl()}/relogio`, {
    ...RETRY_CONNECTION,
    data: { avancarMs },
  });
  expect(response.ok()).toBe(true);
}

/** Calls a method over JSON-RPC, as an ERP does. */
export async function rpc(page: Page, method: string, params: object, authToken?: string): Promise<unknown> {
  const data = { id: 1, method, params, authToken };
  const response = await page.request.post("/Services/", { ...RETRY_CONNECTION, data });
  const { result, error } = (await response.json()) as { result: unknown; error: unknown };
  expect(error, method).toBeNull();
  return result;
}

type SharedSession = { authToken: string; cookies: Awaited<ReturnType<BrowserContext["cookies"]>> };

/** The session that the tests of this worker share while it is open. */
let shared: SharedSession | undefined;

/**
 * Signs in at the server. Retries: the throttle counts an attempt before it checks it, so a parallel one
 * may be delayed.
 */
async function openSession(page: Page): Promise<SharedSession> {
  let answer: { authToken: string | null } = { authToken: null };
  const enter = async (): Promise<string | null> => {
    answer = (await rpc(page, "Auth.logar", DEMO)) as typeof answer;
    return answer.authToken;
  };
  const message = "a entrada na conta da demonstração";
  await expect
    .poll(enter, { timeout: 2 * PIPELINE_MS, intervals: [1_000, 2_000, 5_000], message })
    .not.toBeNull();
  return { authToken: answer.authToken ?? "", cookies: await page.context().cookies() };
}

async function isOpen(page: Page, { authToken }: SharedSession): Promise<boolean> {
  const data = { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken };
  const response = await page.request.post("/Services/", { ...RETRY_CONNECTION, data });
  const { error } = (await response.json()) as { error: unknown };
  return error === null;
}

/** Signs in without the form, for tests about something else. @returns the token */
export async function signIn(page: Page): Promise<string> {
  if (shared && (await isOpen(page, shared))) await page.context().addCookies(shared.cookies);
  else shared = await openSession(page);
  const { authToken } = shared;
  await page.addInitScript(
    ([key, token]) => {
      // Frames of e-mails have no storage and need none.
      if (window.top === window && key && token) sessionStorage.setItem(key, token);
    },
    [SESSION_KEY, authToken],
  );
  return authToken;
}

/** Fills in and submits the sign-in form. */
export async function fillLogin(page: Page, password: string = DEMO.senha): Promise<void> {
  await page.getByLabel("Identificador").fill(DEMO.identificador);
  await page.getByLabel("Usuário").fill(DEMO.nomeUsuario);
  await page.getByRole("textbox", { name: "Senha" }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

/** Waits until the document of a key exists and is `ready`. */
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
      { timeout: PIPELINE_MS, intervals: POLL_INTERVALS_MS, message: `a nota ${chave}` },
    )
    .toBe(true);
  if (!found) throw new Error(`no document ${chave}`);
  return found;
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
      { timeout: PIPELINE_MS, intervals: POLL_INTERVALS_MS, message: `o e-mail ${assunto}` },
    )
    .toBe(true);
  if (!found) throw new Error(`no e-mail ${assunto}`);
  return found;
}

/** URL of the received list filtered to a document, whatever its state. */
export function listUrlOf(text: string, rest = "erp=todos&emissao=tudo"): string {
  return `/dfe_recebidos?texto=${encodeURIComponent(text)}&${rest}`;
}

/** Fingerprint of each page at its last full axe run. */
const fingerprints = new WeakMap<Page, string>();

/**
 * Fingerprint of a page: its elements, texts and positions, without colours. Another document or viewport
 * gives another fingerprint.
 */
async function fingerprintOf(page: Page): Promise<string> {
  const fingerprint = await page.evaluate(() => {
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
  return createHash("sha256").update(fingerprint).digest("hex");
}

/** A dummy script for a page that already has axe: its half megabyte is not injected for each run. */
const DUMMY_SOURCE = "0";

/** The part of axe's colour API that is cached. @source axe-core 4.13, axe.commons.color.Color */
type AxeColor = { r: number; g: number; b: number; alpha: number; parseString(text: string): AxeColor };
type WithAxe = { axe?: { commons: { color: { Color: { prototype: AxeColor } } } } };

/**
 * Injects axe into a document once, and caches its colour parsing: a page has a dozen colours and a
 * thousand elements.
 */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await new AxeBuilder({ page }).setLegacyMode().withRules("document-title").analyze();
  await page.evaluate(() => {
    const color = (window as unknown as WithAxe).axe?.commons.color.Color.prototype;
    if (!color) return;
    const read = color.parseString;
    const known = new Map<string, Pick<AxeColor, "r" | "g" | "b" | "alpha">>();
    color.parseString = function (text) {
      const seen = known.get(text);
      if (seen) return Object.assign(this, seen);
      const { r, g, b, alpha } = read.call(this, text);
      known.set(text, { r, g, b, alpha });
      return this;
    };
  });
}

/**
 * Runs axe on the current page. When only the theme has changed since the last full run, only the
 * colour rules run: every other rule sees the same elements, texts and positions.
 */
export async function findViolations(page: Page): Promise<string[]> {
  // Stale content is dimmed while the new content loads.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const fingerprint = await fingerprintOf(page);
  const onlyColors = fingerprints.get(page) === fingerprint;
  await injectAxe(page);
  // E-mail bodies are third-party content in frames without scripts. Without frames legacy mode
  // gives the same result without a second page. Passed elements are not reported: serializing them
  // costs more than checking.
  const axe = new AxeBuilder({ page, axeSource: DUMMY_SOURCE })
    .exclude("iframe")
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const { violations } = await (onlyColors ? axe.withRules(COLOR_RULES) : axe.withTags(TAGS)).analyze();
  fingerprints.set(page, fingerprint);
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} [${impact}] ×${nodes.length}: ${nodes[0]?.html.slice(0, 160)} · ${nodes[0]?.failureSummary?.split("\n")[1] ?? ""}`,
  );
}

/**
 * Waits until the page shows no placeholder and has answered nothing new for half a second. The state
 * `networkidle` of Playwright never comes: an open page keeps its stream of live changes.
 */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
  const countAnswers = (): Promise<number> =>
    page.evaluate(() => performance.getEntriesByType("resource").length);
  for (let before = -1, now = await countAnswers(); now !== before; now = await countAnswers()) {
    before = now;
    await page.waitForTimeout(500);
  }
}

/** Saves a screenshot when SCREENSHOTS_DIR is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const dir = process.env.SCREENSHOTS_DIR;
  if (dir === undefined) return;
  await fs.mkdir(dir, { recursive: true });
  await waitUntilLoaded(page);
  await page.screenshot({ animations: "disabled", path: `${dir}/${name}.png` });
}
