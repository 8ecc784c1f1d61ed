import { expect, test } from "vitest";
import { notaStepsOf } from "../detail/nota-steps.ts";
import { assessNota } from "../status/assess-nota.ts";
import { statusCardTextsOf } from "../status/status-card-texts.ts";
import { sampleNota } from "../tests/sample-nota.ts";
import { consultaExclusionOf } from "./consulta-exclusion.ts";

const TIME_ZONE = "America/Sao_Paulo";
const DAY_MS = 86_400_000;
const unanswered = { sefazStatus: null, divergente: null, sefazConsultadaEm: null } as const;
const before = (days: number): Date => new Date(Date.now() - days * DAY_MS);

test("card and steps show that a document is too old for a consulta, and it is not pending", () => {
  const nota = sampleNota({ ...unanswered, dataEmissao: before(181) });
  expect(consultaExclusionOf(nota, new Date())).toBe("prazo");
  const card = statusCardTextsOf(nota, new Date(), TIME_ZONE);
  expect(card.segunda).toContain("mais de 180 dias");
  expect(card.rodape).toContain("mais de 180 dias");
  expect(notaStepsOf(nota, new Date(), TIME_ZONE)[2]).toMatchObject({
    texto: "fora do prazo",
    estado: "parado",
  });
  expect(consultaExclusionOf({ ...nota, dataEmissao: before(179) }, new Date())).toBeNull();
});

test("a document of terceiros is not shown as queued for a consulta", () => {
  const nota = sampleNota({ ...unanswered, terceiros: true, dataEmissao: before(1) });
  expect(notaStepsOf(nota, new Date(), TIME_ZONE)[2]).toMatchObject({
    texto: "de terceiros",
    estado: "parado",
  });
});

test("a document cancelled after its confirmation has no “Confirmada pela SEFAZ” badge", () => {
  const cancelled = sampleNota({ sefazStatus: "101", divergente: true });
  const { selos, texto } = assessNota(cancelled, TIME_ZONE);
  expect(selos.map(({ word: palavra }) => palavra)).not.toContain("Confirmada pela SEFAZ");
  expect(texto).toContain("É o conteúdo que a SEFAZ autorizou; a situação dele mudou depois.");
  expect(assessNota(sampleNota(), TIME_ZONE).selos.map(({ word: palavra }) => palavra)).toContain(
    "Confirmada pela SEFAZ",
  );
});
