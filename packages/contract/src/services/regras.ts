import { isUf } from "@malote/syntax";
import * as z from "zod/mini";
import {
  CAPTCHA_MAX,
  EMAIL_MAX,
  IDENTIFICADOR_MAX,
  IDENTIFICADOR_MIN,
  NOME_MAX,
  SENHA_MAX,
  SENHA_MIN,
} from "../limits.ts";
import type { MensagemKey } from "../mensagens.ts";

/**
 * The rules of spec §5 that forms and methods share. A check's message is the key of its sentence, so each failure is a refusal in words and not
 * a wrong shape.
 */
function rule(holds: (text: string) => boolean, key: MensagemKey): z.core.$ZodCheck<string> {
  return z.refine<string>(holds, key);
}

const isFilled = (text: string): boolean => text.trim() !== "";

/** Required text that is not blank. */
export const obrigatorio = (max: number = NOME_MAX) =>
  z.string().check(z.maxLength(max), rule(isFilled, "textoEmBranco"));

/** At least 8 characters, with a letter and a digit. */
export function isSenhaForte(senha: string): boolean {
  return [...senha].length >= SENHA_MIN && /\p{L}/u.test(senha) && /\d/.test(senha);
}

export const senhaNova = z.string().check(z.maxLength(SENHA_MAX), rule(isSenhaForte, "senhaFraca"));

/** A name to sign in with: no blanks, letters, digits, dot, hyphen and underscore. */
const NOME_DE_ENTRADA = /^[a-z0-9][a-z0-9._-]*$/i;

export const identificador = z.string().check(
  rule(isFilled, "identificadorEmBranco"),
  rule((text) => !/\s/.test(text.trim()), "identificadorComEspacos"),
  rule((text) => isNomeDeEntrada(text), "identificadorCaracteres"),
);

export const nomeUsuario = z.string().check(
  rule(isFilled, "textoEmBranco"),
  rule((text) => !/\s/.test(text.trim()), "nomeUsuarioComEspacos"),
  rule((text) => isNomeDeEntrada(text), "nomeUsuarioCaracteres"),
);

function isNomeDeEntrada(text: string): boolean {
  const name = text.trim();
  if (name === "" || /\s/.test(name)) return true; // said by the rules before
  return name.length >= IDENTIFICADOR_MIN && name.length <= IDENTIFICADOR_MAX && NOME_DE_ENTRADA.test(name);
}

/** One address, no line break, no list. What it means is decided by the letter that arrives there. */
const EMAIL = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\]]{2,}$/u;

export const email = z.string().check(
  rule(isFilled, "textoEmBranco"),
  rule((text) => !isFilled(text) || (text.length <= EMAIL_MAX && EMAIL.test(text.trim())), "emailInvalido"),
);

export const uf = z.string().check(
  rule(isFilled, "ufSemValor"),
  rule((text) => !isFilled(text) || isUf(text), "ufInvalida"),
);

export const tipoPessoa = z.enum(["Física", "Jurídica"]);

/** A solved captcha, or the ticket that stands for one. */
export const captcha = z.string().check(z.maxLength(CAPTCHA_MAX), rule(isFilled, "captchaObrigatorio"));
