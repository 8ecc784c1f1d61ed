import { PEOPLE_MESSAGES, type ResultOf } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { answerCaptcha } from "../support/account-examples.ts";
import { button } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { callsOf, Refused } from "../support/fake-server.ts";
import { exampleChave } from "../support/nota-examples.ts";
import { expectCount, openAsVisitor } from "../support/open-app.tsx";

type Found = ResultOf<"Nota.getNotaDownloadPublico">["object"];

const chave = exampleChave(1_201);
const FOUND: Found = { ticket: "bilhete", tipoNota: "NFe", expiraEm: null, situacao: "normal" };
const download = (format: string): Locator => page.getByRole("link", { name: `Baixar ${format}` });

async function search(found: () => Found): Promise<void> {
  answerCaptcha();
  await openAsVisitor(`/download/${chave}`, {
    "Nota.getNotaDownloadPublico": () => ({ object: found() }),
  });
  await expect.element(page.getByText("55, NF-e")).toBeVisible();
  await expect.element(page.getByText("Verificado")).toBeVisible();
  await button("Buscar").click();
}

test("the public download marks a cancelled document and offers only its printed form", async () => {
  await search(() => ({ ...FOUND, situacao: "cancelada" }));
  await expect.element(page.getByRole("note")).toHaveTextContent("Cancelada");
  const found = page.getByRole("region", { name: "Documento localizado" });
  await expect.element(found.getByRole("heading")).toHaveFocus();
  await expect.element(download("PDF")).toBeVisible();
  await expectCount(download("XML"), 0);
  expect(await findViolationsInThemes()).toEqual([]);
});

test("the public download of a valid document offers both files until another key is typed", async () => {
  await search(() => FOUND);
  await expect
    .element(download("XML"))
    .toHaveAttribute("href", expect.stringContaining(`chaveAcesso=${chave}&formato=xml`));
  await expect.element(download("PDF")).toBeVisible();
  expect(callsOf("Nota.getNotaDownloadPublico")).toMatchObject([{ ChaveAcesso: chave }]);
  await page.getByLabelText("Chave de acesso").fill(chave.slice(0, 20));
  await expectCount(download("XML"), 0);
});

test("an unknown key reveals nothing, and needs a new captcha", async () => {
  await search(() => {
    throw new Refused("Documento não encontrado.");
  });
  await expect.element(page.getByRole("alert").first()).toHaveTextContent("Documento não encontrado.");
  await expectCount(download("XML"), 0);
  await expect.element(page.getByText("Verificado")).toBeVisible();
});

test("a search without a key shows an error at its field", async () => {
  await openAsVisitor("/download");
  await button("Buscar").click();
  await expect
    .element(page.getByLabelText("Chave de acesso"))
    .toHaveAccessibleDescription(PEOPLE_MESSAGES.chavePublicaObrigatoria);
});

test("a message to us that is refused stays in the form, and a sent one is confirmed", async () => {
  answerCaptcha();
  let refuse = true;
  await openAsVisitor("/contato", {
    "Conta.sendContato": () => {
      if (refuse) throw new Refused("Aguarde um minuto.");
      return {};
    },
  });
  const text = page.getByLabelText("Mensagem");
  await page.getByLabelText("Nome").fill("Visita");
  await page.getByLabelText("E-mail").fill("visita@fora.example");
  await text.fill("Quanto custa?");
  await expect.element(page.getByText("Verificado")).toBeVisible();
  await button("Enviar mensagem").click();
  await expect.element(page.getByText("Aguarde um minuto.").first()).toBeVisible();
  await expect.element(text).toHaveValue("Quanto custa?");
  refuse = false;
  await expect.element(page.getByText("Verificado")).toBeVisible();
  await button("Enviar mensagem").click();
  await expect.element(page.getByText("Responderemos em visita@fora.example.")).toBeVisible();
});
