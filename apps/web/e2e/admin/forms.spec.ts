import fs from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import {
  ACCOUNT_FORMS,
  ADMIN_FORMS,
  DOCUMENT_FORMS,
  type FormCase,
  type FormRecords,
  leaveForm,
  PASSKEY,
  PUBLIC_FORMS,
} from "../support/forms.ts";
import { linkOf } from "../support/records.ts";
import { covers } from "../support/routes.ts";
import { playScenarios, rpc, saveScreenshot, signIn, waitNota } from "../support/sandbox.ts";

const SRC = path.resolve(import.meta.dirname, "../../src");
const NO_RECORDS: FormRecords = { empresa: "", quarantined: "", valid: "", inviteLink: "", token: "" };

async function leaveAll(page: Page, forms: readonly FormCase[], records: FormRecords): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const form of forms) {
    await test.step(form.name, async () => await leaveForm(page, form, records));
  }
}

test("the tests of unsaved changes cover every form of the application", () => {
  const files = fs
    .readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .map((file) => ({
      file: file.replaceAll(path.sep, "/"),
      text: fs.readFileSync(path.join(SRC, file), "utf8"),
    }));
  expect(files.filter(({ text }) => text.includes("<form")).map(({ file }) => file)).toEqual([
    "ui/form/GuardedForm.tsx",
  ]);
  // These components are tested by the forms that use them.
  const frames = ["ui/form/FormPanes.tsx", "ui/filter/FilterForm.tsx", "ui/documento/RequestDialog.tsx"];
  const drawn = files
    .filter(
      ({ text }) =>
        /<(GuardedForm|FormPanes|FilterForm|RequestDialog)\b/.test(text) && !/NO_DRAFT/.test(text),
    )
    .map(({ file }) => file)
    .filter((file) => !frames.includes(file));
  const tested = [...ADMIN_FORMS, ...DOCUMENT_FORMS, ...ACCOUNT_FORMS, ...PUBLIC_FORMS, PASSKEY];
  expect(drawn.toSorted()).toEqual([...new Set(tested.map(({ source: fonte }) => fonte))].toSorted());
});

test(
  "no administration form is left with unsaved changes without a confirmation",
  covers(
    "/empresa/nova",
    "/cert/:empresaId",
    "/usuario/novo",
    "/caixaemail/nova",
    "/primeiros_passos",
    "/admin",
  ),
  async ({ page }) => {
    const token = await signIn(page);
    const name = `Passeio ${Date.now() % 1e6}`;
    const apiToken = { nome: name, escopos: ["notas:ler"], empresas: null };
    const { object } = (await rpc(page, "ApiToken.saveApiToken", { apiToken }, token)) as {
      object: { id: string };
    };
    const { results } = (await rpc(page, "Empresa.getListEmpresa", {}, token)) as {
      results: { id: string }[];
    };
    await leaveAll(page, ADMIN_FORMS, { ...NO_RECORDS, empresa: results[0]?.id ?? "", token: name });
    await rpc(page, "ApiToken.revokeApiToken", { id: object.id }, token);
  },
);

test(
  "no form of lists and documents is left with unsaved changes without a confirmation",
  covers("/repositorio", "/filtro/:type", "/nota/:notaId"),
  async ({ page }) => {
    const token = await signIn(page);
    const chaves = await playScenarios(page, ["nota-adulterada", "nota-autorizada"] as const);
    const [quarantined = ""] = chaves["nota-adulterada"];
    const [valid = ""] = chaves["nota-autorizada"];
    await leaveAll(page, DOCUMENT_FORMS, {
      ...NO_RECORDS,
      quarantined: (await waitNota(page, { token, chave: quarantined }, () => true)).id,
      valid: (await waitNota(page, { token, chave: valid })).id,
    });
  },
);

test(
  "no form of the user's own account is left with unsaved changes without a confirmation",
  covers("/minha_conta"),
  async ({ page }) => {
    await signIn(page);
    await leaveAll(page, ACCOUNT_FORMS, NO_RECORDS);
    await page.goto("/minha_conta");
    await page.getByRole("textbox", { name: "Nome completo" }).fill("Outra Pessoa");
    await page.getByRole("link", { name: "Painel", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await saveScreenshot(page, "abandonar-minha-conta");
  },
);

test("no public form is left with unsaved changes without a confirmation", async ({ page, context }) => {
  const token = await signIn(page);
  const nomeUsuario = `passeio${Date.now() % 1e9}`;
  const email = `${nomeUsuario}@demo.example`;
  const usuario = { nome: "Visita", nomeCompleto: "Visita de Teste", nomeUsuario, email };
  await rpc(page, "Usuario.inviteUsuario", { usuario }, token);
  const visitor = await context.newPage();
  const inviteLink = await linkOf(page, email, /\/usuario_convidado\/setup\//);
  await leaveAll(visitor, PUBLIC_FORMS, { ...NO_RECORDS, inviteLink });
});

test("the name of a passkey is not lost without a confirmation", async ({ browser, baseURL }) => {
  const origin = new URL(baseURL ?? "");
  origin.hostname = "localhost";
  const context = await browser.newContext({ baseURL: origin.origin, locale: "pt-BR" });
  const page = await context.newPage();
  await signIn(page);
  await leaveAll(page, [PASSKEY], NO_RECORDS);
  await context.close();
});
