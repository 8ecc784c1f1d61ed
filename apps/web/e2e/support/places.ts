import { expect, type Page } from "@playwright/test";
import type { AdminRecords, DocumentRecords, InboundRecords } from "./records.ts";
import type { Route } from "./routes.ts";

/** A page or dialog to check: how to reach it, and the name of its screenshots. */
export type Place = {
  name: string;
  route: Route;
  go: (page: Page) => Promise<unknown>;
  /** Only on a desktop, or only on a phone. */
  only?: "mesa" | "fone";
};

const heading = (page: Page): Promise<void> =>
  expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
const rows = (page: Page): Promise<void> => expect(page.locator("[data-linha]").first()).toBeVisible();
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const title = (name: string | RegExp) => (page: Page) =>
  page.getByRole("heading", { name }).first().waitFor();

const dialog = async (page: Page): Promise<void> => {
  const dialogBox = page.getByRole("dialog").first();
  await expect(dialogBox).toBeVisible();
  // A dialog that is still fading in does not have its final colours.
  const isWhole = (): Promise<boolean> =>
    dialogBox.evaluate((element) => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (getComputedStyle(each).opacity !== "1" || each.getAnimations().length > 0) return false;
      }
      return true;
    });
  await expect.poll(isWhole, { message: "the dialog is all there" }).toBe(true);
};

function at(
  route: Route,
  name: string,
  url: string,
  seen: (page: Page) => Promise<unknown> = heading,
): Place {
  const go = async (page: Page): Promise<void> => {
    await page.goto(url);
    await seen(page);
  };
  return { route, name, go };
}

function press(
  route: Route,
  name: string,
  button: string | RegExp,
  seen: (page: Page) => Promise<unknown>,
): Place {
  const go = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: button }).first().click();
    await seen(page);
  };
  return { route, name, go };
}

function tab(name: string): Place {
  const go = async (page: Page): Promise<void> => {
    await page.getByRole("tab", { name: name }).click();
    await expect(page.getByRole("tabpanel")).not.toBeEmpty();
  };
  return {
    route: "/nota/:notaId",
    name: `nota-${name.toLowerCase().replaceAll(" ", "-")}`,
    go,
    only: "mesa",
  };
}

/** Public pages. */
export function publicPlaces(links: { inviteLink: string; resetLink: string; chave: string }): Place[] {
  return [
    at("/home", "home", "/home"),
    at("/beneficios", "beneficios", "/beneficios"),
    at("/faq", "faq", "/faq"),
    at("/quem_utiliza", "quem-utiliza", "/quem_utiliza"),
    at("/privacidade", "privacidade", "/privacidade"),
    at("/termos", "termos", "/termos"),
    at("/contato", "contato", "/contato"),
    press("/contato", "contato-com-erros", "Enviar mensagem", text("Informe o Captcha.")),
    at("/download", "download", "/download"),
    at("/download/:chaveAcesso", "download-com-chave", `/download/${links.chave}`, text("55, NF-e")),
    at("/login", "login", "/login"),
    press("/login", "login-com-erros", /^Entrar$/, text("Senha deve ser informada.")),
    at("/esqueceu_senha", "esqueceu-senha", "/esqueceu_senha"),
    at("/criar_conta", "criar-conta", "/criar_conta"),
    press("/criar_conta", "criar-conta-com-erros", "Criar conta", text("UF deve ter um valor.")),
    at("/configurar_senha/setup/:resetToken", "configurar-senha", links.resetLink),
    at("/usuario_convidado/setup/:inviteToken", "usuario-convidado", links.inviteLink),
  ];
}

/** Painel, lists and documents. */
export function documentPlaces({ valid, quarantined, cte }: DocumentRecords): Place[] {
  return [
    at("/painel", "painel", "/painel"),
    at("/painel", "painel-uf", "/painel?tab=page2"),
    at("/painel", "painel-detalhe", "/painel?tab=page3"),
    at("/dfe_recebidos", "recebidos", "/dfe_recebidos", rows),
    at("/dfe_recebidos", "divergencias", "/dfe_recebidos?tab=div&encontrada=tudo"),
    at("/dfe_recebidos", "recebidos-vazio", "/dfe_recebidos?texto=nada-disto", text("Nenhum documento")),
    at("/dfe_emitidos", "emitidos", "/dfe_emitidos"),
    at("/nota/:notaId", "nota", `/nota/${valid}?type=E`, title(/Autorizada/)),
    ...["Valores", "XML", "Eventos", "E-mail de origem"].map(tab),
    {
      ...press("/nota/:notaId", "nota-pergunta", "Marcar processado", dialog),
      only: "mesa",
    },
    at("/nota/:notaId", "quarentena", `/nota/${quarantined}?type=E`),
    press("/nota/:notaId", "quarentena-liberar", "Liberar da quarentena", dialog),
    at("/nota/:notaId", "cte", `/nota/${cte}?type=E&aba=transporte`, title("Trajeto")),
  ];
}

/** E-mails, auditor, and files in and out. */
export function inboundPlaces({ email, registro, importacao }: InboundRecords): Place[] {
  return [
    at("/emails", "emails", "/emails", rows),
    at("/email/:emailId", "email", `/email/${email}`, title("Partes e destino")),
    at("/auditor", "auditor", "/auditor"),
    at("/auditor/:auditorId", "auditor-registro", `/auditor/${registro}`),
    ...(["dfe_recebidos", "dfe_emitidos", "auditor", "emails"] as const).map((tipo) =>
      at("/filtro/:type", `filtro-${tipo.replace("_", "-")}`, `/filtro/${tipo}`),
    ),
    at("/importacao", "importacao", "/importacao"),
    at("/importacao/erros/:importacaoId", "importacao-erros", `/importacao/erros/${importacao}`),
    at("/repositorio", "repositorio", "/repositorio"),
    at("/lotes", "lotes", "/lotes"),
    at("/primeiros_passos", "primeiros-passos", "/primeiros_passos"),
    at("/minha_conta", "minha-conta", "/minha_conta", title("Sessões abertas")),
    {
      route: "/painel",
      name: "atalhos",
      only: "mesa",
      go: async (page) => {
        await page.goto("/painel");
        await heading(page);
        await page.keyboard.press("?");
        await dialog(page);
      },
    },
    {
      route: "/painel",
      name: "gaveta",
      only: "fone",
      go: async (page) => {
        await page.goto("/painel");
        await page.getByRole("button", { name: "Abrir o menu" }).click();
        await dialog(page);
      },
    },
  ];
}

/** Empresas, users, mailboxes, and other settings of an administrator. */
export function adminPlaces({ empresa, usuario, caixa, webhook }: AdminRecords): Place[] {
  return [
    at("/admin", "empresas", "/admin?tab=empresa", rows),
    at("/admin", "usuarios", "/admin?tab=usuario", rows),
    at("/admin", "caixas", "/admin?tab=caixa", rows),
    at("/admin", "api", "/admin?tab=api"),
    at("/admin", "webhooks", "/admin?tab=api&secao=webhooks", rows),
    {
      route: "/admin",
      name: "webhook-entregas",
      go: async (page) => {
        await page.getByRole("button", { name: `Abrir o webhook ${webhook}` }).click();
        await page.getByRole("dialog").locator("li[data-estado] > button").first().click();
        await page.getByText('"tipo": "teste"').waitFor();
        await dialog(page);
      },
    },
    press("/admin", "webhook-editar", "Editar", dialog),
    at("/admin", "exportacoes", "/admin?tab=exportacao"),
    at("/empresa/nova", "empresa-nova", "/empresa/nova", async (page) => {
      await page.getByLabel("CNPJ").fill("11");
      await page.getByLabel("Razão social").fill("");
      await page.getByLabel("Razão social").blur();
      await heading(page);
    }),
    at("/empresa/:empresaId", "empresa", `/empresa/${empresa}`, title("Distribuição da SEFAZ")),
    {
      route: "/empresa/:empresaId",
      name: "empresa-pergunta",
      only: "mesa",
      go: async (page) => {
        await page.getByRole("switch", { name: /^Auditor/ }).press("Space");
        await dialog(page);
      },
    },
    at("/cert/:empresaId", "certificado", `/cert/${empresa}`),
    at("/usuario/novo", "usuario-novo", "/usuario/novo"),
    at("/usuario/:usuarioId", "usuario", `/usuario/${usuario}`),
    at("/caixaemail/nova", "caixa-nova", "/caixaemail/nova"),
    at("/caixaemail/:caixaId", "caixa", `/caixaemail/${caixa}`, title("Diagnóstico da conexão")),
  ];
}
