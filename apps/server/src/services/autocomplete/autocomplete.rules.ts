import type { ResultOf } from "@malote/contract";
import { SUGESTOES_MAX } from "@malote/contract";
import { cleanDocumento, foldNome, formatDocumento } from "@malote/syntax";
import { patternOfNome } from "../nota/nota.rules.ts";
import type {
  EmpresaNomeada,
  ParticipanteNomeado,
  RemetenteNomeado,
  UsuarioNomeado,
} from "./autocomplete.rows.ts";

type Sugestao = ResultOf<"Autocomplete.getEmpresas">["results"][number];

/** The typed text: CNPJ or CPF prefix, LIKE pattern over folded names, and words; empty for a blank text. */
export type Digitado = { documento: string | null; padrao: string | null; palavras: string[] };

const DOCUMENTO = /^(?=.*[0-9])[0-9A-Z]{1,14}$/;

export function readDigitado(searchKey: string): Digitado {
  const clean = cleanDocumento(searchKey);
  return {
    documento: DOCUMENTO.test(clean) ? clean : null,
    padrao: patternOfNome(searchKey),
    palavras: foldNome(searchKey)
      .split(" ")
      .filter((palavra) => palavra !== ""),
  };
}

/** Empresas by name or CNPJ prefix, ordered by name. */
export function suggestEmpresas(empresas: readonly EmpresaNomeada[], digitado: Digitado): Sugestao[] {
  const { documento, palavras } = digitado;
  return empresas
    .filter(
      ({ cnpj, nome }) =>
        hasWords(foldNome(nome), palavras) || (documento !== null && cnpj.startsWith(documento)),
    )
    .toSorted((a, b) => compare(foldNome(a.nome), foldNome(b.nome)) || compare(a.cnpj, b.cnpj))
    .slice(0, SUGESTOES_MAX)
    .map(({ cnpj, nome }) => suggest(cnpj, nome, formatDocumento(cnpj)));
}

/** Users by any of their names, ordered by full name. */
export function suggestUsuarios(usuarios: readonly UsuarioNomeado[], { palavras }: Digitado): Sugestao[] {
  return usuarios
    .filter(({ nome, nomeUsuario, nomeCompleto }) =>
      [nome, nomeUsuario, nomeCompleto].some((each) => hasWords(foldNome(each), palavras)),
    )
    .toSorted((a, b) => compare(foldNome(a.nomeCompleto), foldNome(b.nomeCompleto)) || compare(a.id, b.id))
    .slice(0, SUGESTOES_MAX)
    .map(({ id, nomeUsuario, nomeCompleto }) => suggest(id, nomeCompleto, nomeUsuario));
}

export function suggestParticipante({ documento, nome }: ParticipanteNomeado): Sugestao {
  return suggest(documento, nome, formatDocumento(documento));
}

export function suggestRemetente({ endereco, nome }: RemetenteNomeado): Sugestao {
  return nome === null || nome.trim() === ""
    ? suggest(endereco, endereco, null)
    : suggest(endereco, nome, endereco);
}

function suggest(valor: string, rotulo: string, detalhe: string | null): Sugestao {
  return { valor, rotulo, detalhe };
}

/** Whether the words occur in order, with anything between them, as in a list's name filter. */
function hasWords(folded: string, palavras: readonly string[]): boolean {
  let from = 0;
  for (const palavra of palavras) {
    const at = folded.indexOf(palavra, from);
    if (at === -1) return false;
    from = at + palavra.length;
  }
  return true;
}

// Not the locale's order, which differs between machines.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
