import { expect, type Page } from "@playwright/test";
import type { MundoDeAdministracao, MundoDeDocumentos, MundoDeEntrada } from "./mundo.ts";
import type { Rota } from "./rotas.ts";

/** A page or dialog to check: how to reach it, and the name of its screenshots. */
export type Lugar = {
  nome: string;
  rota: Rota;
  go: (page: Page) => Promise<unknown>;
  /** Only on a desktop, or only on a phone. */
  so?: "mesa" | "fone";
};

const heading = (page: Page): Promise<void> =>
  expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
const rows = (page: Page): Promise<void> => expect(page.locator("[data-linha]").first()).toBeVisible();
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const title = (name: string | RegExp) => (page: Page) =>
  page.getByRole("heading", { name }).first().waitFor();

const dialog = async (page: Page): Promise<void> => {
  const janela = page.getByRole("dialog").first();
  await expect(janela).toBeVisible();
  // A dialog that is still fading in does not have its final colours.
  const isWhole = (): Promise<boolean> =>
    janela.evaluate((element) => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (getComputedStyle(each).opacity !== "1" || each.getAnimations().length > 0) return false;
      }
      return true;
    });
  await expect.poll(isWhole, { message: "the dialog is all there" }).toBe(true);
};

function at(rota: Rota, nome: string, url: string, seen: (page: Page) => Promise<unknown> = heading): Lugar {
  const go = async (page: Page): Promise<void> => {
    await page.goto(url);
    await seen(page);
  };
  return { rota, nome, go };
}

function press(
  rota: Rota,
  nome: string,
  botao: string | RegExp,
  seen: (page: Page) => Promise<unknown>,
): Lugar {
  const go = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: botao }).first().click();
    await seen(page);
  };
  return { rota, nome, go };
}

function tab(nome: string): Lugar {
  const go = async (page: Page): Promise<void> => {
    await page.getByRole("tab", { name: nome }).click();
    await expect(page.getByRole("tabpanel")).not.toBeEmpty();
  };
  return { rota: "/nota/:notaId", nome: `nota-${nome.toLowerCase().replaceAll(" ", "-")}`, go, so: "mesa" };
}

/** Public pages. */
export function lugaresPublicos(links: { convite: string; redefinicao: string; chave: string }): Lugar[] {
  return [
    at("/home", "home", "/home"),
    at("/beneficios", "beneficios", "/beneficios"),
    at("/faq", "faq", "/faq"),
    at("/quem_utiliza", "quem-utiliza", "/quem_utiliza"),
    at("/contato", "contato", "/contato"),
    press("/contato", "contato-com-erros", "Enviar mensagem", text("Informe o Captcha.")),
    at("/download", "download", "/download"),
    at("/download/:chaveAcesso", "download-com-chave", `/download/${links.chave}`, text("55, NF-e")),
    at("/login", "login", "/login"),
    press("/login", "login-com-erros", "Entrar", text("Senha deve ser informada.")),
    at("/esqueceu_senha", "esqueceu-senha", "/esqueceu_senha"),
    at("/criar_conta", "criar-conta", "/criar_conta"),
    press("/criar_conta", "criar-conta-com-erros", "Criar conta", text("UF deve ter um valor.")),
    at("/configurar_senha/setup/:resetToken", "configurar-senha", links.redefinicao),
    at("/usuario_convidado/setup/:inviteToken", "usuario-convidado", links.convite),
  ];
}

/** Painel, lists and documents. */
export function lugaresDeDocumentos({ boa, presa, cte }: MundoDeDocumentos): Lugar[] {
  return [
    at("/painel", "painel", "/painel"),
    at("/painel", "painel-uf", "/painel?tab=page2"),
    at("/painel", "painel-detalhe", "/painel?tab=page3"),
    at("/dfe_recebidos", "recebidos", "/dfe_recebidos", rows),
    at("/dfe_recebidos", "divergencias", "/dfe_recebidos?tab=div&encontrada=tudo"),
    at("/dfe_recebidos", "recebidos-vazio", "/dfe_recebidos?texto=nada-disto", text("Nenhum documento")),
    at("/dfe_emitidos", "emitidos", "/dfe_emitidos"),
    at("/nota/:notaId", "nota", `/nota/${boa}?type=E`, title(/Autorizada/)),
    ...["Valores", "XML", "Eventos", "E-mail de origem"].map(tab),
    {
      ...press("/nota/:notaId", "nota-pergunta", "Marcar processado", dialog),
      so: "mesa",
    },
    at("/nota/:notaId", "quarentena", `/nota/${presa}?type=E`),
    press("/nota/:notaId", "quarentena-liberar", "Liberar da quarentena", dialog),
    at("/nota/:notaId", "cte", `/nota/${cte}?type=E&aba=transporte`, title("Trajeto")),
  ];
}

/** E-mails, auditor, and files in and out. */
export function lugaresDeEntrada({ email, registro, importacao }: MundoDeEntrada): Lugar[] {
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
    at("/primeiros_passos", "primeiros-passos", "/primeiros_passos"),
    at("/minha_conta", "minha-conta", "/minha_conta", title("Sessões abertas")),
    {
      rota: "/painel",
      nome: "atalhos",
      so: "mesa",
      go: async (page) => {
        await page.goto("/painel");
        await heading(page);
        await page.keyboard.press("?");
        await dialog(page);
      },
    },
    {
      rota: "/painel",
      nome: "gaveta",
      so: "fone",
      go: async (page) => {
        await page.goto("/painel");
        await page.getByRole("button", { name: "Abrir o menu" }).click();
        await dialog(page);
      },
    },
  ];
}

/** Empresas, users, mailboxes, and other settings of an administrator. */
export function lugaresDeAdministracao({ empresa, usuario, caixa, webhook }: MundoDeAdministracao): Lugar[] {
  return [
    at("/admin", "empresas", "/admin?tab=empresa", rows),
    at("/admin", "usuarios", "/admin?tab=usuario", rows),
    at("/admin", "caixas", "/admin?tab=caixa", rows),
    at("/admin", "api", "/admin?tab=api"),
    at("/admin", "webhooks", "/admin?tab=api&secao=webhooks", rows),
    {
      rota: "/admin",
      nome: "webhook-entregas",
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
      rota: "/empresa/:empresaId",
      nome: "empresa-pergunta",
      so: "mesa",
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
