import fs from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { keepTela, playCenarios, rpc, signIn, waitNota } from "./apoio.ts";
import {
  DE_ADMINISTRACAO,
  DE_DOCUMENTOS,
  DE_SI,
  type Formulario,
  type Mundo,
  PASSKEY,
  PUBLICOS,
  walkFormulario,
} from "./formularios.ts";
import { linkOf } from "./mundo.ts";
import { sobre } from "./rotas.ts";

const SRC = path.resolve(import.meta.dirname, "../src");
const VAZIO: Mundo = { empresa: "", presa: "", boa: "", convite: "", token: "" };

async function walkAll(page: Page, formularios: readonly Formulario[], mundo: Mundo): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const formulario of formularios) {
    await test.step(formulario.nome, async () => await walkFormulario(page, formulario, mundo));
  }
}

test("this table contains every form of the application, and each form asks before it is left", () => {
  const files = fs
    .readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .map((file) => ({
      file: file.replaceAll(path.sep, "/"),
      text: fs.readFileSync(path.join(SRC, file), "utf8"),
    }));
  expect(files.filter(({ text }) => text.includes("<form")).map(({ file }) => file)).toEqual([
    "ui/Formulario.tsx",
  ]);
  // These components are tested by the forms that use them.
  const frames = ["ui/FormPanes.tsx", "ui/FiltroForm.tsx"];
  const drawn = files
    .filter(({ text }) => /<(Formulario|FormPanes|FiltroForm)\b/.test(text) && !/SEM_RASCUNHO/.test(text))
    .map(({ file }) => file)
    .filter((file) => !frames.includes(file));
  const tested = [...DE_ADMINISTRACAO, ...DE_DOCUMENTOS, ...DE_SI, ...PUBLICOS, PASSKEY];
  expect(drawn.toSorted()).toEqual([...new Set(tested.map(({ fonte }) => fonte))].toSorted());
});

test(
  "no administration form is left with unsaved changes without a confirmation",
  sobre(
    "/empresa/nova",
    "/cert/:empresaId",
    "/usuario/novo",
    "/caixaemail/nova",
    "/primeiros_passos",
    "/admin",
  ),
  async ({ page }) => {
    const token = await signIn(page);
    const nome = `Passeio ${Date.now() % 1e6}`;
    const apiToken = { nome, escopos: ["notas:ler"], empresas: null };
    const { object } = (await rpc(page, "ApiToken.saveApiToken", { apiToken }, token)) as {
      object: { id: string };
    };
    const { results } = (await rpc(page, "Empresa.getListEmpresa", {}, token)) as {
      results: { id: string }[];
    };
    await walkAll(page, DE_ADMINISTRACAO, { ...VAZIO, empresa: results[0]?.id ?? "", token: nome });
    await rpc(page, "ApiToken.revokeApiToken", { id: object.id }, token);
  },
);

test(
  "no form of lists and documents is left with unsaved changes without a confirmation",
  sobre("/repositorio", "/filtro/:type", "/nota/:notaId"),
  async ({ page }) => {
    const token = await signIn(page);
    const chaves = await playCenarios(page, ["nota-adulterada", "nota-autorizada"] as const);
    const [presa = ""] = chaves["nota-adulterada"];
    const [boa = ""] = chaves["nota-autorizada"];
    await walkAll(page, DE_DOCUMENTOS, {
      ...VAZIO,
      presa: (await waitNota(page, { token, chave: presa }, () => true)).id,
      boa: (await waitNota(page, { token, chave: boa })).id,
    });
  },
);

test(
  "no form of the user's own account is left with unsaved changes without a confirmation",
  sobre("/minha_conta"),
  async ({ page }) => {
    await signIn(page);
    await walkAll(page, DE_SI, VAZIO);
    await page.goto("/minha_conta");
    await page.getByRole("textbox", { name: "Nome completo" }).fill("Outra Pessoa");
    await page.getByRole("link", { name: "Painel", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await keepTela(page, "abandonar-minha-conta");
  },
);

test("no public form is left with unsaved changes without a confirmation", async ({ page, context }) => {
  const token = await signIn(page);
  const nomeUsuario = `passeio${Date.now() % 1e9}`;
  const email = `${nomeUsuario}@demo.example`;
  const usuario = { nome: "Visita", nomeCompleto: "Visita de Teste", nomeUsuario, email };
  await rpc(page, "Usuario.inviteUsuario", { usuario }, token);
  const visitor = await context.newPage();
  const convite = await linkOf(page, email, /\/usuario_convidado\/setup\//);
  await walkAll(visitor, PUBLICOS, { ...VAZIO, convite });
});

test("the name of a passkey is not lost without a confirmation", async ({ browser, baseURL }) => {
  const origem = new URL(baseURL ?? "");
  origem.hostname = "localhost";
  const context = await browser.newContext({ baseURL: origem.origin, locale: "pt-BR" });
  const page = await context.newPage();
  await signIn(page);
  await walkAll(page, [PASSKEY], VAZIO);
  await context.close();
});
