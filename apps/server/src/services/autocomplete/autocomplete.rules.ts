import type { ResultOf } from "@malote/contract";
import { SUGGESTIONS_MAX } from "@malote/contract";
import { cleanDocumento, compareText, foldName, formatDocumento } from "@malote/syntax";
import { patternOfName } from "../nota/nota.rules.ts";
import type { NamedEmpresa, NamedParticipante, NamedRemetente, NamedUsuario } from "./autocomplete.rows.ts";

type Suggestion = ResultOf<"Autocomplete.getEmpresas">["results"][number];

/** The typed text: CNPJ or CPF prefix, LIKE pattern over folded names, and words; empty for a blank text. */
export type TypedText = { documento: string | null; pattern: string | null; words: string[] };

const DOCUMENTO = /^(?=.*[0-9])[0-9A-Z]{1,14}$/;

export function readTypedText(searchKey: string): TypedText {
  const clean = cleanDocumento(searchKey);
  return {
    documento: DOCUMENTO.test(clean) ? clean : null,
    pattern: patternOfName(searchKey),
    words: foldName(searchKey)
      .split(" ")
      .filter((word) => word !== ""),
  };
}

/** Empresas by name or CNPJ prefix, ordered by name. */
export function suggestEmpresas(empresas: readonly NamedEmpresa[], typed: TypedText): Suggestion[] {
  const { documento, words } = typed;
  return empresas
    .filter(
      ({ cnpj, nome }) =>
        hasWords(foldName(nome), words) || (documento !== null && cnpj.startsWith(documento)),
    )
    .toSorted((a, b) => compareText(foldName(a.nome), foldName(b.nome)) || compareText(a.cnpj, b.cnpj))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ cnpj, nome }) => suggest(cnpj, nome, formatDocumento(cnpj)));
}

/** Users by any of their names, ordered by full name. */
export function suggestUsuarios(usuarios: readonly NamedUsuario[], { words }: TypedText): Suggestion[] {
  return usuarios
    .filter(({ nome, nomeUsuario, nomeCompleto }) =>
      [nome, nomeUsuario, nomeCompleto].some((each) => hasWords(foldName(each), words)),
    )
    .toSorted(
      (a, b) => compareText(foldName(a.nomeCompleto), foldName(b.nomeCompleto)) || compareText(a.id, b.id),
    )
    .slice(0, SUGGESTIONS_MAX)
    .map(({ id, nomeUsuario, nomeCompleto }) => suggest(id, nomeCompleto, nomeUsuario));
}

export function suggestParticipante({ documento, nome }: NamedParticipante): Suggestion {
  return suggest(documento, nome, formatDocumento(documento));
}

export function suggestRemetente({ endereco, nome }: NamedRemetente): Suggestion {
  return nome === null || nome.trim() === ""
    ? suggest(endereco, endereco, null)
    : suggest(endereco, nome, endereco);
}

function suggest(valor: string, rotulo: string, detalhe: string | null): Suggestion {
  return { valor, rotulo, detalhe };
}

/** Whether the words occur in order, with anything between them, as in a list's name filter. */
function hasWords(folded: string, words: readonly string[]): boolean {
  let from = 0;
  for (const word of words) {
    const at = folded.indexOf(word, from);
    if (at === -1) return false;
    from = at + word.length;
  }
  return true;
}
