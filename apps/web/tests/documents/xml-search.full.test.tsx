import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../src/rpc/call/query-client.ts";
import { xmlQuery } from "../../src/rpc/files/xml-query.ts";
import { button, press } from "../support/actions.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { openApp } from "../support/open-app.tsx";

const XML = "<nfe><det>um</det><det>dois</det><det>tres</det></nfe>";

test("the search of an XML goes to the next and the previous match, around both ends", async () => {
  const [nota] = exampleNotas(1);
  if (!nota) throw new Error("one nota was asked for");
  await openApp(`/nota/${nota.id}?type=E`, notasAnswers([nota]));
  queryClient.setQueryData(xmlQuery(nota.id).queryKey, XML);
  await page.getByRole("tab", { name: "XML" }).click();
  await page.getByRole("textbox", { name: "Buscar no XML" }).fill("det");
  await expect.element(page.getByText("1 de 3")).toBeVisible();
  await press("{Enter}");
  await expect.element(page.getByText("2 de 3")).toBeVisible();
  await button("Resultado anterior").click();
  await button("Resultado anterior").click();
  await expect.element(page.getByText("3 de 3")).toBeVisible();
});
