import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../src/rpc/call/query-client.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, ORDINARY } from "../support/conta-examples.ts";
import { callsOf } from "../support/fake-server.ts";
import { MISSING_XML_ANSWERS } from "../support/missing-xml-examples.ts";
import { openApp } from "../support/open-app.tsx";

const ADDRESS = "/auditor?tab=faltando";
const select = () => page.getByRole("combobox", { name: "Lembrete ao fornecedor" });

test("a manager chooses after how many days suppliers are reminded, for the whole conta", async () => {
  await openApp(ADDRESS, {
    ...MISSING_XML_ANSWERS,
    "PedidoXml.setLembrete": ({ dias }) => ({ object: { dias } }),
  });
  await expect.element(select()).toHaveValue("5");
  expect(await findViolationsInThemes()).toEqual([]);
  await select().selectOptions("Sem lembretes");
  await expect.element(page.getByText("Os fornecedores não recebem mais lembretes.")).toBeVisible();
  expect(callsOf("PedidoXml.setLembrete")).toEqual([{ dias: 0 }]);
});

test("an ordinary user is offered no choice of the reminder", async () => {
  await openApp(ADDRESS, { ...contaAnswers({ usuario: ORDINARY }), ...MISSING_XML_ANSWERS });
  await expect.element(page.getByRole("listitem", { name: /Hortifrúti/ })).toBeVisible();
  expect(select().elements()).toEqual([]);
});

test("documents that are missing no more are announced while the page is open", async () => {
  let documentos = 5;
  const list = MISSING_XML_ANSWERS["PedidoXml.getListFornecedor"];
  await openApp(ADDRESS, {
    ...MISSING_XML_ANSWERS,
    "PedidoXml.getListFornecedor": async (params) => {
      const answer = await list?.(params);
      if (!answer) throw new Error("no answer");
      return { ...answer, object: { ...answer.object, documentos } };
    },
  });
  await expect.element(select()).toBeVisible();
  documentos = 3;
  await queryClient.invalidateQueries({ queryKey: ["faltando"] });
  await expect.element(page.getByText("2 documentos não faltam mais.")).toBeInTheDocument();
});
