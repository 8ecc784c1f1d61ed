import { expect, test } from "vitest";
import * as english from "./en/index.ts";

test("a sentence of the server is read with its values, and an unknown one as it is", () => {
  const { translateSentence } = english;
  expect(translateSentence("Empresa não encontrada.")).toBe("Company not found.");
  expect(translateSentence("A conta já tem 20 tokens, o máximo. Revogue um que não use mais.")).toBe(
    english.peopleMessages.apiTokensDemais.replace("{limite}", "20"),
  );
  expect(translateSentence("O relógio do Malote está atrasado.")).toBe("O relógio do Malote está atrasado.");
});
