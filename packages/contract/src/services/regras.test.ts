import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { senhaConfirmada } from "../campos/confirmacao.ts";
import { CAPTCHA_MAX, EMAIL_MAX, IDENTIFICADOR_MAX, NOME_MAX, SENHA_MAX, SENHA_MIN } from "../limits.ts";
import { MENSAGENS } from "../mensagens.ts";
import {
  captcha,
  email,
  identificador,
  isSenhaForte,
  nomeUsuario,
  obrigatorio,
  senhaNova,
  uf,
} from "./regras.ts";

/** What a field answers: "ok", "shape" for what is no rule of its own, or the keys of its sentences. */
function answers(schema: z.ZodMiniType, value: unknown): string {
  const { error } = z.safeParse(schema, value);
  if (error === undefined) return "ok";
  const keys = error.issues.map(({ code, message }) =>
    code === "custom" && Object.hasOwn(MENSAGENS, message) ? message : "shape",
  );
  return keys.join(" ");
}

describe("a new password", () => {
  test.each([
    ["Malote12", true],
    ["a2345678", true],
    ["çãé12345", true],
    ["12345678", false],
    ["abcdefgh", false],
    ["Malote1", false],
    ["1234567é", true],
    ["!!!!!!!!", false],
    ["😀😀😀😀😀a1", false],
    ["😀😀😀😀😀😀a1", true],
  ])("%j is strong enough: %s", (senha, strong) => {
    expect(isSenhaForte(senha)).toBe(strong);
    expect(answers(senhaNova, senha)).toBe(strong ? "ok" : "senhaFraca");
  });

  test("has its bounds, with one past each", () => {
    const of = (length: number): string => `1${"a".repeat(length - 1)}`;
    expect(answers(senhaNova, of(SENHA_MIN))).toBe("ok");
    expect(answers(senhaNova, of(SENHA_MIN - 1))).toBe("senhaFraca");
    expect(answers(senhaNova, of(SENHA_MAX))).toBe("ok");
    expect(answers(senhaNova, of(SENHA_MAX + 1))).toBe("shape");
  });

  test("is repeated letter for letter", () => {
    const typed = (senha: string, confirmacao: string): string =>
      answers(senhaConfirmada, { senha, confirmacao });
    expect(typed("Malote123", "Malote123")).toBe("ok");
    for (const other of ["malote123", "Malote123 ", ""]) {
      expect(typed("Malote123", other)).toBe("senhasDiferentes");
    }
    expect(
      z.safeParse(senhaConfirmada, { senha: "Malote123", confirmacao: "x" }).error?.issues[0]?.path,
    ).toEqual(["confirmacao"]);
    expect(MENSAGENS.senhasDiferentes).toBe("As duas senhas não são iguais.");
  });
});

describe("required text", () => {
  test.each(["", " ", "\t\n", "\u00a0"])("%j is blank", (text) => {
    expect(answers(obrigatorio(), text)).toBe("textoEmBranco");
  });

  test("has at most as many characters as a name, or as many as the field says", () => {
    expect(answers(obrigatorio(), "a".repeat(NOME_MAX))).toBe("ok");
    expect(answers(obrigatorio(), "a".repeat(NOME_MAX + 1))).toBe("shape");
    expect([answers(obrigatorio(3), "abc"), answers(obrigatorio(3), "abcd")]).toEqual(["ok", "shape"]);
  });
});

describe("the identificador of a conta", () => {
  test.each(["abc", "Padaria-Aurora_2.sp", "1aa", "a".repeat(IDENTIFICADOR_MAX)])("may be %j", (text) => {
    expect(answers(identificador, text)).toBe("ok");
    expect(answers(nomeUsuario, text)).toBe("ok");
  });

  test.each([
    ["", "identificadorEmBranco"],
    ["  ", "identificadorEmBranco"],
    ["a b c", "identificadorComEspacos"],
    ["padaria\taurora", "identificadorComEspacos"],
    ["ab", "identificadorCaracteres"],
    ["a".repeat(IDENTIFICADOR_MAX + 1), "identificadorCaracteres"],
    ["padária", "identificadorCaracteres"],
    [".abc", "identificadorCaracteres"],
    ["a/b/c", "identificadorCaracteres"],
  ])("%j is refused with one sentence: %s", (text, key) => {
    expect(answers(identificador, text)).toBe(key);
  });

  test.each([
    ["", "textoEmBranco"],
    ["ana maria", "nomeUsuarioComEspacos"],
    ["aná", "nomeUsuarioCaracteres"],
  ])("and so is the user's name %j: %s", (text, key) => {
    expect(answers(nomeUsuario, text)).toBe(key);
  });
});

describe("an e-mail address", () => {
  test.each(["ana@exemplo.test", "a.b+c@sub.exemplo.com.br", "jo@é.com", " ana@exemplo.test "])(
    "may be %j",
    (text) => {
      expect(answers(email, text)).toBe("ok");
    },
  );

  test.each([
    "ana",
    "ana@",
    "@exemplo.test",
    "ana@exemplo",
    "ana@exemplo.t",
    "a b@exemplo.test",
    "ana@exemplo.test, bia@exemplo.test",
    "ana@exemplo.test\nBcc: x@y.zz",
    "<ana@exemplo.test>",
    "Ana <ana@exemplo.test>",
    `${"a".repeat(EMAIL_MAX)}@exemplo.test`,
  ])("%j is no address", (text) => {
    expect(answers(email, text)).toBe("emailInvalido");
  });

  test("a blank one is told as blank, and only so", () => {
    expect(answers(email, " ")).toBe("textoEmBranco");
  });
});

test("the UF must have a value, and be one of the 27", () => {
  expect(["", " ", "SP", "DF", "sp", "XX", "EX"].map((text) => answers(uf, text))).toEqual([
    "ufSemValor",
    "ufSemValor",
    "ok",
    "ok",
    "ufInvalida",
    "ufInvalida",
    "ufInvalida",
  ]);
});

test("a captcha must be there; whether it is right is not seen here", () => {
  expect(
    ["", " ", "x", "x".repeat(CAPTCHA_MAX), "x".repeat(CAPTCHA_MAX + 1)].map((text) =>
      answers(captcha, text),
    ),
  ).toEqual(["captchaObrigatorio", "captchaObrigatorio", "ok", "ok", "shape"]);
});
