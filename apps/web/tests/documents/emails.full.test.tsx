import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, chips, dialog } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, exampleId, ORDINARY } from "../support/conta-examples.ts";
import { type Email, emailsAnswers, exampleEmail } from "../support/email-examples.ts";
import { callsOf } from "../support/fake-server.ts";
import { expectAddress, expectCount, openApp, reload } from "../support/open-app.tsx";

const parts = (): Locator => page.getByRole("region", { name: "Partes e destino" });
const body = (): Locator => page.getByRole("region", { name: "Corpo do e-mail" });
const REMOTE = '<p>Segue o logotipo.</p><img src="https://imagens.example/logo.png" alt="Logotipo">';

test("an e-mail without DF-e is kept, with the reason for each part", async () => {
  const email = exampleEmail({ assunto: "Novidades da semana" }, [
    {
      nome: "folheto.pdf",
      tipo: "application/pdf",
      destino: "nao-dfe",
      motivo: "PDF não tem valor fiscal; vale o XML.",
      veredito: null,
    },
  ]);
  await openApp("/emails?anexo=sem-dfe&assunto=Novidades", emailsAnswers([email]));
  const row = page.getByRole("link", { name: /Novidades/ });
  await expect.element(row).toHaveTextContent("Nada extraído");
  expect(callsOf("Email.getListEmail").at(-1)?.searchFilter).toMatchObject({
    ...{ resultadoAnexo: "sem-dfe", assunto: "Novidades" },
  });
  await row.click();
  await expectAddress(`/email/${email.id}`);
  await expect.element(parts()).toHaveTextContent("PDF não tem valor fiscal; vale o XML.");
  await expectCount(parts().getByRole("link", { name: "Baixar folheto.pdf" }), 1);
  expect(await findViolationsInThemes()).toEqual([]);
});

test("an archive is shown as a tree, and each document in it links to its page", async () => {
  const chip: Email["chips"][number] = {
    tipo: "nota",
    tipoNota: "NFe",
    numeroNota: "1201",
    descricao: null,
    notaId: exampleId(1_201),
    entradaSaida: "E",
    sefazStatus: "100",
    divergente: false,
    veredito: "integra",
    quarentena: false,
  };
  const email = exampleEmail({ extraidos: 1, partes: 2, chips: [chip] }, [
    { caminho: "1", nome: "notas.zip", tipo: "application/zip", destino: "pacote", veredito: null },
    { caminho: "1/1", nome: "nota.xml", notas: [chip] },
  ]);
  await openApp(`/email/${email.id}`, emailsAnswers([email]));
  await expect.element(parts()).toHaveTextContent("1 documento extraído");
  await expect
    .element(parts().getByRole("listitem").filter({ hasText: "notas.zip" }))
    .toHaveTextContent("Aberto");
  await expect
    .element(parts().getByRole("link", { name: /^Abrir NF-e/ }))
    .toHaveAttribute("href", `/nota/${exampleId(1_201)}?type=E`);
});

test("a remote image loads only after a click on the button “Mostrar”", async () => {
  const email = exampleEmail({ corpoHtml: REMOTE, corpoMensagem: null });
  await openApp(`/email/${email.id}`, emailsAnswers([email]));
  const frame = page.getByTitle("Corpo do e-mail");
  const document = (): string => frame.element().getAttribute("srcdoc") ?? "";
  await expect.element(page.getByText("Imagens remotas bloqueadas (1)")).toBeVisible();
  expect(document()).toContain("Segue o logotipo.");
  expect(document()).not.toContain("imagens.example");
  await button("Mostrar").click();
  await expect.element(page.getByText("Imagens remotas mostradas (1)")).toBeVisible();
  expect(document()).toContain('src="https://imagens.example/logo.png"');
  await button("Esconder").click();
  await expect.poll(document).not.toContain("imagens.example");
});

test("an unreadable e-mail is marked in the list and on its page, and its original stays available", async () => {
  const motivo = "A mensagem não pôde ser separada em partes.";
  const email = exampleEmail(
    {
      ...{ assunto: "", remetente: "", remetenteNome: null, estado: "quarentena", motivo },
      ...{ corpoMensagem: null, tamanho: 900, problemas: 1 },
    },
    [],
  );
  await openApp("/emails?anexo=problema", emailsAnswers([email]));
  const row = page.getByRole("link", { name: /sem remetente/ });
  await expect.element(row).toHaveTextContent("(sem remetente)");
  await expect.element(row).toHaveTextContent(/Ilegível|Leitura incompleta|Grande demais/);
  await row.click();
  await expect.element(body()).toHaveTextContent(motivo);
  await expectCount(page.getByText("Esta mensagem não tem texto."), 0);
  await expect.element(page.getByRole("link", { name: "E-mail original" }).first()).toBeVisible();
});

test("an administrator reads an e-mail again after a confirmation", async () => {
  const email = exampleEmail({ tamanho: 900 });
  await openApp(`/email/${email.id}`, {
    ...emailsAnswers([email]),
    "Email.reprocessarEmail": () => {
      Object.assign(email, { reprocessadoEm: new Date() });
      return {};
    },
  });
  await parts().getByRole("button", { name: "Reprocessar" }).click();
  const question = dialog("Ler este e-mail de novo?");
  await expect.element(question).toHaveTextContent("marcas e liberações são mantidas");
  await question.getByRole("button", { name: "Reprocessar" }).click();
  await expect.element(parts().getByText(/^Reprocessado hoje às \d\d:\d\d$/)).toBeVisible();
});

test("an ordinary user cannot reprocess an e-mail", async () => {
  const email = exampleEmail({ tamanho: 900 });
  await openApp(`/email/${email.id}`, { ...contaAnswers({ usuario: ORDINARY }), ...emailsAnswers([email]) });
  await expect.element(page.getByRole("heading", { name: "Partes e destino" })).toBeVisible();
  await expectCount(button("Reprocessar"), 0);
});

test("a filter by attachment type and outcome narrows the list of e-mails", async () => {
  await openApp("/filtro/emails?data=tudo", emailsAnswers([exampleEmail()]));
  await page.getByLabelText("Assunto").fill("Novidades");
  await page.getByRole("combobox", { name: "Tipo de anexo" }).selectOptions("PDF");
  await page.getByRole("combobox", { name: "Resultado dos anexos" }).selectOptions("sem DF-e");
  await button("Aplicar").click();
  await expectAddress(/tipo=pdf/);
  await expect.element(chips()).toHaveTextContent("Tipo de anexo: PDF");
  const last = () => callsOf("Email.getListEmail").at(-1)?.searchFilter;
  await expect.poll(last).toEqual({ assunto: "Novidades", tipoAnexo: "pdf", resultadoAnexo: "sem-dfe" });
  reload();
  await chips().getByRole("button", { name: "Remover o filtro Tipo de anexo: PDF" }).click();
  await expect.element(chips()).not.toHaveTextContent("Tipo de anexo");
  await expect.poll(last).toEqual({ assunto: "Novidades", resultadoAnexo: "sem-dfe" });
});
