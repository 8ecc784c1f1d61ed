import { SENHA_MIN } from "@malote/contract";

/** What a new password needs, and what of it is there (spec §5). */
export type Cumpridas = { tamanho: boolean; letra: boolean; digito: boolean; igual: boolean };

export function checkSenha(senha: string, repetida: string): Cumpridas {
  return {
    tamanho: [...senha].length >= SENHA_MIN,
    letra: /\p{L}/u.test(senha),
    digito: /\d/.test(senha),
    igual: senha !== "" && senha === repetida,
  };
}
