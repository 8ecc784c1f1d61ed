import fs from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** The demo conta of the sandbox. */
export const DEMO = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" } as const;

/** How long the road may take from the mailbox to the screen. */
export const ESTRADA_MS = 30_000;

/** How long between two looks for what is on its way: the runner's own last step is a whole second. */
const OLHADAS_MS = [100, 150, 250];

const SESSAO = "malote-sessao";
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe says of colours; the rest of a page is the same page in the dark. */
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
  const response = await request.post(`${sandboxUrl()}/cenarios/${nome}`);
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
  const response = await request.post(`${sandboxUrl()}/relogio`, { data: { avancarMs } });
  expect(response.ok()).toBe(true);
}

/** Calls a method as the ERP would. */
export async function rpc(page: Page, method: string, params: object, authToken?: string): Promise<unknown> {
  const response = await page.request.post("/Services/", { data: { id: 1, method, params, authToken } });
  const { result, error } = (await response.json()) as { result: unknown; error: unknown };
  expect(error, method).toBeNull();
  return result;
}

/** Signs in without the form, for the stories that are about something else. @returns the token */
export async function signIn(page: Page): Promise<string> {
  const { authToken } = (await rpc(page, "Auth.logar", DEMO)) as { authToken: string };
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

/** The page of a document in the received list, whatever its state. */
export function listaDe(texto: string, resto = "erp=todos&emissao=tudo"): string {
  return `/dfe_recebidos?texto=${encodeURIComponent(texto)}&${resto}`;
}

/** What axe finds wrong with the page as it stands; of a page already read in another theme, only what colours change. */
export async function findViolations(page: Page, quais: "tudo" | "cores" = "tudo"): Promise<string[]> {
  // The letter of an e-mail is somebody else's page, in a frame where no script runs. Without frames the page itself can be asked, which
  // is the same answer without a second page to put it together (legacy mode).
  // Of what is right it tells no more than that: to write down each element costs more than to look at it.
  const axe = new AxeBuilder({ page })
    .exclude("iframe")
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const { violations } = await (quais === "tudo" ? axe.withTags(TAGS) : axe.withRules(CORES)).analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} [${impact}] ×${nodes.length}: ${nodes[0]?.html.slice(0, 160)} · ${nodes[0]?.failureSummary?.split("\n")[1] ?? ""}`,
  );
}

/** Keeps a picture of the screen, also in SCREENSHOTS_DIR when it is set. */
export async function keepTela(page: Page, nome: string): Promise<void> {
  const dirs = ["test-results/telas", process.env.SCREENSHOTS_DIR].filter((dir) => dir !== undefined);
  const png = await page.screenshot({ animations: "disabled" });
  for (const dir of dirs) {
    await fs.mkdir(dir, { recursive: true });
    await fs.writeFile(`${dir}/${nome}.png`, png);
  }
}
