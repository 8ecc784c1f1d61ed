import { isUf } from "@malote/syntax";
import * as z from "zod/mini";
import {
  CAPTCHA_MAX,
  EMAIL_MAX,
  IDENTIFICADOR_MAX,
  IDENTIFICADOR_MIN,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from "../limits.ts";
import type { MessageKey } from "../messages/messages.ts";
import { hasAddress, hasDomain, hasLineBreak } from "./link-rules.ts";

/** The rules of spec §5, shared by forms and methods. A check's message is the key of its sentence, so
 * each failure is a refusal with a sentence instead of a type error. */
function rule(holds: (text: string) => boolean, key: MessageKey): z.core.$ZodCheck<string> {
  return z.refine<string>(holds, key);
}

/** The sentence of a form for a too long text; a method names the limit itself. */
const TOO_LONG: MessageKey = "textoLongo";

/** A text; null or absent is refused like a blank one, with the sentence of its rule. */
function textOrRule(key: MessageKey) {
  return z.string({ error: ({ input }) => (input === undefined || input === null ? key : undefined) });
}

const isFilled = (text: string): boolean => text.trim() !== "";

/** Required text that is not blank. */
export const requiredText = (max: number = NAME_MAX) =>
  z.string().check(z.maxLength(max, TOO_LONG), rule(isFilled, "textoEmBranco"));

/** The name of a person, which e-mails to strangers contain: one line, without a URL or e-mail address. */
export const personName = (max: number = NAME_MAX) =>
  z.string().check(
    z.maxLength(max, TOO_LONG),
    rule(isFilled, "textoEmBranco"),
    rule((text) => !hasLineBreak(text), "nomeComQuebra"),
    rule((text) => hasLineBreak(text) || !hasAddress(text), "nomeComEndereco"),
  );

/** The name of a company or object, which e-mails contain: one line; a company may be named like its site. */
export const requiredName = (max: number = NAME_MAX) =>
  optionalName(max).check(rule(isFilled, "textoEmBranco"));

/** The same, if it may be empty. */
export const optionalName = (max: number = NAME_MAX) =>
  z.string().check(
    z.maxLength(max, TOO_LONG),
    rule((text) => !hasLineBreak(text), "nomeComQuebra"),
    rule((text) => hasLineBreak(text) || !/[/\\]{2}|www\./i.test(text), "nomeComEndereco"),
  );

/** At least 8 characters, with a letter and a digit. */
export function isStrongPassword(senha: string): boolean {
  return [...senha].length >= PASSWORD_MIN && /\p{L}/u.test(senha) && /\d/.test(senha);
}

export const newPassword = z
  .string()
  .check(z.maxLength(PASSWORD_MAX, TOO_LONG), rule(isStrongPassword, "senhaFraca"));

/** A sign-in name: letters, digits, dot, hyphen and underscore, without blanks. */
const SIGN_IN_NAME = /^[a-z0-9][a-z0-9._-]*$/i;

export const identificador = z.string().check(
  rule(isFilled, "identificadorEmBranco"),
  rule((text) => !/\s/.test(text.trim()), "identificadorComEspacos"),
  rule((text) => isSignInName(text), "identificadorCaracteres"),
  rule((text) => !isSignInName(text) || !hasDomain(text), "identificadorComSite"),
);

export const signInNameRule = z.string().check(
  rule(isFilled, "textoEmBranco"),
  rule((text) => !/\s/.test(text.trim()), "nomeUsuarioComEspacos"),
  rule((text) => isSignInName(text), "nomeUsuarioCaracteres"),
  rule((text) => !isSignInName(text) || !hasDomain(text), "nomeUsuarioComSite"),
);

function isSignInName(text: string): boolean {
  const name = text.trim();
  if (name === "" || /\s/.test(name)) return true; // said by the rules before
  return name.length >= IDENTIFICADOR_MIN && name.length <= IDENTIFICADOR_MAX && SIGN_IN_NAME.test(name);
}

/** One address, without line breaks or lists. Only an e-mail sent there proves that it works. */
const EMAIL = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\]]{2,}$/u;

export const email = z.string().check(
  rule(isFilled, "textoEmBranco"),
  rule((text) => !isFilled(text) || (text.length <= EMAIL_MAX && EMAIL.test(text.trim())), "emailInvalido"),
);

export const uf = textOrRule("ufSemValor").check(
  rule(isFilled, "ufSemValor"),
  rule((text) => !isFilled(text) || isUf(text), "ufInvalida"),
);

export const tipoPessoa = z.enum(["Física", "Jurídica"]);

/** A solved captcha, or the ticket that replaces it. */
export const captcha = textOrRule("captchaObrigatorio").check(
  z.maxLength(CAPTCHA_MAX, TOO_LONG),
  rule(isFilled, "captchaObrigatorio"),
);
