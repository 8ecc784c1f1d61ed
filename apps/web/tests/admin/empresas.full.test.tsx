import { MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sampleCertificado, sampleEmpresa } from "../../src/features/empresa/sample-empresa.ts";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { button, choose, dialog, rowOf } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, exampleId, NOW, ORDINARY } from "../support/conta-examples.ts";
import { type Answers, Refused } from "../support/fake-server.ts";
import { notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, openApp, PHONE } from "../support/open-app.tsx";

const LONG_NAME = "Indústria e Comércio de Produtos Alimentícios Ipê do Largo Sociedade Limitada";
const empresa = sampleEmpresa({ documentos: 12, certificado: sampleCertificado() });

const fileInput = (): Locator => page.getByLabelText("Arquivo do certificado");

/** A conta that has one empresa. */
const empresaAnswers = (part: Parameters<typeof contaAnswers>[0] = {}): Answers =>
  contaAnswers({ empresas: [empresa], ...part });

test("the CNPJ of an empresa with documents is fixed, and the refusal of its deletion is shown", async () => {
  await openApp(`/empresa/${empresa.id}`, {
    ...empresaAnswers(),
    "Empresa.deleteEmpresa": () => {
      throw new Refused("Há 12 documentos desta empresa.");
    },
  });
  await expect.element(page.getByLabelText("CNPJ")).toHaveAttribute("readonly");
  await button("Excluir").first().click();
  await dialog().getByRole("button", { name: "Excluir empresa" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Não foi possível excluir a empresa." });
  await expect.element(notice).toHaveTextContent(/Há \d+ documentos? desta empresa/);
  await expectAddress(`/empresa/${empresa.id}`);
});

const PENDING = [
  { ...empresa, certificado: sampleCertificado({ situacao: "vencendo", diasRestantes: 12 }) },
  { ...empresa, id: exampleId(31), nome: LONG_NAME, certificado: null },
];

test("on a phone the list marks empresas with an expiring or missing certificado", async () => {
  await page.viewport(...PHONE);
  await openApp("/admin", empresaAnswers({ empresas: PENDING }));
  const strip = page.getByRole("region", { name: "Precisa de você" });
  await expectCount(strip.getByRole("link"), 2);
  await expect.element(strip).toHaveTextContent("Certificado vencendo");
  await expect.element(page.getByText("Vence em 12 dias").first()).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: /^Adicionar certificado/ }))
    .toHaveAttribute("href", `/cert/${exampleId(31)}`);
  expect(await findViolationsInThemes()).toEqual([]);
  // A long name must not push the actions off the screen.
  await expect.element(button(`Ações da empresa ${LONG_NAME}`)).toBeInViewport({ ratio: 1 });
  await choose(/^Ordem da lista/, "CNPJ", "menuitemradio");
  await expectAddress(/ordem=cnpj/);
  await strip.getByRole("link", { name: /vencendo/ }).click();
  await expectAddress(/\/cert\//);
});

test("on a desktop the list marks empresas with an expiring or missing certificado", async () => {
  await openApp("/admin", empresaAnswers({ empresas: PENDING }));
  await expect.element(rowOf(empresa.nome)).toHaveTextContent("Vence em 12 dias");
  await expect
    .element(rowOf(LONG_NAME).getByRole("link", { name: /^Adicionar certificado/ }))
    .toHaveAttribute("href", `/cert/${exampleId(31)}`);
  await expect.element(button(`Ações da empresa ${LONG_NAME}`)).toBeInViewport({ ratio: 1 });
  expect(await findViolationsInThemes()).toEqual([]);
});

test.each([
  ["Comprovada", "Pelo certificado A1 de IPE DO LARGO", { por: "certificado", detalhe: "IPE DO LARGO" }],
  ["Não comprovada", "Envie o certificado A1 de um CNPJ da mesma raiz", null],
] as const)("the page of an empresa that is “%s” shows how to prove it", async (status, how, proof) => {
  const prova = proof && { ...proof, provadaEm: NOW };
  await openApp(`/empresa/${empresa.id}`, contaAnswers({ empresas: [{ ...empresa, prova }] }));
  const panel = page.getByRole("region", { name: "Comprovação" });
  await expect.element(panel).toHaveTextContent(status);
  await expect.element(panel).toHaveTextContent(how);
  await expect.element(page.getByRole("switch", { name: /^Download público/ })).toBeChecked();
  await expectCount(page.getByText("Só vale depois que a empresa for comprovada."), proof ? 0 : 1);
  expect(await findViolationsInThemes()).toEqual([]);
});

test("a document that waits for a certificado links to the upload of its empresa", async () => {
  const waiting = { aguardandoCertificado: true, sefazStatus: null, divergente: null };
  const nota = sampleNota({ ...waiting, cnpjDestinatario: empresa.cnpj });
  await openApp(`/nota/${nota.id}?type=E`, {
    ...empresaAnswers({ empresas: [{ ...empresa, certificado: null }] }),
    ...notasAnswers([nota]),
  });
  await page.getByRole("link", { name: /^Adicionar o certificado de/ }).click();
  await expectAddress(/\/cert\/[\da-f-]{36}$/);
  await expect.element(fileInput()).toBeEnabled();
});

test("a user without an empresa is led to a new one", async () => {
  await openApp("/admin", empresaAnswers({ empresas: [] }));
  await expect.element(page.getByText("Nenhuma empresa cadastrada")).toBeVisible();
  await page.getByRole("link", { name: "Nova empresa" }).first().click();
  await expectAddress("/empresa/nova");
  await button("Cancelar").click();
  await expectAddress("/admin?tab=empresa");
});

test("an ordinary user sees the empresas but cannot change any of them", async () => {
  await openApp("/admin?tab=empresa", empresaAnswers({ usuario: ORDINARY }));
  await expect.element(rowOf(empresa.nome)).toBeVisible();
  await expectCount(page.getByRole("link", { name: "Nova empresa" }), 0);
  await expectCount(button(/^Ações da empresa/), 0);
  await page.getByRole("link", { name: `Abrir a empresa ${empresa.nome}` }).click();
  await expect.element(page.getByText("Só administradores da conta alteram empresas.")).toBeVisible();
  await expect.element(page.getByLabelText("Razão social")).toBeDisabled();
  for (const name of ["Salvar", "Excluir"]) await expectCount(button(name), 0);
});

test("a certificado without its password is refused, without accessibility violations in both themes", async () => {
  await openApp(`/cert/${empresa.id}`, empresaAnswers());
  await fileInput().upload(new File(["a1"], "a1.pfx", { type: "application/x-pkcs12" }));
  await button("Enviar certificado").click();
  await expect.element(page.getByText(MESSAGES.certificadoSenhaObrigatoria)).toBeVisible();
  await expect.element(page.getByText("a1.pfx")).toBeVisible();
  expect(await findViolationsInThemes()).toEqual([]);
});

test("an ordinary user sees the certificado of an empresa but cannot send one", async () => {
  await openApp(`/cert/${empresa.id}`, empresaAnswers({ usuario: ORDINARY }));
  await expect.element(page.getByText("Só administradores da conta enviam certificados.")).toBeVisible();
  await expect.element(fileInput()).toBeDisabled();
  await expectCount(button("Enviar certificado"), 0);
  await expect
    .element(page.getByRole("region", { name: "Certificado atual" }))
    .toHaveTextContent("Válido até");
});

test.each(["/empresa/nada", `/cert/${exampleId(99)}`])(
  "the URL of an unknown empresa shows an error and a link back: %s",
  async (url) => {
    await openApp(url, empresaAnswers());
    await expect.element(page.getByText("Empresa não encontrada.")).toBeVisible();
    await page.getByRole("link", { name: "Voltar às empresas" }).click();
    await expectAddress("/admin?tab=empresa");
  },
);
