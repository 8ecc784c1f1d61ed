import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { contentWidth, dialog } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, exampleId, ORDINARY } from "../support/conta-examples.ts";
import { DESACORDO, IMOBILIZACAO } from "../support/evento-examples.ts";
import { type Answers, answer, callsOf, Refused } from "../support/fake-server.ts";
import { type Nota, notasAnswers } from "../support/nota-examples.ts";
import { expectCount, openApp, PHONE } from "../support/open-app.tsx";

const evento = (): Locator => dialog("Enviar evento à SEFAZ");
const send = (): Promise<void> => evento().getByRole("button", { name: "Enviar à SEFAZ" }).click();

async function openEvento(part: Partial<Nota>): Promise<Nota> {
  const nota = sampleNota(part);
  await openApp(`/nota/${nota.id}?type=E`, {
    ...notasAnswers([nota]),
    "Nota.sendEvento": () => ({ object: { id: exampleId(95) } }),
  });
  await page
    .getByRole("region", { name: "Eventos da sua empresa" })
    .getByRole("button", { name: "Enviar evento" })
    .click();
  await expect.element(evento()).toBeVisible();
  return nota;
}

test("a desacordo needs a justificativa of the right length; an evento that cannot be sent is disabled", async () => {
  const { id } = await openEvento(DESACORDO);
  const reason = evento().getByLabelText("O que está em desacordo");
  await expect.element(evento().getByRole("radio", { name: /^Cancelamento da Prestação/ })).toBeDisabled();
  await expect.element(evento()).toHaveTextContent("Não há desacordo registrado.");
  await expectCount(reason, 0);
  await evento()
    .getByRole("radio", { name: /^Prestação do Serviço em Desacordo/ })
    .click();
  const mensagem = "Escreva a justificativa com 15 a 255 caracteres.";
  answer({
    "Nota.sendEvento": () => {
      throw new Refused(mensagem);
    },
  });
  await reason.fill("curto");
  await send();
  await expect.element(evento().getByRole("alert")).toHaveTextContent(mensagem);
  expect(await findViolationsInThemes()).toEqual([]);
  answer({ "Nota.sendEvento": () => ({ object: { id: exampleId(95) } }) });
  await reason.fill("A carga foi entregue em outro endereço");
  await expectCount(evento().getByRole("alert"), 0);
  await send();
  await expectCount(evento(), 0);
  expect(callsOf("Nota.sendEvento").at(-1)).toEqual({
    ...{ id, tpEvento: "610110", justificativa: "A carga foi entregue em outro endereço" },
  });
});

test("the form of a tax reform evento shows only the fields of the selected items", async () => {
  const { id } = await openEvento(IMOBILIZACAO);
  await evento()
    .getByRole("radio", { name: /^Imobilização de Item/ })
    .click();
  const ibs = evento().getByLabelText("Valor do IBS");
  await expectCount(ibs, 0);
  await evento().getByRole("checkbox").first().click();
  await expectCount(ibs, 1);
  await expect.element(evento().getByLabelText("Quantidade")).toHaveValue("3,0000");
  await ibs.fill("1,50");
  await evento().getByLabelText("Valor da CBS").fill("13,50");
  expect(await findViolationsInThemes()).toEqual([]);
  await page.viewport(...PHONE);
  expect(contentWidth()).toBeLessThanOrEqual(390);
  await send();
  await expectCount(evento(), 0);
  expect(callsOf("Nota.sendEvento")).toEqual([
    {
      ...{ id, tpEvento: "211130" },
      itens: [{ nItem: 1, valorIBS: "1.50", valorCBS: "13.50", quantidade: "3.0000", unidade: "CX" }],
    },
  ]);
});

const QUARANTINED = sampleNota({
  ...{ quarentena: true, veredito: "suspeita" },
  achados: [
    {
      ...{ codigo: "assinatura-embrulhada", gravidade: "grave", titulo: "Assinatura de outro conteúdo" },
      ...{ texto: "O documento assinado está dentro de outro.", evidencia: null, caminho: null },
    },
  ],
});
const openQuarantined = (answers: Answers = {}): Promise<void> =>
  openApp(`/nota/${QUARANTINED.id}?type=E`, { ...answers, ...notasAnswers([QUARANTINED]) });

test("a release from quarantine shows the achados and requires a reason, whose length is counted", async () => {
  const mensagem = "Escreva o motivo com 15 a 255 caracteres.";
  await openQuarantined({
    "Nota.liberarQuarentena": ({ motivo }) => {
      if (motivo.length < 15) throw new Refused(mensagem);
      return {};
    },
  });
  const card = page.getByRole("region", { name: "Situação do documento" });
  await card.getByRole("button", { name: "Liberar da quarentena" }).click();
  const question = dialog("Liberar da quarentena?");
  await expect.element(question.getByRole("listitem").first()).toBeVisible();
  await expect.element(question).toHaveTextContent("entra nas listas, nos totais e na entrega ao ERP");
  const releaseButton = question.getByRole("button", { name: "Liberar", exact: true });
  await question.getByLabelText("Motivo").fill("porque sim");
  await releaseButton.click();
  await expect.element(question.getByRole("alert")).toHaveTextContent(mensagem);
  await question.getByLabelText("Motivo").fill("Conferido por telefone.");
  await expectCount(question.getByRole("alert"), 0);
  await expect.element(question).toHaveTextContent("23 de 255");
  await releaseButton.click();
  await expectCount(question, 0);
});

test("an ordinary user reads that only administrators release from quarantine", async () => {
  await openQuarantined(contaAnswers({ usuario: ORDINARY }));
  await expect.element(page.getByRole("heading", { name: "Em quarentena" })).toBeVisible();
  await expectCount(page.getByRole("button", { name: "Liberar da quarentena" }), 0);
  await expect.element(page.getByText("Só um administrador pode liberar da quarentena.")).toBeVisible();
});

test("the page of a document in quarantine prepares an e-mail that requests the XML", async () => {
  await openQuarantined();
  await expect
    .element(page.getByRole("link", { name: "Pedir o XML ao emitente" }))
    .toHaveAttribute("href", expect.stringMatching(new RegExp(`^mailto:.*${QUARANTINED.chaveAcesso}`)));
});
