import { MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { button, dialog, press } from "../support/actions.ts";
import { answer, Unreachable } from "../support/fake-server.ts";
import { type Nota, notasAnswers } from "../support/nota-examples.ts";
import { expectCount, openApp } from "../support/open-app.tsx";

const UNTIL = new Date("2099-01-01T12:00:00Z");
const PRAZOS = ([1, 2, 3, 4] as const).map((status) => ({ status, ate: UNTIL, vencido: false }));
async function openNota(part: Partial<Nota>): Promise<void> {
  const nota = sampleNota({ prazosManifestacao: PRAZOS, ...part });
  await openApp(`/nota/${nota.id}?type=E`, notasAnswers([nota]));
}

/** Opens the dialog of a section of the page. */
async function openDialog(section: string, name: string, title: string): Promise<Locator> {
  await page.getByRole("region", { name: section }).getByRole("button", { name }).click();
  const opened = dialog(title);
  await expect.element(opened).toBeVisible();
  return opened;
}

const openManifestacao = (name = "Manifestar"): Promise<Locator> =>
  openDialog("Manifestação do destinatário", name, "Manifestar à SEFAZ");
const send = (opened: Locator): Promise<void> =>
  opened.getByRole("button", { name: "Enviar à SEFAZ" }).click();

test("after a conclusive manifestação the ciência is disabled, and no option is preselected", async () => {
  await openNota({ manifestacao: 1 });
  const opened = await openManifestacao("Mudar a manifestação");
  await expect.element(opened.getByRole("radio", { name: /Ciência da operação/ })).toBeDisabled();
  await expect.element(opened).toHaveTextContent("já há uma manifestação conclusiva");
  await send(opened);
  await expect
    .element(opened.getByRole("alert"))
    .toHaveTextContent("Escolha o que sua empresa declara sobre esta operação.");
  await press("{Escape}");
  await expectCount(opened, 0);
});

test("a manifestação that cannot be sent shows its sentence", async () => {
  await openNota({});
  answer({
    "Nota.manifestacao": () => {
      throw new Unreachable();
    },
  });
  const opened = await openManifestacao();
  await opened.getByRole("radio", { name: /Ciência da operação/ }).click();
  await send(opened);
  await expect.element(opened.getByText(MESSAGES.falhaManifestacao).first()).toBeVisible();
});

test("a running SEFAZ query can be cancelled", async () => {
  await openNota({});
  answer({ "Nota.consultarSefaz": () => new Promise(() => undefined) });
  await button("Consultar SEFAZ").click();
  await page.getByRole("status").getByRole("button", { name: "Cancelar" }).click();
  await expect.element(button("Consultar SEFAZ")).toBeVisible();
});

test("the status card fits completely on a laptop screen", async () => {
  await page.viewport(1366, 650);
  await openNota({});
  const card = page.getByRole("region", { name: "Situação do documento" });
  await expect.element(card.getByText(/Consultada na SEFAZ/)).toBeVisible();
  const { scrollHeight, clientHeight } = card.element();
  expect(clientHeight).toBeGreaterThan(200);
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});

test("a nota in quarantine explains why, and offers no flags", async () => {
  await openNota({
    quarentena: true,
    veredito: "assinatura-invalida",
    achados: [
      {
        ...{ codigo: "assinatura-digest", gravidade: "grave", titulo: "A assinatura não confere" },
        ...{ texto: "O conteúdo mudou depois de assinado.", evidencia: null, caminho: null },
      },
    ],
  });
  await expect.element(page.getByRole("heading", { name: "Em quarentena" })).toBeVisible();
  await expect.element(page.getByRole("tab", { name: /Achados/ })).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByRole("heading", { name: "Por que esta nota parou aqui" })).toBeVisible();
  await expect.element(page.getByRole("tabpanel").getByRole("listitem").first()).toHaveTextContent(/assin/i);
  await expect.element(page.getByRole("heading", { name: "O que fazer" })).toBeVisible();
  await expect.element(page.getByText("As marcas ficam bloqueadas")).toBeVisible();
  await expectCount(page.getByRole("button", { name: "Marcar processado", exact: true }), 0);
});
