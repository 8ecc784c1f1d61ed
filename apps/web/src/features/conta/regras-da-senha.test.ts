import { MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import { expect, test } from "vitest";
import { checkSenha } from "./regras-da-senha.ts";

test("each rule of a new password follows the typed text", () => {
  expect(checkSenha("", "", undefined)).toMatchObject({
    tamanho: "falta",
    letra: "falta",
    digito: "falta",
    igual: "falta",
  });
  expect(checkSenha("Moinho26", "Moinho26", undefined)).toMatchObject({
    tamanho: "cumprida",
    letra: "cumprida",
    digito: "cumprida",
    igual: "cumprida",
  });
});

test("the server judges the fifth rule, common passwords; its refusal marks the rule", () => {
  const said = (erro: string | undefined) => checkSenha("Senha1234", "Senha1234", erro).incomum;
  expect(said(undefined)).toBe("servidor");
  expect(said(MENSAGENS_DAS_PESSOAS.senhaComum)).toBe("recusada");
  expect(said(MENSAGENS_DAS_PESSOAS.senhaPessoal)).toBe("recusada");
  expect(said(MENSAGENS_DAS_PESSOAS.senhaFraca)).toBe("servidor");
});
