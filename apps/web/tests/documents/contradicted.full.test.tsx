import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { button, press, rowOf } from "../support/actions.ts";
import { contaAnswers, exampleId, ORDINARY } from "../support/conta-examples.ts";
import { callsOf } from "../support/fake-server.ts";
import { type Nota, notasAnswers } from "../support/nota-examples.ts";
import { openApp } from "../support/open-app.tsx";
import { LIST } from "../support/open-notas.ts";

const ID = exampleId(1_201);
const CANCELLATION: Nota["listEventos"][number] = {
  id: exampleId(77),
  tpEvento: "110111",
  descEvento: "Cancelamento",
  protocolo: "131260094418208",
  protocoloData: new Date("2026-11-19T20:20:00Z"),
  origem: "sefaz",
  veredito: null,
  texto: null,
  autor: null,
  temXml: false,
  ressalva: null,
};
const ORIGEM = {
  ...{ emailId: exampleId(78), importado: false, anexoId: exampleId(79), assunto: "NF-e", caminho: "1" },
  ...{ remetente: "fiscal@serra.example", recebidaEm: null, nome: null, veredito: null },
  destino: "nota",
} as const;
/** The one of the bar; the list of flags has another. */
const processButton = () => page.getByRole("button", { name: "Marcar processado", exact: true }).first();
type Field = NonNullable<Nota["evidencia"]>["campos"][number];
const field = (campo: Field["campo"], part: Partial<Field>): Field => {
  return { campo, xml: null, sefaz: null, email: null, divergem: [], ...part };
};

/** A nota that SEFAZ cancelled after its e-mail. */
const cancelled = (part: Partial<Nota> = {}): Nota =>
  sampleNota({
    id: ID,
    sefazStatus: "101",
    divergente: true,
    listEventos: [CANCELLATION],
    origens: [ORIGEM],
    evidencia: {
      sefazEm: new Date("2026-11-20T12:00:00Z"),
      emailId: exampleId(78),
      campos: [
        field("situacao", { xml: "100", sefaz: "101", divergem: ["sefaz"] }),
        field("valor", { xml: "18420.35", sefaz: "18420.35", email: "18420.00", divergem: ["email"] }),
      ],
    },
    ...part,
  });

test("a cancelled document says what disagrees, and its main action is to tell the supplier", async () => {
  await openApp(`/nota/${ID}?type=E`, notasAnswers([cancelled()]));
  const card = page.getByRole("region", { name: "Situação do documento" });
  await expect.element(card).toHaveTextContent("Divergente: cancelada");
  await expect
    .element(card)
    .toHaveTextContent("O XML diz autorizada; a SEFAZ diz cancelada em 19/11/2026 17:20");
  await expect.element(card).toHaveTextContent("mantenha-a fora do ERP");
  const main = page.getByRole("link", { name: "Avisar o fornecedor" });
  await expect.element(main).toHaveAttribute("data-variant", "filled");
  const href = decodeURIComponent(main.element().getAttribute("href") ?? "");
  expect(href).toMatch(/^mailto:fiscal@serra\.example\?/);
  expect(href).toContain("a SEFAZ diz cancelada em 19/11/2026 17:20");
  expect(href).toMatch(/Valor: R\$\s18\.420,35 no XML, R\$\s18\.420,00 segundo o e-mail/);
  const filled = [...document.querySelectorAll('main [data-variant="filled"]')].map(
    (each) => each.textContent,
  );
  expect(filled).toEqual(["Avisar o fornecedor"]);
});

test("a contradicted document may be marked, after a plain question", async () => {
  await openApp(`/nota/${ID}?type=E`, notasAnswers([cancelled()]));
  await processButton().click();
  await expect
    .element(page.getByText("A SEFAZ diz que ela está cancelada. Marcar mesmo assim?"))
    .toBeVisible();
  expect(callsOf("Nota.setProcessadoErp")).toEqual([]);
  await button("Marcar mesmo assim").click();
  await expect.poll(() => callsOf("Nota.setProcessadoErp")).toEqual([{ id: ID, processado: true }]);
});

test("sources that differ are shown side by side, and sources that agree in one line", async () => {
  await openApp(`/nota/${ID}?type=E`, notasAnswers([cancelled()]));
  const table = page.getByRole("table", { name: "O que cada fonte diz" });
  await expect.element(table.getByRole("row", { name: /^Situação Autorizada .*Cancelada/ })).toBeVisible();
  await expect.element(table.getByRole("cell", { name: /18\.420,00.*diferente do XML/ })).toBeVisible();
  await expect
    .element(page.getByText("A SEFAZ diz outra coisa: situação. O e-mail diz outra coisa: valor."))
    .toBeVisible();
});

test("when all sources agree, one quiet line names what they say", async () => {
  const campos = [
    field("numero", { xml: "184220", sefaz: "184220", email: "184220" }),
    field("valor", { xml: "18420.35", sefaz: "18420.35" }),
  ];
  const nota = sampleNota({ id: ID, evidencia: { sefazEm: null, emailId: null, campos } });
  await openApp(`/nota/${ID}?type=E`, notasAnswers([nota]));
  const line = page.getByText("SEFAZ e e-mail dizem o mesmo que o XML: número e valor.");
  await expect.element(line).toBeVisible();
  await expect.element(page.getByRole("table", { name: "O que cada fonte diz" })).not.toBeInTheDocument();
  await line.click();
  await expect.element(page.getByRole("table", { name: "O que cada fonte diz" })).toBeVisible();
  await expect.element(processButton()).toHaveAttribute("data-variant", "filled");
});

test("the amber status of a row opens its reason, where a key does not mark without a question", async () => {
  await page.viewport(1440, 900);
  await openApp(LIST, notasAnswers([cancelled({ numeroNota: "1201" })]));
  await rowOf("1.201").getByText("Divergente: cancelada").click();
  const panel = page.getByRole("complementary", { name: "Documento ao lado da lista" });
  await expect.element(panel).toHaveTextContent("O XML diz autorizada; a SEFAZ diz cancelada");
  await expect.element(panel).toHaveTextContent("Não pague nem dê entrada com base nela.");
  await press("p");
  await expect.element(button("Marcar mesmo assim")).toBeVisible();
  expect(callsOf("Nota.setProcessadoErp")).toEqual([]);
});

test("an administrator keeps a contradicted document out of the ERP with a reason", async () => {
  const motivo = "O fornecedor confirmou o cancelamento";
  await openApp(`/nota/${ID}?type=E`, {
    ...notasAnswers([cancelled()]),
    "Nota.colocarQuarentena": () => ({}),
  });
  await button("Manter fora do ERP").click();
  await page.getByRole("textbox", { name: "Motivo" }).fill(motivo);
  await button("Colocar em quarentena").click();
  await expect.poll(() => callsOf("Nota.colocarQuarentena")).toEqual([{ id: ID, motivo }]);
});

test("a user without that right is not offered to keep a document out of the ERP", async () => {
  await openApp(`/nota/${ID}?type=E`, {
    ...contaAnswers({ usuario: ORDINARY }),
    ...notasAnswers([cancelled()]),
  });
  await expect.element(page.getByRole("link", { name: "Avisar o fornecedor" })).toBeVisible();
  await expect.element(button("Manter fora do ERP")).not.toBeInTheDocument();
});

test("a document that a user put into quarantine says who, when and why, in card and history", async () => {
  const quando = new Date("2026-11-20T13:00:00Z");
  const motivo = "O fornecedor confirmou o cancelamento";
  const nota = cancelled({
    quarentena: true,
    atosQuarentena: [{ acao: "colocou", quem: "Marina Prado", quando, motivo }],
  });
  await openApp(`/nota/${ID}?type=E&aba=historia`, notasAnswers([nota]));
  const card = page.getByRole("region", { name: "Situação do documento" });
  await expect.element(card).toHaveTextContent("Colocada em quarentena por Marina Prado em 20/11/2026 10:00");
  await expect.element(card).toHaveTextContent(motivo);
  await expect.element(button("Liberar da quarentena")).toBeVisible();
  await expect.element(page.getByText("Pedir o XML ao emitente")).not.toBeInTheDocument();
  await expect.element(page.getByRole("tabpanel")).toHaveTextContent("Colocada em quarentena");
});
