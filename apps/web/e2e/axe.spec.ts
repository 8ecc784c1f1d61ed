import { expect, type Page, test } from "@playwright/test";
import { findViolations, playCenario, signIn, waitNota } from "./apoio.ts";

type Place = { nome: string; go: (page: Page) => Promise<void> };
type Notas = { boa: string; presa: string; cte: string };

const rows = (page: Page): Promise<void> => expect(page.locator("[data-linha]").first()).toBeVisible();
const heading = (page: Page): Promise<void> =>
  expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();

const transporte = (page: Page): Promise<void> =>
  expect(page.getByRole("heading", { name: "Trajeto" })).toBeVisible();

function open(nome: string, url: string, seen: (page: Page) => Promise<unknown> = heading): Place {
  return {
    nome,
    go: async (page) => {
      await page.goto(url);
      await seen(page);
    },
  };
}

function tab(nome: string): Place {
  return {
    nome: `nota, ${nome}`,
    go: async (page) => {
      await page.getByRole("tab", { name: nome }).click();
      await expect(page.getByRole("tabpanel")).not.toBeEmpty();
    },
  };
}

const dialog = async (page: Page): Promise<void> => {
  await expect(page.getByRole("dialog")).toBeVisible();
  // The colours of a dialog that is still fading in are not its own.
  await page.waitForTimeout(250);
};
const email: Place = {
  nome: "email",
  go: async (page) => {
    await page.locator("[data-abrir]").first().click();
    await expect(page.getByRole("heading", { name: "Partes e destino" })).toBeVisible();
  },
};

/** The list of mailboxes, one of them, and a new one with all its alerts. */
function caixas(): Place[] {
  return [
    open("caixas", "/admin?tab=caixa", rows),
    {
      nome: "caixa",
      go: async (page) => {
        await page.locator("[data-abrir]").first().click();
        await expect(page.getByRole("heading", { name: "Diagnóstico da conexão" })).toBeVisible();
      },
    },
    open("nova caixa, com erros", "/caixaemail/nova", async (page) => {
      await page.getByLabel("Como entrar").selectOption("oauth2");
      await page.getByLabel("Tipo").selectOption("imap");
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.getByText("Servidor deve ter um valor.")).toBeVisible();
    }),
  ];
}

/** The companies, one of them, a new one with its errors, and the upload of a certificate with its own. */
function empresas(): Place[] {
  return [
    open("empresas", "/admin?tab=empresa", rows),
    {
      nome: "empresa",
      go: async (page) => {
        await page.locator("[data-abrir]").first().click();
        await expect(page.getByRole("region", { name: "Distribuição da SEFAZ" })).toBeVisible();
      },
    },
    open("nova empresa, com erros", "/empresa/nova", async (page) => {
      await page.getByLabel("CNPJ").fill("11");
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.getByText("O CNPJ tem 14 caracteres.")).toBeVisible();
    }),
    {
      nome: "auditor ligado, com a pergunta",
      go: async (page) => {
        await page.getByRole("switch", { name: /^Auditor/ }).press("Space");
        await dialog(page);
      },
    },
    {
      nome: "certificado, com erros",
      go: async (page) => {
        await page.goto("/admin?tab=empresa");
        await rows(page);
        const id = await page.locator("[data-linha]").first().getAttribute("data-linha");
        await page.goto(`/cert/${id}`);
        await page.getByRole("textbox", { name: "Senha do certificado" }).fill("x");
        await page.getByRole("button", { name: "Enviar certificado" }).click();
        await expect(page.getByText("Escolha o arquivo do certificado.")).toBeVisible();
      },
    },
  ];
}

const liberar: Place = {
  nome: "liberar da quarentena",
  go: async (page) => {
    await page.getByRole("button", { name: "Liberar da quarentena" }).click();
    await dialog(page);
    await page.getByRole("button", { name: "Liberar", exact: true }).click();
    await expect(page.getByText("Escreva o motivo com")).toBeVisible();
  },
};

/** Every page as a person finds it on a desk, with what opens over it. */
function desktopPlaces({ boa, presa, cte }: Notas): Place[] {
  return [
    open("recebidos", "/dfe_recebidos", rows),
    {
      nome: "filtro aberto",
      go: async (page) => {
        await page.getByRole("button", { name: /^Filtrar \d/ }).click();
        await expect(page.getByLabel("Situação")).toBeVisible();
        await page.waitForTimeout(250);
      },
    },
    open("divergências", "/dfe_recebidos?tab=div&emissao=tudo"),
    open("vazio", "/dfe_recebidos?texto=nada-disto", (page) => page.getByText("Nenhum documento").waitFor()),
    open("emitidos", "/dfe_emitidos"),
    open("nota", `/nota/${boa}?type=E`),
    ...["Valores", "XML", "Eventos", "E-mail de origem"].map(tab),
    {
      nome: "pergunta",
      go: async (page) => {
        await page.getByRole("button", { name: "Marcar processado", exact: true }).click();
        await dialog(page);
      },
    },
    open("quarentena", `/nota/${presa}?type=E`),
    liberar,
    open("CT-e", `/nota/${cte}?type=E&aba=transporte`, transporte),
    ...empresas(),
    ...caixas(),
    open("emails", "/emails", rows),
    email,
    {
      nome: "atalhos",
      go: async (page) => {
        await page.keyboard.press("?");
        await dialog(page);
      },
    },
  ];
}

function phonePlaces({ boa, presa, cte }: Notas): Place[] {
  return [
    open("recebidos", "/dfe_recebidos", rows),
    {
      nome: "gaveta",
      go: async (page) => {
        await page.getByRole("button", { name: "Abrir o menu" }).click();
        await dialog(page);
      },
    },
    open("nota", `/nota/${boa}?type=E`),
    open("quarentena", `/nota/${presa}?type=E`),
    liberar,
    open("CT-e", `/nota/${cte}?type=E&aba=transporte`, transporte),
    open("emails", "/emails", rows),
    email,
    ...empresas(),
    ...caixas(),
  ];
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

for (const [tema, viewport, placesOf] of [
  ["light", DESKTOP, desktopPlaces],
  ["dark", DESKTOP, desktopPlaces],
  ["light", PHONE, phonePlaces],
  ["dark", PHONE, phonePlaces],
] as const) {
  test(`axe finds nothing wrong: ${tema}, ${viewport.width} px`, async ({ page }) => {
    test.slow(); // axe reads a dozen pages, one after the other
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: tema, reducedMotion: "reduce" });
    const found: Record<string, string[]> = {};
    for (const publica of ["/home", "/login"]) {
      await page.goto(publica);
      await heading(page);
      found[publica] = await findViolations(page);
    }
    await page.getByRole("button", { name: "Entrar" }).click();
    await expect(page.getByText("Senha deve ser informada.")).toBeVisible();
    found["/login com erros"] = await findViolations(page);

    const token = await signIn(page);
    const [boa = ""] = await playCenario(page, "nota-autorizada");
    const [presa = ""] = await playCenario(page, "nota-adulterada");
    const [cte = ""] = await playCenario(page, "cte-e-mdfe");
    const ids = {
      boa: (await waitNota(page, { token, chave: boa })).id,
      presa: (await waitNota(page, { token, chave: presa }, () => true)).id,
      cte: (await waitNota(page, { token, chave: cte }, () => true)).id,
    };
    for (const { nome, go } of placesOf(ids)) {
      await go(page);
      found[nome] = await findViolations(page);
    }
    for (const [nome, violations] of Object.entries(found)) expect.soft(violations, nome).toEqual([]);
  });
}
