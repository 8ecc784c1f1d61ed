import { checkDigit } from "@malote/syntax";
import { IconSun } from "@tabler/icons-react";
import { describe, expect, test } from "vitest";
import type { SearchResult } from "../../rpc/documents/search.ts";
import { optionGroupsOf, type PaletteAction, type PaletteOption } from "./palette-options.ts";
import { addRecentSearch, parseRecentSearches } from "./recent-searches.ts";
import { exactMatchOf, hrefOf, readChave } from "./search-results.ts";
import { stepOption } from "./use-palette.ts";

const withDigit = (key43: string): string => `${key43}${checkDigit(key43)}`;
const CHAVE = withDigit("3526119982736400010755001000022383100022383");
const LETRAS = withDigit("35261119K7X24A0001595700200005587114367701".padEnd(43, "6"));

const NOTA: SearchResult = {
  alvo: "nota",
  id: "n1",
  type: "E",
  notaId: null,
  tipoNota: "NFe",
  chaveAcesso: CHAVE,
  numeroNota: "22383",
  serieNota: "1",
  dataEmissao: null,
  valorTotal: "10.00",
  nomeEmitente: "Laticínios Serra Nublada",
  cnpjEmitente: "99827364000107",
  nomeDestinatario: null,
  porque: "chave",
};
const REGISTRO: SearchResult = { ...NOTA, alvo: "auditor", id: "r1", type: null, porque: "registro" };
const action = (name: string, texts?: string): PaletteAction => ({
  id: name,
  grupo: "Fazer",
  nome: name,
  icone: IconSun,
  run: () => undefined,
  ...(texts ? { palavras: texts } : {}),
});

const FOUND = { hoje: "2026-11-28", total: null };

/** The keys of the palette's options besides the hints, in order. */
function optionKeysOf(text: string, achados: SearchResult[] = [], recentes: string[] = []): string[] {
  const actions = [action("Importar XML ou ZIP", "enviar arquivo"), action("Sair")];
  return optionGroupsOf({ ...FOUND, texto: text, achados, recentes, acoes: actions }).flatMap(({ opcoes }) =>
    opcoes.filter(({ tipo }) => tipo !== "operador").map(({ chave }) => chave),
  );
}

describe("searching for a chave", () => {
  test("a chave is recognized with separators or a type prefix", () => {
    const spaced = CHAVE.replace(/(.{4})/g, "$1 ");
    expect(readChave(spaced)).toBe(CHAVE);
    expect(readChave(`NFe${CHAVE}`)).toBe(CHAVE);
    expect(readChave(` ${CHAVE.replace(/(.{11})/g, "$1-")}\n`)).toBe(CHAVE);
  });

  test("a chave may contain letters, in lower case too", () => {
    expect(readChave(LETRAS.toLowerCase())).toBe(LETRAS);
  });

  test("a chave with a wrong check digit or a wrong length is rejected", () => {
    const wrong = (Number(CHAVE.at(-1)) + 1) % 10;
    expect(readChave(`${CHAVE.slice(0, 43)}${wrong}`)).toBeNull();
    expect(readChave(CHAVE.slice(1))).toBeNull();
    expect(readChave("")).toBeNull();
  });

  test("a chave opens the received document if the conta also issued it, and only an exact match", () => {
    const emitida = { ...NOTA, id: "n2", type: "S" } as const;
    expect(exactMatchOf([emitida, NOTA], CHAVE)?.id).toBe("n1");
    expect(exactMatchOf([emitida], CHAVE)?.id).toBe("n2");
    expect(exactMatchOf([REGISTRO, { ...NOTA, chaveAcesso: "outra" }], CHAVE)).toBeUndefined();
  });
});

test("a document links to its page, and an auditor record to its document or to itself", () => {
  expect(hrefOf(NOTA)).toBe("/nota/n1?type=E");
  expect(hrefOf({ ...NOTA, type: "S" })).toBe("/nota/n1?type=S");
  expect(hrefOf({ ...REGISTRO, notaId: "n9", type: "S" })).toBe("/nota/n9?type=S");
  expect(hrefOf(REGISTRO)).toBe("/auditor/r1");
});

describe("the options of the palette", () => {
  test("the palette without text shows the recent searches and all actions", () => {
    expect(optionKeysOf("", [], ["serra"])).toEqual([
      "recente-serra",
      "esquecer",
      "acao-Importar XML ou ZIP",
      "acao-Sair",
    ]);
  });

  test("the palette shows only actions for one or two characters", () => {
    expect(optionKeysOf("im", [NOTA])).toEqual(["acao-Importar XML ou ZIP"]);
  });

  test("the palette shows the whole list, documents, records, then the search to keep from three characters on", () => {
    expect(optionKeysOf("lat", [REGISTRO, NOTA])).toEqual(["lista", "nota-n1", "auditor-r1", "salvar"]);
  });

  test('">" leaves only the commands', () => {
    expect(optionKeysOf(">imp", [NOTA], ["serra"])).toEqual(["acao-Importar XML ou ZIP"]);
    expect(optionKeysOf(">")).toEqual(["acao-Importar XML ou ZIP", "acao-Sair"]);
  });

  test("an operator is a search; one without its value is none yet", () => {
    expect(optionKeysOf("de:x")[0]).toBe("lista");
    expect(optionKeysOf("valor:")).toEqual([]);
  });

  test("the palette finds actions by synonym and without accents", () => {
    expect(optionKeysOf("enviar arq")).toEqual(["lista", "acao-Importar XML ou ZIP", "salvar"]);
    expect(optionKeysOf("ímpôrtar")).toEqual(["lista", "acao-Importar XML ou ZIP", "salvar"]);
  });
});

test("arrow keys wrap around the options, and start at the first or last one", () => {
  const opcoes: PaletteOption[] = ["a", "b", "c"].map((text) => ({
    chave: text,
    tipo: "recente",
    texto: text,
  }));
  const [a, b, c] = opcoes;
  expect(stepOption(opcoes, null, 1)).toBe(a);
  expect(stepOption(opcoes, null, -1)).toBe(c);
  expect(stepOption(opcoes, b ?? null, 1)).toBe(c);
  expect(stepOption(opcoes, c ?? null, 1)).toBe(a);
  expect(stepOption([], null, 1)).toBeUndefined();
});

test("the last five searches are kept, newest first, without duplicates", () => {
  expect(addRecentSearch(["Serra", "moinho"], " serra ")).toEqual(["serra", "moinho"]);
  expect(addRecentSearch(["a", "b", "c", "d", "e"], "f")).toEqual(["f", "a", "b", "c", "d"]);
  expect(parseRecentSearches({ nada: true })).toEqual([]);
  expect(parseRecentSearches(["a", 3, "b"])).toEqual(["a", "b"]);
});
