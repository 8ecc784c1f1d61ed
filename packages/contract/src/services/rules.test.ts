import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { confirmedPassword } from "../fields/confirmed-password.ts";
import {
  CAPTCHA_MAX,
  EMAIL_MAX,
  IDENTIFICADOR_MAX,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { hasAddress, hasDomain, withoutLinks } from "./link-rules.ts";
import {
  captcha,
  email,
  identificador,
  isStrongPassword,
  newPassword,
  optionalName,
  personName,
  requiredName,
  requiredText,
  signInNameRule,
  uf,
} from "./rules.ts";

/** The result of a field: "ok", "shape" for a type error without its own sentence, or the keys of its
 * sentences. */
function answers(schema: z.ZodMiniType, value: unknown): string {
  const { error } = z.safeParse(schema, value);
  if (error === undefined) return "ok";
  const keys = error.issues.map(({ code, message }) =>
    code !== "too_big" && Object.hasOwn(MESSAGES, message) ? message : "shape",
  );
  return keys.join(" ");
}

describe("the rules for a new password", () => {
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
  ])("isSenhaForte(%j) is %s", (senha, strong) => {
    expect(isStrongPassword(senha)).toBe(strong);
    expect(answers(newPassword, senha)).toBe(strong ? "ok" : "senhaFraca");
  });

  test("a new password has its minimum and maximum length, and is refused one character beyond each", () => {
    const of = (length: number): string => `1${"a".repeat(length - 1)}`;
    expect(answers(newPassword, of(PASSWORD_MIN))).toBe("ok");
    expect(answers(newPassword, of(PASSWORD_MIN - 1))).toBe("senhaFraca");
    expect(answers(newPassword, of(PASSWORD_MAX))).toBe("ok");
    expect(answers(newPassword, of(PASSWORD_MAX + 1))).toBe("shape");
  });

  test("a new password must equal its confirmation", () => {
    const typed = (senha: string, confirmacao: string): string =>
      answers(confirmedPassword, { senha, confirmacao });
    expect(typed("Malote123", "Malote123")).toBe("ok");
    for (const other of ["malote123", "Malote123 ", ""]) {
      expect(typed("Malote123", other)).toBe("senhasDiferentes");
    }
    expect(
      z.safeParse(confirmedPassword, { senha: "Malote123", confirmacao: "x" }).error?.issues[0]?.path,
    ).toEqual(["confirmacao"]);
    expect(MESSAGES.senhasDiferentes).toBe("As duas senhas não são iguais.");
  });
});

describe("the rules for required text", () => {
  test.each(["", " ", "\t\n", "\u00a0"])("a required text refuses the blank %j", (text) => {
    expect(answers(requiredText(), text)).toBe("textoEmBranco");
  });

  test("a required text has the maximum length of a name, or that of its field", () => {
    expect(answers(requiredText(), "a".repeat(NAME_MAX))).toBe("ok");
    expect(answers(requiredText(), "a".repeat(NAME_MAX + 1))).toBe("shape");
    expect([answers(requiredText(3), "abc"), answers(requiredText(3), "abcd")]).toEqual(["ok", "shape"]);
  });
});

/** Names that mail programs would show as a link in our e-mails. */
const LINKS = [
  "Ganhe http://mal.example/1",
  "HTTPS://mal.example",
  "ftp:\\\\mal.example",
  "https: //mal.example",
  "javascript:alert(1)",
  "www.mal.zzz",
  "Clique mal.com",
  "MAL.COM.BR agora",
  "mal.com/entrar",
  "mal。com",
  "mal．com",
  "mal․com",
  "mál.com",
  "x.xn--p1ai",
];

describe("the rules for the name of a person", () => {
  test.each([
    "Ana",
    "Ana d'Ávila-Prado Jr.",
    "J. P. Silva",
    "Dr. Carlos",
    "Dr.Carlos",
    "José S.A. Neto",
    "李小龍",
    "Zé 👨‍👩‍👧",
  ])("the name of a person may be %j", (nome) => {
    expect(answers(personName(), nome)).toBe("ok");
  });

  test.each([...LINKS, "golpe.de", "рф.рф", "ana@mal.example", "Fale com ana@x"])(
    "the name of a person is refused when a mail program would turn it into a link: %j",
    (nome) => {
      expect(answers(personName(), nome)).toBe("nomeComEndereco");
    },
  );

  test.each([
    "Ana\r\nBcc: x",
    "Ana\nClique",
    "Ana\u2028x",
    "Ana\tx",
    "Ana\u202exx",
    "A\u200bna",
    "Ana\u0000x",
  ])("the name of a person is refused with line ends or hidden characters: %j", (nome) => {
    expect(answers(personName(), nome)).toBe("nomeComQuebra");
  });
});

describe("the rules for the name of a company or object", () => {
  test.each(["Booking.com Brasil", "Cia.de Pães S.A.", "fiscal@empresa.com.br", "Filial 1/2"])(
    "the name of a company or object may be %j",
    (nome) => {
      expect(answers(requiredName(), nome)).toBe("ok");
    },
  );

  test("the name of a company is one line without a complete URL, and blank only if optional", () => {
    expect(["x\ny", "http://x", "www.x.y", "", " "].map((nome) => answers(requiredName(), nome))).toEqual([
      "nomeComQuebra",
      "nomeComEndereco",
      "nomeComEndereco",
      "textoEmBranco",
      "textoEmBranco",
    ]);
    expect(answers(optionalName(), "")).toBe("ok");
  });
});

test.each(["mal.com", "www.golpe", "padaria.com.br", "entre.app", "a.xn--p1ai"])(
  "a sign-in name that looks like a site is refused: %s",
  (nome) => {
    expect([answers(identificador, nome), answers(signInNameRule, nome)]).toEqual([
      "identificadorComSite",
      "nomeUsuarioComSite",
    ]);
  },
);

test.each(["maria.sa", "joao.de.lima", "rita.lemos", "padaria.sp", "complexo", "com"])(
  "a sign-in name may be %s",
  (nome) => {
    expect([answers(identificador, nome), answers(signInNameRule, nome)]).toEqual(["ok", "ok"]);
  },
);

test("withoutLinks removes the links from stored names, and changes nothing else", () => {
  for (const nome of LINKS) expect(hasAddress(withoutLinks(nome))).toBe(false);
  expect(withoutLinks("Ganhe http://mal.com/1\nagora")).toBe("Ganhe http: / / mal. com/ 1 agora");
  for (const nome of ["Padaria Aurora S.A.", "Rita <Lemos> & Cia"]) expect(withoutLinks(nome)).toBe(nome);
  expect(withoutLinks("maria.sa", hasDomain)).toBe("maria.sa");
});

describe("the rules for the identificador of a conta, and for user names", () => {
  test.each(["abc", "Padaria-Aurora_2.sp", "1aa", "a".repeat(IDENTIFICADOR_MAX)])(
    "the identificador of a conta may be %j",
    (text) => {
      expect(answers(identificador, text)).toBe("ok");
      expect(answers(signInNameRule, text)).toBe("ok");
    },
  );

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
  ])("the identificador %j is refused with one sentence: %s", (text, key) => {
    expect(answers(identificador, text)).toBe(key);
  });

  test.each([
    ["", "textoEmBranco"],
    ["ana maria", "nomeUsuarioComEspacos"],
    ["aná", "nomeUsuarioCaracteres"],
  ])("the user name %j is refused with one sentence: %s", (text, key) => {
    expect(answers(signInNameRule, text)).toBe(key);
  });
});

describe("the rules for an e-mail address", () => {
  test.each(["ana@exemplo.test", "a.b+c@sub.exemplo.com.br", "jo@é.com", " ana@exemplo.test "])(
    "an e-mail address may be %j",
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
  ])("the e-mail address %j is refused", (text) => {
    expect(answers(email, text)).toBe("emailInvalido");
  });

  test("a blank e-mail address is refused as blank only", () => {
    expect(answers(email, " ")).toBe("textoEmBranco");
  });
});

test("a UF must be one of the 27", () => {
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

test.each([null, undefined])("a captcha or UF of %j is refused like a blank one", (value) => {
  expect([answers(captcha, value), answers(uf, value)]).toEqual(["captchaObrigatorio", "ufSemValor"]);
  const form = z.strictObject({ captcha, uf });
  expect(answers(form, value === null ? { captcha: null, uf: null } : {})).toBe(
    "captchaObrigatorio ufSemValor",
  );
  expect([answers(captcha, 1), answers(uf, {})]).toEqual(["shape", "shape"]);
});

test("a captcha must be present; its solution is checked elsewhere", () => {
  expect(
    ["", " ", "x", "x".repeat(CAPTCHA_MAX), "x".repeat(CAPTCHA_MAX + 1)].map((text) =>
      answers(captcha, text),
    ),
  ).toEqual(["captchaObrigatorio", "captchaObrigatorio", "ok", "ok", "shape"]);
});
