import { readFileSync } from "node:fs";
import path from "node:path";
import { type Papel, readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import type { Situacao } from "../impressao.ts";
import { printDfe } from "../print-dfe.ts";
import { findDefeitos } from "./conferir.ts";
import { hasPdftotext, operadoresOf, palavrasCorridas } from "./ferramentas.ts";
import { makePng } from "./make-png.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/papelaria");
const LOGO = { bytes: makePng({ largura: 1, altura: 1, bits: 8, tipo: 2, linhas: [[255, 0, 0]] }) };
const AVISO = "NÃO CONFERIDA: ASSINATURA OU DADOS NÃO CONFEREM";

function papelOf(nome: string): Papel {
  const papel = readPapel(readFileSync(path.join(FIXTURES, `${nome}.xml`)));
  if (papel === null) throw new Error(`${nome} has no printed form`);
  return papel;
}

/** An NF-e in another format than its XML says. */
function inFormat(formatoImpressao: string): Papel {
  const papel = papelOf("nfe");
  if (papel.kind !== "nfe") throw new Error("nfe is no NF-e");
  return { ...papel, formatoImpressao };
}

const PAPEIS: [string, Papel][] = [
  ...["nfe", "nfce", "mdfe", "carta-de-correcao", "cancelamento"].map((nome): [string, Papel] => [
    nome,
    papelOf(nome),
  ]),
  ...CTES(),
  ...["2", "3", "6"].map((formato): [string, Papel] => [`nfe, tpImp ${formato}`, inFormat(formato)]),
];

function CTES(): [string, Papel][] {
  return ["cte-rodoviario", "cte-simplificado-letras", "cte-os"].map((nome) => [nome, papelOf(nome)]);
}

/** The texts of the rotated letters on each page. */
function marcas(papel: Papel, situacao: Situacao): string[] {
  const { pdf } = printDfe({ papel, situacao, logo: LOGO });
  return operadoresOf(pdf).map((operadores) =>
    [...operadores.matchAll(/Tm \(([^)]*)\) Tj/g)]
      .map(([, texto = ""]) => texto)
      .filter((texto) => texto.startsWith("N\xc3O CONFERIDA"))
      .join("|"),
  );
}

describe("an unverified document", () => {
  test.each(PAPEIS)("%s: has the watermark on every page, once or more, and no logo", (_, papel) => {
    const pages = marcas(papel, "nao-conferida");
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page).toMatch(/^(N\xc3O CONFERIDA\|?)+$/);
    expect(marcas(papel, "normal").join("")).toBe("");
    const { pdf } = printDfe({ papel, situacao: "nao-conferida", logo: LOGO });
    expect(Buffer.from(pdf).includes("/Subtype/Image")).toBe(false);
  });

  test.skipIf(!hasPdftotext).each(PAPEIS)("%s: says so as text, beside its protocol", (_, papel) => {
    const { pdf } = printDfe({ papel, situacao: "nao-conferida" });
    const words = palavrasCorridas(pdf);
    expect(words).toContain(AVISO);
    expect(words).toMatch(/PROTOCOLO NÃO CONFERIDO|NÃO CONFERIDO - [0-9]{15}/);
    expect(words).not.toMatch(/Protocolo de Autorização: [0-9]|PROTOCOLO DE AUTORIZAÇÃO DE USO [0-9]/);
    expect(findDefeitos(pdf)).toEqual([]);
    expect(palavrasCorridas(printDfe({ papel }).pdf)).not.toContain("NÃO CONFERID");
  });
});
