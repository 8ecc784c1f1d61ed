import { PEOPLE_MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { checkPassword } from "./password-rules.ts";

test("each rule of a new password shows whether the typed text meets it", () => {
  expect(checkPassword("", "", undefined)).toMatchObject({
    tamanho: "falta",
    letra: "falta",
    digito: "falta",
    igual: "falta",
  });
  expect(checkPassword("Moinho26", "Moinho26", undefined)).toMatchObject({
    tamanho: "cumprida",
    letra: "cumprida",
    digito: "cumprida",
    igual: "cumprida",
  });
});

test("only the server checks the fifth rule, common passwords; its refusal marks the rule as unmet", () => {
  const commonPasswordState = (errorText: string | undefined) =>
    checkPassword("Senha1234", "Senha1234", errorText).incomum;
  expect(commonPasswordState(undefined)).toBe("servidor");
  expect(commonPasswordState(PEOPLE_MESSAGES.senhaComum)).toBe("recusada");
  expect(commonPasswordState(PEOPLE_MESSAGES.senhaPessoal)).toBe("recusada");
  expect(commonPasswordState(PEOPLE_MESSAGES.senhaFraca)).toBe("servidor");
});
