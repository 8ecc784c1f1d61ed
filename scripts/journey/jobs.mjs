import { Hand } from "./hand.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */
/** @typedef {import("./hand.mjs").Job} Job */

/** Each job begins on this page, as an analyst's day does. */
const LIST = "/dfe_recebidos?erp=todos&emissao=tudo";

/** A job: from where, and what the hand does until its end is on the screen. chave: of a listed document.
 * @typedef {{ name: string, from?: string,
 *   act: (hand: Hand, page: Page, chave: string) => Promise<void> }} Plan */

/** @param {Page} page */
const rows = (page) => page.locator("tbody [data-linha]");
/** A row that SEFAZ confirms: one in quarantine has no paper and no marks. @param {Page} page */
const confirmed = (page) => rows(page).filter({ hasText: "Confirmada" }).first();
/** @param {Page} page @param {string | RegExp} name */
const button = (page, name) => page.getByRole("button", { name }).first();
/** @param {Page} page */
const panel = (page) => page.getByRole("complementary", { name: "Documento ao lado da lista" });
/** Waits until the list shows another number of documents. @param {Page} page */
const newTotal = async (page) => {
  const pager = page.getByRole("navigation", { name: "Páginas da lista" });
  const before = await pager.innerText();
  while ((await pager.innerText()) === before) await page.waitForTimeout(20);
};
/** @param {Page} page @param {string | RegExp} words */
const seen = (page, words) => page.getByText(words).first().waitFor();

/** The ten jobs of an analyst. @type {Plan[]} */
const PLANS = [
  {
    name: "documentos de um fornecedor acima de R$ 1.000",
    async act(hand, page) {
      await hand.press("Control+k");
      await hand.type("serra valor:>1000");
      await page.getByRole("option").first().waitFor();
      await Promise.all([newTotal(page), hand.press("Enter")]);
    },
  },
  {
    name: "um documento por parte da chave",
    async act(hand, page, chave) {
      await hand.press("Control+k");
      await hand.type(chave.slice(20, 34), { pasted: true });
      await page.getByRole("option").first().waitFor();
      await Promise.all([newTotal(page), hand.press("Enter")]);
    },
  },
  {
    name: "ver o DANFE de uma linha",
    async act(hand, page) {
      await hand.click(confirmed(page).locator("[data-abrir]"));
      await page.waitForURL(/\/nota\//);
      await page.locator("svg text").first().waitFor();
    },
  },
  {
    name: "por que um documento é divergente",
    from: "/dfe_recebidos?tab=div&encontrada=tudo",
    async act(hand, page) {
      await hand.click(rows(page).first().locator("td").nth(4));
      await panel(page).getByText(/SEFAZ/).first().waitFor();
      await panel(page)
        .getByText(/diverge|cancelad|contradi|difere/i)
        .first()
        .waitFor();
    },
  },
  {
    name: "pedir a um fornecedor os XMLs que faltam",
    from: "/auditor?tab=faltando",
    async act(hand, page) {
      await hand.click(
        page
          .locator("li[aria-label] button")
          .filter({ hasText: /^Pedir \d/ })
          .first(),
      );
      await hand.click(page.getByRole("dialog").getByRole("button", { name: /^Enviar/ }));
      await seen(page, /^Pedido de .* enviado/);
    },
  },
  {
    name: "conferir cinco documentos seguidos",
    async act(hand, page) {
      const boxes = rows(page).locator("input[type=checkbox]");
      await hand.click(boxes.nth(0));
      await hand.click(boxes.nth(4), { modifiers: ["Shift"] });
      await hand.click(
        page
          .getByRole("toolbar", { name: "Ações para os selecionados" })
          .getByRole("button", { name: "Conferido" }),
      );
      await hand.click(page.getByRole("dialog").getByRole("button", { name: /^Marcar \d/ }));
      await seen(page, "5 de 5 prontos");
    },
  },
  {
    name: "olhar um documento ao lado e marcar recebido",
    async act(hand, page) {
      const id = await confirmed(page).getAttribute("data-linha");
      const focused = page.locator(`[data-linha="${id}"] :focus`);
      while ((await focused.count()) === 0) await hand.press("j");
      await hand.press("Space");
      await panel(page).waitFor();
      await hand.press("r");
      await seen(page, "Desfazer");
    },
  },
  {
    name: "o que vence em uma semana",
    from: "/painel",
    async act(hand, page) {
      await hand.click(page.locator("main a[href*=vencimento]").first());
      await page.waitForURL(/dfe_recebidos/);
      await rows(page).first().waitFor();
    },
  },
  {
    name: "de que e-mail veio um documento",
    async act(hand, page) {
      await hand.click(rows(page).nth(0).locator("[data-abrir]"));
      await hand.click(page.getByRole("tab", { name: "E-mail de origem" }));
      await page.getByRole("tabpanel").getByRole("link").first().waitFor();
    },
  },
  {
    name: "exportar o filtro em CSV",
    async act(hand, page) {
      await hand.click(button(page, "Exportar"));
      await hand.click(page.getByRole("menuitem", { name: /CSV/ }).first());
      await seen(page, /\.csv/); // the file is ready
    },
  },
];

/** Does the ten jobs, each from a page that has loaded.
 * @param {Page} page signed in @param {string} url of Malote @returns {Promise<Job[]>} */
export async function doJobs(page, url) {
  const jobs = [];
  let chave = "";
  page.on("response", (response) => {
    if (chave !== "" || !response.request().postData()?.includes("Nota.getListNota")) return;
    void response.text().then((text) => {
      chave = text.match(/"chaveAcesso":"(\d{44})"/)?.[1] ?? "";
    });
  });
  for (const { name, from = LIST, act } of PLANS) {
    await page.goto(url + from);
    await page.locator("[data-linha], [data-kpi]").first().waitFor();
    const hand = new Hand(page);
    const started = performance.now();
    await act(hand, page, chave);
    const seconds = (performance.now() - started) / 1000;
    jobs.push({ name, clicks: hand.clicks, keys: hand.keys, seconds });
    console.log(`${name}: ${hand.clicks} cliques, ${hand.keys} teclas, ${seconds.toFixed(1)} s`);
  }
  return jobs;
}
