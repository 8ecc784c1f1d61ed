import { expect, test } from "vitest";
import { releaseObstacleOf } from "../quarentena/release-rules.ts";
import { sampleAchado, sampleNota } from "../tests/sample-nota.ts";
import { answerSentenceOf, assessNota } from "./assess-nota.ts";

const TIME_ZONE = "America/Sao_Paulo";
const assess = (over: Parameters<typeof sampleNota>[0]) => assessNota(sampleNota(over), TIME_ZONE);

test("the veredito is shown as a badge and a sentence", () => {
  expect(assess({ veredito: "sem-protocolo", confirmadaSefaz: false })).toMatchObject({
    selos: [{ tone: "aviso", word: "Sem protocolo" }],
    texto: "É o que o emitente assinou, mas o arquivo não mostra que a SEFAZ o autorizou.",
  });
});

test("content that SEFAZ confirmed has an extra badge", () => {
  const { selos, texto } = assess({ confirmadaSefaz: true });
  expect(selos.map(({ word: palavra }) => palavra)).toEqual(["Íntegra", "Confirmada pela SEFAZ"]);
  expect(texto).toMatch(/A SEFAZ confirmou este mesmo conteúdo\.$/);
});

test("a missing protocolo is only information once SEFAZ confirmed the content", () => {
  const { selos, texto, grupos } = assess({
    veredito: "sem-protocolo",
    achados: [sampleAchado("sem-protocolo", { gravidade: "aviso" })],
  });
  expect(selos.map(({ tone: tom }) => tom)).toEqual(["neutro", "ok"]);
  expect(texto).toMatch(/veio sem o protocolo, e a SEFAZ confirmou este conteúdo/);
  expect(grupos).toMatchObject([
    { gravidade: "informacao", achados: [{ texto: expect.stringMatching(/confirmou/) }] },
  ]);
});

test("a document unknown to SEFAZ is not described as authorized", () => {
  const nota = { sefazStatus: "217", divergente: true, confirmadaSefaz: false } as const;
  for (const veredito of ["autentica", "integra"] as const) {
    const { selos, texto } = assess({ ...nota, veredito });
    expect(texto).toMatch(/um protocolo que a SEFAZ não reconhece/);
    expect(selos.map(({ tone: tom }) => tom)).toEqual(["neutro"]);
  }
  expect(answerSentenceOf(sampleNota(nota))).toBe("A SEFAZ respondeu que não conhece este documento.");
});

test("a warning states that an authorized chave does not prove a forged file", () => {
  const forged = { quarentena: true, veredito: "assinatura-invalida", confirmadaSefaz: false } as const;
  expect(assess(forged).texto).toMatch(/não é o que ela autorizou\. Peça o XML original/);
  expect(answerSentenceOf(sampleNota(forged))).toMatch(/não é o que ela autorizou/);
  expect(answerSentenceOf(sampleNota())).toBe("A SEFAZ respondeu: Confirmada pela SEFAZ.");
});

test("a repaired document has a description of the repair and a link to the file as received", () => {
  const origem = {
    emailId: "e1",
    anexoId: "a1",
    assunto: "",
    remetente: "",
    recebidaEm: null,
    caminho: "1",
    nome: null,
    importado: false,
    veredito: null,
  };
  const { reparo } = assess({
    reparo: ["espacos-entre-tags", "fins-de-linha"],
    origens: [
      { ...origem, emailId: "e0", destino: "duplicada" },
      { ...origem, destino: "nota" },
    ],
  });
  expect(reparo?.texto).toContain(
    "espaços e quebras de linha entre os campos do XML e fins de linha trocados",
  );
  expect(reparo?.emailHref).toBe("/email/e1?parte=a1");
});

test("a repair is shown once, not again among the findings", () => {
  expect(assess({ reparo: ["fins-de-linha"], achados: [sampleAchado("reparada")] }).grupos).toEqual([]);
});

test("an undamaged document shows no repair", () => {
  expect(assess({}).reparo).toBeNull();
});

test("a released document shows who released it, when and why", () => {
  const { liberada, selos } = assess({
    veredito: "suspeita",
    confirmadaSefaz: false,
    quarentenaLiberadaEm: new Date("2026-11-20T16:30:00Z"),
    quarentenaLiberadaPor: "Marina Prado",
    quarentenaMotivo: "Conferido por telefone com o fornecedor.",
  });
  expect(liberada).toEqual({
    texto: "Liberada da quarentena por Marina Prado em 20/11/2026 13:30",
    motivo: "Conferido por telefone com o fornecedor.",
  });
  expect(selos).toEqual([]);
});

test("a document of homologação, or one that SEFAZ contradicts, cannot be released", () => {
  const obstacleOf = (codigo: string) => releaseObstacleOf(sampleNota({ achados: [sampleAchado(codigo)] }));
  expect(obstacleOf("chave-divergente")).toBeNull();
  expect(obstacleOf("ambiente-homologacao")).toMatch(/ambiente de testes/);
  expect(obstacleOf("sefaz-digest-divergente")).toMatch(/outro conteúdo/);
  expect(releaseObstacleOf(sampleNota({ sefazDigVal: "outro" }))).toMatch(/outro conteúdo/);
});
