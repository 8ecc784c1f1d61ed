import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { UFS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { findEndpoint } from "./endpoints.ts";
import { ENDERECOS } from "./tables/endpoints.ts";
import { SERVICOS } from "./tables/servicos.ts";

const ambientes = ["1", "2"] as const;
const servicos = ["consultaProtocolo", "statusServico"] as const;
const modelos = ["55", "65"] as const;
const perguntas = ambientes.flatMap((ambiente) => servicos.map((servico) => ({ ambiente, servico })));

const tsv = resolve(import.meta.dirname, "../../../../shared/facts/sefaz-endpoints.tsv");

describe("where a document is asked about", () => {
  test.each(UFS)("$sigla has both services in both ambientes, for NF-e and NFC-e", ({ codigo }) => {
    for (const pergunta of perguntas) {
      for (const modelo of modelos) {
        expect(findEndpoint({ cUF: codigo, modelo, tpEmis: "1", ...pergunta })?.url).toMatch(
          /^https:\/\/[a-z0-9.-]+\.br\//,
        );
      }
    }
  });

  test.each([
    ["SP", "35", "55", "1", "SP"],
    ["SP in contingency SVC-AN", "35", "55", "6", "SVC-AN"],
    ["PR in contingency SVC-RS", "41", "55", "7", "SVC-RS"],
    ["EPEC of SP", "35", "55", "4", "SP"],
    ["MA", "21", "55", "1", "SVAN"],
    ["NFC-e of MA", "21", "65", "1", "SVRS"],
    ["NFC-e of BA", "29", "65", "1", "SVRS"],
    ["NFC-e of SP, offline", "35", "65", "9", "SP"],
    ["SC", "42", "55", "1", "SVRS"],
  ])("%s: cUF %s modelo %s tpEmis %s is answered by %s", (_caso, cUF, modelo, tpEmis, autorizador) => {
    const achado = findEndpoint({ cUF, modelo, tpEmis, ambiente: "1", servico: "consultaProtocolo" });
    expect(achado?.autorizador).toBe(autorizador);
  });

  test.each([
    ["CT-e", "35", "57"],
    ["CT-e OS", "35", "67"],
    ["MDF-e", "35", "58"],
    ["the Ambiente Nacional", "91", "55"],
    ["a code of no UF", "99", "55"],
    ["a name of Object.prototype", "35", "constructor"],
  ])("%s has no address", (_caso, cUF, modelo) => {
    expect(
      findEndpoint({ cUF, modelo, tpEmis: "1", ambiente: "1", servico: "consultaProtocolo" }),
    ).toBeNull();
  });
});

test.skipIf(!existsSync(tsv))("the table is that of ../shared/facts/sefaz-endpoints.tsv, row by row", () => {
  expect(rowsOfTable()).toEqual(rowsOfTsv(readFileSync(tsv, "utf8")));
});

function rowsOfTable(): string[] {
  return Object.entries(ENDERECOS)
    .flatMap(([modelo, autorizadores]) =>
      Object.entries(autorizadores).flatMap(([autorizador, enderecos]) =>
        perguntas.map(({ ambiente, servico }) =>
          [
            modelo,
            autorizador,
            ambiente,
            SERVICOS[servico].nome,
            SERVICOS[servico].operacao,
            enderecos[ambiente][servico],
          ].join(" "),
        ),
      ),
    )
    .sort();
}

function rowsOfTsv(texto: string): string[] {
  const nomes: ReadonlySet<string> = new Set(servicos.map((servico) => SERVICOS[servico].nome));
  return texto
    .split("\n")
    .map((linha) => linha.split("\t"))
    .filter(([modelo = "", , , , nome = ""]) => /^(55|65)$/.test(modelo) && nomes.has(nome))
    .map(([modelo, autorizador = "", ambiente, , nome, operacao, , url]) => {
      const nosso = autorizador.replace(/^SVC(AN|RS)$/, "SVC-$1");
      return [modelo, nosso, ambiente === "producao" ? "1" : "2", nome, operacao, url].join(" ");
    })
    .sort();
}
