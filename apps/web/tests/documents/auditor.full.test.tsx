import type { ResultOf } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { contentWidth } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { exampleId, listOf } from "../support/conta-examples.ts";
import { type Answers, callsOf } from "../support/fake-server.ts";
import { exampleChave } from "../support/nota-examples.ts";
import { expectAddress, openApp, PHONE } from "../support/open-app.tsx";

type Registro = ResultOf<"Auditor.getAuditor">["object"];

function exampleRegistro(part: Partial<Registro> = {}): Registro {
  const now = new Date();
  return {
    ...{ id: exampleId(501), notaId: null, entradaSaida: null, tipo: "NFe", tipoNota: "NFe" },
    ...{ chaveAcesso: exampleChave(77), cSitNFe: 1, text: "NF-e 77 do Moinho", descEvento: "Autorização" },
    ...{
      dataEvento: now,
      dataEmissao: now,
      numeroNota: "77",
      serieNota: "1",
      nomeEmitente: "Moinho Estrela",
    },
    ...{ cnpjEmitente: "27391485000148", valorTotal: "100.00", faltandoXml: true, origem: "distribuicao" },
    ...{ empresaId: null, empresaNome: null, criadoEm: now, protocolo: "135", digVal: null, nsu: "10" },
    ...{ esquema: null, tpEvento: null, nSeqEvento: null, autor: null },
    relacionados: [{ id: exampleId(502), tipo: "Evento", descEvento: "Carta de correção", dataEvento: now }],
    carta: {
      para: "fiscal@moinho.example",
      assunto: "XML da NF-e 77",
      texto: `Envie o XML de ${exampleChave(77)}.`,
    },
    ...part,
  };
}

const missing = exampleRegistro();
const AUDITOR: Answers = {
  "Auditor.getListAuditor": () => listOf([missing]),
  // The tab groups by supplier first; "Por data" is the list of records.
  "PedidoXml.getListFornecedor": () => ({
    ...listOf([]),
    object: { documentos: 1, soma: "100.00", pedidos: 0, aPedir: [], noPrazo: [], lembreteDias: 5 },
  }),
  "Auditor.getAuditor": ({ id }) => ({ object: exampleRegistro({ id }) }),
};
const row = (): Locator => page.getByRole("listitem").filter({ hasText: "Moinho Estrela" });

test("a document that never arrived is listed as missing, with an e-mail to the supplier prepared", async () => {
  await openApp("/dfe_recebidos", AUDITOR);
  await page.getByRole("link", { name: "Auditor" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Auditor" })).toBeVisible();
  await page.getByRole("link", { name: /^Faltando XML 1/ }).click();
  await expectAddress(/tab=faltando/);
  await page.getByRole("button", { name: "Por data" }).click();
  await expect
    .poll(() => callsOf("Auditor.getListAuditor").at(-1)?.searchFilter)
    .toMatchObject({ faltandoXml: true });
  await expect.element(row()).toHaveTextContent("Faltando XML");
  expect(await findViolationsInThemes()).toEqual([]);
  await row().getByRole("link").click();
  await expect.element(page.getByRole("heading", { name: "O XML deste documento não chegou" })).toBeVisible();
  const href = page
    .getByRole("region", { name: "Mensagem ao fornecedor" })
    .getByRole("link", { name: "Abrir no e-mail" })
    .element()
    .getAttribute("href");
  expect(href).toMatch(/^mailto:fiscal@moinho\.example\?/);
  expect(decodeURIComponent(href ?? "")).toContain(missing.chaveAcesso);
  await page.getByRole("link", { name: "Voltar ao auditor" }).click();
  await expectAddress(/^\/auditor\?tab=faltando&por=data/);
});

test("on a phone a record fits, and links to the related records", async () => {
  await page.viewport(...PHONE);
  await openApp(`/auditor/${missing.id}`, AUDITOR);
  await expect.element(page.getByRole("heading", { name: "O XML deste documento não chegou" })).toBeVisible();
  expect(contentWidth()).toBeLessThanOrEqual(390);
  expect(await findViolationsInThemes()).toEqual([]);
  await page.getByRole("link", { name: /Carta de correção/ }).click();
  await expectAddress(`/auditor/${exampleId(502)}`);
});
