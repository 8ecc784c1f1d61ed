import { checkDigit } from "@malote/syntax";
import { IconSun } from "@tabler/icons-react";
import { describe, expect, test } from "vitest";
import type { Achado } from "../../rpc/busca.ts";
import { exactOf, hrefOf, readChave } from "./achados.ts";
import { type Acao, gruposOf, type Opcao } from "./opcoes.ts";
import { stepOpcao } from "./paleta.ts";
import { addRecente, readRecentes } from "./recentes.ts";

const withDigit = (key43: string): string => `${key43}${checkDigit(key43)}`;
const CHAVE = withDigit("3526119982736400010755001000022383100022383");
const LETRAS = withDigit("35261119K7X24A0001595700200005587114367701".padEnd(43, "6"));

const NOTA: Achado = {
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
const REGISTRO: Achado = { ...NOTA, alvo: "auditor", id: "r1", type: null, porque: "registro" };
const acao = (nome: string, palavras?: string): Acao => ({
  id: nome,
  grupo: "Fazer",
  nome,
  icone: IconSun,
  run: () => undefined,
  ...(palavras ? { palavras } : {}),
});

/** The lines of the palette, in their order. */
function linhas(texto: string, achados: Achado[] = [], recentes: string[] = []): string[] {
  const acoes = [acao("Importar XML ou ZIP", "enviar arquivo"), acao("Sair")];
  return gruposOf({ texto, achados, recentes, acoes }).flatMap(({ opcoes }) =>
    opcoes.map(({ chave }) => chave),
  );
}

describe("an access key in the search", () => {
  test("is one however it is pasted or scanned", () => {
    const spaced = CHAVE.replace(/(.{4})/g, "$1 ");
    expect(readChave(spaced)).toBe(CHAVE);
    expect(readChave(`NFe${CHAVE}`)).toBe(CHAVE);
    expect(readChave(` ${CHAVE.replace(/(.{11})/g, "$1-")}\n`)).toBe(CHAVE);
  });

  test("may hold letters, in lower case too", () => {
    expect(readChave(LETRAS.toLowerCase())).toBe(LETRAS);
  });

  test("is none with a wrong digit, or too short", () => {
    const wrong = (Number(CHAVE.at(-1)) + 1) % 10;
    expect(readChave(`${CHAVE.slice(0, 43)}${wrong}`)).toBeNull();
    expect(readChave(CHAVE.slice(1))).toBeNull();
    expect(readChave("")).toBeNull();
  });

  test("opens the received side of a document that is also issued here, and nothing that only looks like it", () => {
    const emitida = { ...NOTA, id: "n2", type: "S" } as const;
    expect(exactOf([emitida, NOTA], CHAVE)?.id).toBe("n1");
    expect(exactOf([emitida], CHAVE)?.id).toBe("n2");
    expect(exactOf([REGISTRO, { ...NOTA, chaveAcesso: "outra" }], CHAVE)).toBeUndefined();
  });
});

test("a document opens as what it is here; a record opens its document, or itself when there is none", () => {
  expect(hrefOf(NOTA)).toBe("/nota/n1?type=E");
  expect(hrefOf({ ...NOTA, type: "S" })).toBe("/nota/n1?type=S");
  expect(hrefOf({ ...REGISTRO, notaId: "n9", type: "S" })).toBe("/nota/n9?type=S");
  expect(hrefOf(REGISTRO)).toBe("/auditor/r1");
});

describe("the lines of the palette", () => {
  test("with nothing typed are the recent searches and everything that can be done", () => {
    expect(linhas("", [], ["serra"])).toEqual([
      "recente-serra",
      "esquecer",
      "acao-Importar XML ou ZIP",
      "acao-Sair",
    ]);
  });

  test("with one or two characters are only what can be done", () => {
    expect(linhas("im", [NOTA])).toEqual(["acao-Importar XML ou ZIP"]);
  });

  test("with three begin with the whole list, then documents, then records", () => {
    expect(linhas("lat", [REGISTRO, NOTA])).toEqual(["lista", "nota-n1", "auditor-r1"]);
  });

  test("find what can be done by other words, and without accents", () => {
    expect(linhas("enviar arq")).toEqual(["lista", "acao-Importar XML ou ZIP"]);
    expect(linhas("ímpôrtar")).toEqual(["lista", "acao-Importar XML ou ZIP"]);
  });
});

test("the arrows go round, and begin where they come from", () => {
  const opcoes: Opcao[] = ["a", "b", "c"].map((texto) => ({ chave: texto, tipo: "recente", texto }));
  const [a, b, c] = opcoes;
  expect(stepOpcao(opcoes, null, 1)).toBe(a);
  expect(stepOpcao(opcoes, null, -1)).toBe(c);
  expect(stepOpcao(opcoes, b ?? null, 1)).toBe(c);
  expect(stepOpcao(opcoes, c ?? null, 1)).toBe(a);
  expect(stepOpcao([], null, 1)).toBeUndefined();
});

test("recent searches are the last five, each once, the newest first", () => {
  expect(addRecente(["Serra", "moinho"], " serra ")).toEqual(["serra", "moinho"]);
  expect(addRecente(["a", "b", "c", "d", "e"], "f")).toEqual(["f", "a", "b", "c", "d"]);
  expect(readRecentes({ nada: true })).toEqual([]);
  expect(readRecentes(["a", 3, "b"])).toEqual(["a", "b"]);
});
