import { expect, test } from "vitest";
import { evidenciaOf, groupAchados, linhasOf } from "./achados.ts";
import { achadoDeTeste } from "./nota-de-teste.ts";

test("groups findings by gravidade, gravest first", () => {
  const grupos = groupAchados([
    achadoDeTeste("cadeia-nao-verificada", { gravidade: "informacao" }),
    achadoDeTeste("sem-protocolo", { gravidade: "aviso" }),
    achadoDeTeste("digest-divergente"),
  ]);
  expect(grupos.map(({ gravidade }) => gravidade)).toEqual(["grave", "aviso", "informacao"]);
});

test("merges findings of one code and keeps every path", () => {
  const fora = (caminho: string) =>
    achadoDeTeste("estrutura-formato", { gravidade: "aviso", caminho, evidencia: "12,5" });
  const [grupo] = groupAchados([fora("infNFe/det[1]/prod/NCM"), fora("infNFe/det[2]/prod/NCM")]);
  expect(grupo?.achados).toHaveLength(1);
  expect(grupo?.achados[0]?.ocorrencias.map(({ caminho }) => caminho)).toEqual([
    "infNFe/det[1]/prod/NCM",
    "infNFe/det[2]/prod/NCM",
  ]);
});

test("a finding without path or evidence has no occurrences", () => {
  const [grupo] = groupAchados([achadoDeTeste("sem-assinatura")]);
  expect(grupo?.achados[0]?.ocorrencias).toEqual([]);
});

test.each([
  [
    "certificado: 55830412000107\nemitente: 27391485000148",
    ["certificado|55830412000107", "emitente|27391485000148"],
  ],
  ["DigestValue=ntGh77E= sha1=OQQY9qsE=", ["DigestValue|ntGh77E=", "sha1|OQQY9qsE="]],
  ["3959.16, soma 2959.16", ["|3959.16, soma 2959.16"]],
  ["", []],
])("splits the evidence %j into labelled lines", (evidencia, lines) => {
  expect(linhasOf(evidencia).map(({ rotulo, valor }) => `${rotulo}|${valor}`)).toEqual(lines);
});

test("replaces codes in evidence by words and marks the wrong value", () => {
  expect(evidenciaOf("digest-divergente", "DigestValue=ntGh77E= sha1=OQQY9qsE=")).toEqual([
    { rotulo: "Assinado", valor: "ntGh77E=" },
    { rotulo: "Calculado agora", valor: "OQQY9qsE=", errada: true },
  ]);
  expect(
    evidenciaOf("soma-divergente", "3959.16, soma 2959.16").map(({ valor }) => valor.replace(/\u00a0/g, " ")),
  ).toEqual(["diz R$ 3.959,16, e a soma das partes é R$ 2.959,16"]);
  expect(evidenciaOf("reparada", "espacos-entre-tags utf8-duplicado").map(({ valor }) => valor)).toEqual([
    "espaços e quebras de linha entre os campos do XML",
    "acentos codificados duas vezes",
  ]);
  expect(evidenciaOf("chave-divergente", "mod")).toEqual([{ rotulo: "", valor: "mod" }]);
});

test("treats a repair as information", () => {
  const [grupo] = groupAchados([achadoDeTeste("reparada", { gravidade: "aviso" })]);
  expect(grupo?.gravidade).toBe("informacao");
});
