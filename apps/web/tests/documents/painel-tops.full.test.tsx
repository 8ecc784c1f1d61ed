import { formatDate } from "@malote/syntax";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { findViolationsInThemes } from "../support/axe.ts";
import { callsOf, Unreachable } from "../support/fake-server.ts";
import { expectAddress, openApp } from "../support/open-app.tsx";
import { dayBefore, painelTops } from "../support/painel-examples.ts";

const SUPPLIERS = "Maiores fornecedores";
const DUE = "A pagar por vencimento";
const listOf = (name: string) => page.getByRole("region", { name, exact: true });
const shortDay = (days: number): string => formatDate(dayBefore(-days)).slice(0, 5);

test("the largest suppliers stand by value, and each leads to its documents of the period", async () => {
  await openApp("/painel");
  const supplier = listOf(SUPPLIERS).getByRole("link", { name: /Torrefação/ });
  await expect.element(supplier).toHaveTextContent("R$ 2.500,00");
  expect(await findViolationsInThemes()).toEqual([]);
  await supplier.click();
  await expectAddress(/dfe_recebidos\?erp=todos&emissao=[\d-]+\.\.[\d-]+&emitente=11444777000161/);
  await expect
    .poll(() => callsOf("Nota.getListNota").at(-1)?.searchFilter)
    .toMatchObject({ cnpjEmitente: "11444777000161", emissaoDe: dayBefore(6), emissaoAte: dayBefore(0) });
});

test("what falls due stands by week, and a week leads to its documents that are still open", async () => {
  await openApp("/painel");
  const due = listOf(DUE);
  await expect.element(due.getByRole("link", { name: /Vencidas/ })).toHaveTextContent("R$ 61,28");
  await expect.element(due.getByText(`Até ${shortDay(6)}`)).toBeVisible();
  await expect.element(due.getByRole("link", { name: "Ver as 7" })).toBeVisible();
  // A week without documents leads nowhere.
  expect(due.getByRole("link", { name: /^A partir/ }).elements()).toEqual([]);
  await due.getByRole("link", { name: new RegExp(`^${shortDay(7)} a ${shortDay(13)}`) }).click();
  await expectAddress(/dfe_recebidos\?emissao=tudo&situacao=fora-de-quarentena&vencimento=/);
  await expect
    .poll(() => callsOf("Nota.getListNota").at(-1)?.searchFilter)
    .toEqual({
      ...{ processadoErp: false, quarentena: false },
      ...{ vencimentoDe: dayBefore(-7), vencimentoAte: dayBefore(-13) },
    });
  await expect.element(page.getByText("Vencimento:", { exact: false }).first()).toBeVisible();
});

test("without documents both lists say so, and after a failure the rest of the painel stays", async () => {
  const nothing = painelTops({
    ...{ partes: [], totalPartes: 0, totalVencimentos: 0 },
    vencimentos: painelTops().vencimentos.map((week) => ({ ...week, quantidade: 0, valor: "0.00" })),
  });
  let fails = false;
  await openApp("/painel", {
    "Painel.getPartesVencimentos": () => {
      if (fails) throw new Unreachable();
      return { object: nothing };
    },
  });
  await expect.element(page.getByText("Nenhum documento recebido no período.")).toBeVisible();
  await expect.element(page.getByText("Nenhuma parcela de nota não integrada.")).toBeVisible();
  fails = true;
  await page.getByRole("button", { name: "DF-e emitidos" }).click();
  await expect.element(page.getByRole("link", { name: /^NF-e/ }).first()).toBeVisible();
});
