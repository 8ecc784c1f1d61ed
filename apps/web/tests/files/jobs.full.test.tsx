import { EXPORTACAO_POLL_MS, IMPORTACAO_POLL_MS, MESSAGES } from "@malote/contract";
import { expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { uploadAnswer } from "../support/account-examples.ts";
import { button, contentWidth, rowOf, ticking } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { listOf } from "../support/conta-examples.ts";
import { answerEndpoint, callsOf, Refused, Unreachable } from "../support/fake-server.ts";
import {
  exampleDownload,
  exampleExportacao,
  exampleImportacao,
  exampleImportacaoError,
  jobAnswers,
} from "../support/file-examples.ts";
import { expectAddress, expectCount, openApp, PHONE } from "../support/open-app.tsx";

const XML = new File(["<a/>"], "cai.xml", { type: "text/xml" });
const SHEET = new File(["x"], "planilha.xls", { type: "application/vnd.ms-excel" });
const queue = (): Locator => page.getByRole("region", { name: "Enviando" });
const repeatButton = (): Locator => queue().getByRole("button", { name: "Repetir" });

test("an interrupted upload shows an error, and the user can repeat it", async () => {
  answerEndpoint("/Services/import", () => {
    throw new Unreachable();
  });
  await openApp("/importacao", jobAnswers());
  await page.getByLabelText("Arquivos XML ou ZIP").upload(XML);
  await expect.element(queue().getByText(MESSAGES.erroTransmitindoArquivo)).toBeVisible();
  // The whole file is sent, but the answer is a gateway error.
  answerEndpoint("/Services/import", () => new Response("Bad Gateway", { status: 502 }));
  await repeatButton().click();
  await expect.element(queue().getByText(MESSAGES.falhaUploadArquivo)).toBeVisible();
  answerEndpoint("/Services/import", () => uploadAnswer());
  await repeatButton().click();
  await expect.element(queue().getByText("1 de 1 enviado")).toBeVisible();
  await queue().getByRole("button", { name: "Limpar" }).click();
  await expectCount(queue(), 0);
});

test("only XML and ZIP files are sent, and a file that the server refuses shows its sentence", async () => {
  const sent: string[] = [];
  answerEndpoint("/Services/import", async (request) => {
    const { name } = (await request.formData()).get("arquivo") as File;
    sent.push(name);
    return uploadAnswer({ sucesso: false, mensagem: "O arquivo está vazio." });
  });
  await openApp("/importacao", jobAnswers());
  await page.getByLabelText("Arquivos XML ou ZIP").upload([XML, SHEET]);
  await expect.element(queue().getByText("Só arquivos XML ou ZIP.")).toBeVisible();
  await expect.element(queue().getByText("O arquivo está vazio.")).toBeVisible();
  expect(sent).toEqual(["cai.xml"]);
});

test("a file dropped anywhere on the importação page is uploaded and then listed", async () => {
  const importacoes = [exampleImportacao()];
  answerEndpoint("/Services/import", () => {
    importacoes.unshift(exampleImportacao({ id: exampleImportacaoError().id, nomeArquivo: "solta.xml" }));
    return uploadAnswer();
  });
  await openApp("/importacao", jobAnswers({ importacoes }));
  const title = page.getByRole("heading", { level: 1 });
  await expect.element(page.getByText("Solte aqui arquivos XML ou ZIP")).toBeVisible();
  const drag = (type: string): void => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["<solta/>"], "solta.xml", { type: "text/xml" }));
    title.element().dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  };
  drag("dragenter");
  await expect.element(page.getByText("XML ou ZIP, em qualquer ponto desta página.")).toBeVisible();
  drag("drop");
  await expect.element(queue()).toHaveTextContent("1 de 1 enviado");
  await expect.element(rowOf("solta.xml")).toBeVisible();
});

test("the list of importações links to the files with errors, which are grouped by reason", async () => {
  const importacao = exampleImportacao();
  const grupos = [{ codigo: "xml-ilegivel", motivo: "XML ilegível.", quantidade: 1 }];
  await openApp("/importacao", {
    ...jobAnswers({ importacoes: [importacao] }),
    "Importacao.getListImportacaoErros": () => ({
      ...listOf([exampleImportacaoError()]),
      object: { importacao, grupos },
    }),
  });
  await expect.element(rowOf("novembro.zip")).toHaveTextContent("Concluída");
  await rowOf("novembro.zip")
    .getByRole("link", { name: /1 arquivo/ })
    .click();
  await expect.element(page.getByRole("heading", { level: 1, name: "novembro.zip" })).toBeVisible();
  const errors = page.getByRole("list", { name: "Erros da importação" });
  await expectCount(errors.getByRole("listitem"), 1);
  await expect.element(errors).toHaveTextContent("quebrada.xml");
  await expect.element(page.getByRole("main")).toHaveTextContent("XML ilegível.");
  expect(await findViolationsInThemes()).toEqual([]);
});

test("the URL of an unknown importação shows an error", async () => {
  await openApp("/importacao/erros/019a0000-0000-7000-8000-000000000000", {
    "Importacao.getListImportacaoErros": () => {
      throw new Refused("Importação não encontrada.");
    },
  });
  await expect.element(page.getByText("Importação não encontrada.")).toBeVisible();
});

const POLLED = [
  ["/importacao", IMPORTACAO_POLL_MS, "pela-api.xml"],
  ["/repositorio", IMPORTACAO_POLL_MS, "01/02/2001 a 01/03/2002"],
  ["/admin?tab=exportacao", EXPORTACAO_POLL_MS, "pela-api.csv"],
] as const;

test.each(POLLED)(
  "a job started in another tab or by the API appears on the open page %s",
  async (url, ms, text) => {
    const stored = {
      importacoes: [exampleImportacao()],
      exportacoes: [exampleExportacao()],
      downloads: [exampleDownload()],
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
    await openApp(url, jobAnswers(stored));
    const rows = ticking(() => page.getByRole("row").elements().length);
    await expect.poll(rows).toBe(2);
    stored.importacoes.unshift(exampleImportacao({ id: exampleDownload().id, nomeArquivo: "pela-api.xml" }));
    stored.exportacoes.unshift(exampleExportacao({ id: exampleDownload().id, nome: "pela-api.csv" }));
    stored.downloads.unshift(
      exampleDownload({ id: exampleExportacao().id, de: "2001-02-01", ate: "2002-03-01" }),
    );
    await vi.advanceTimersByTimeAsync(ms - 1_000);
    expect(await rows()).toBe(2);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.poll(rows).toBe(3);
    await expect.element(rowOf(text)).toBeVisible();
  },
);

test.each(["/importacao", "/repositorio", "/admin?tab=exportacao"])(
  "the page %s fits on a phone",
  async (url) => {
    await page.viewport(...PHONE);
    await openApp(
      url,
      jobAnswers({
        importacoes: [exampleImportacao({ nomeArquivo: `${"notas-de-novembro-".repeat(5)}.zip` })],
        exportacoes: [exampleExportacao()],
        downloads: [exampleDownload()],
      }),
    );
    await expect
      .element(
        page
          .getByRole("listitem")
          .filter({ hasText: /Conclu|Pronto/ })
          .first(),
      )
      .toBeVisible();
    expect(contentWidth()).toBeLessThanOrEqual(390);
    expect(await findViolationsInThemes()).toEqual([]);
  },
);

test("a repositório of no period is not requested; a requested one is announced when it is ready", async () => {
  const downloads = [exampleDownload({ estado: "em-andamento", nome: null, feitos: 1 })];
  await openApp("/repositorio", {
    ...jobAnswers({ downloads }),
    "Download.processaDownload": () => ({ object: exampleDownload({ estado: "pendente", nome: null }) }),
  });
  const until = page.getByRole("textbox", { name: "Emissão até" });
  await expect.element(until).toHaveValue();
  const proper = (until.element() as HTMLInputElement).value;
  await until.fill("01/01/2020");
  await button("Preparar download").click();
  await expect.element(page.getByText("A data inicial vem depois da final.")).toBeVisible();
  expect(callsOf("Download.processaDownload")).toHaveLength(0);
  await until.fill(proper);
  await page.getByLabelText("Documentos", { exact: true }).selectOptions("Recebidos e emitidos");
  await button("Preparar download").click();
  await expect.element(page.getByText("Download em preparo.")).toBeVisible();
  expect(callsOf("Download.processaDownload")).toMatchObject([{ entradaSaida: "T" }]);
  downloads[0] = exampleDownload();
  await expect.element(page.getByText("repositorio.zip está pronto.")).toBeVisible();
  await expectAddress("/repositorio");
});

test("an exportação is requested for the filter of the list, with the limit of each format", async () => {
  await openApp("/dfe_recebidos?texto=nada", {
    ...jobAnswers(),
    "Nota.getListNota": ({ createFileType }) => ({
      ...listOf([]),
      totalCount: 3,
      object: createFileType ? exampleExportacao({ estado: "pendente", nome: null }) : null,
    }),
  });
  await button("Exportar").click();
  const menu = page.getByRole("menu");
  await expect.element(menu).toHaveTextContent("Os 3 documentos do filtro");
  await expect.element(menu.getByRole("menuitem", { name: /CSV/ })).toHaveTextContent("até 5.000 documentos");
  await expect.element(menu.getByRole("menuitem", { name: /PDF/ })).toHaveTextContent("até 1.000 documentos");
  await menu.getByRole("menuitem", { name: /CSV/ }).click();
  await expect
    .poll(() => callsOf("Nota.getListNota").at(-1))
    .toMatchObject({
      createFileType: "CSV",
      searchFilter: { texto: "nada" },
    });
});
