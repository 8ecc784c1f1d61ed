import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { button } from "../support/actions.ts";
import { answerEndpoint } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectCount, openApp } from "../support/open-app.tsx";

const PAPER = "/Services/downloadDanfe";
const paper = (): Locator => page.getByRole("region", { name: /^DANFE do documento/ });
const zoom = (): string | null =>
  page.getByRole("toolbar", { name: "Tamanho e impressão" }).getByRole("status").element().textContent;

async function openPaper(): Promise<void> {
  const [nota] = exampleNotas(1);
  await openApp(`/nota/${nota?.id}?type=E`, notasAnswers(nota ? [nota] : []));
  await expect.element(paper()).toBeVisible();
}

test("the DANFE is drawn in the page at the width that is there, as text that can be selected", async () => {
  await openPaper();
  const text = paper().getByText("DANFE de exemplo");
  await expect.element(text).toBeVisible();
  getSelection()?.selectAllChildren(text.element());
  expect(getSelection()?.toString()).toBe("DANFE de exemplo");
  const sheet = paper().element().querySelector("[data-papel]");
  const room = paper().element().clientWidth - (sheet?.clientWidth ?? 0);
  expect(room).toBeGreaterThan(0);
  expect(room).toBeLessThan(60);
});

test("buttons and keys change the size of the paper, not of the page, and one fits it again", async () => {
  await openPaper();
  const before = zoom();
  await button(/^Aumentar/).click();
  await expect.poll(zoom).not.toBe(before);
  await button(/^Ajustar à largura/).click();
  await expect.poll(zoom).toBe(before);
  (paper().element() as HTMLElement).focus();
  await userEvent.keyboard("{Control>}-{/Control}");
  await expect.poll(zoom).not.toBe(before);
  await userEvent.keyboard("{Control>}0{/Control}");
  await expect.poll(zoom).toBe(before);
});

test("what could run or load anything never enters the page, even if a server drew it", async () => {
  const hostile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297" onload="window.ran=1">
    <script>window.ran=1</script><foreignObject><b xmlns="http://www.w3.org/1999/xhtml">oi</b></foreignObject>
    <a href="javascript:window.ran=1"><text x="1" y="9">elo</text></a>
    <image href="https://mal.example/x.png" width="9" height="9"/>
    <text x="10" y="20" style="fill:red" onclick="window.ran=1">só texto</text></svg>`;
  answerEndpoint(PAPER, () => new Response(hostile));
  await openPaper();
  await expect.element(paper().getByText("só texto")).toBeVisible();
  const html = paper().element().querySelector("[data-papel]")?.innerHTML ?? "";
  expect(html).not.toMatch(/script|foreignObject|href|style=|\son\w+=/i);
  expect((window as { ran?: number }).ran).toBeUndefined();
});

test("a paper that the server cannot draw says so, and another attempt is offered", async () => {
  answerEndpoint(PAPER, () => new Response("Papel indisponível", { status: 404 }));
  const [nota] = exampleNotas(1);
  await openApp(`/nota/${nota?.id}?type=E`, notasAnswers(nota ? [nota] : []));
  await expect.element(button("Tentar de novo")).toBeVisible();
  answerEndpoint(
    PAPER,
    () =>
      new Response(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="5" font-size="4">veio</text></svg>',
      ),
  );
  await button("Tentar de novo").click();
  await expect.element(page.getByText("veio")).toBeVisible();
  await expectCount(button("Tentar de novo"), 0);
});
