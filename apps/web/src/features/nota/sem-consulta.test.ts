import { expect, test } from "vitest";
import { notaDeTeste } from "./nota-de-teste.ts";
import { parecerOf } from "./parecer.ts";
import { quadroOf } from "./quadro.ts";
import { semConsultaOf } from "./sem-consulta.ts";
import { trilhaOf } from "./trilha.ts";

const SP = "America/Sao_Paulo";
const DAY_MS = 86_400_000;
const muda = { sefazStatus: null, divergente: null, sefazConsultadaEm: null } as const;
const before = (days: number): Date => new Date(Date.now() - days * DAY_MS);

test("a document older than SEFAZ's limit shows that in card and steps, and is not pending", () => {
  const nota = notaDeTeste({ ...muda, dataEmissao: before(181) });
  expect(semConsultaOf(nota, new Date())).toBe("prazo");
  const quadro = quadroOf(nota, new Date(), SP);
  expect(quadro.segunda).toContain("mais de 180 dias");
  expect(quadro.rodape).toContain("mais de 180 dias");
  expect(trilhaOf(nota, SP)[2]).toMatchObject({ texto: "fora do prazo", estado: "parado" });
  expect(semConsultaOf({ ...nota, dataEmissao: before(179) }, new Date())).toBeNull();
});

test("a document of terceiros is not in the queue", () => {
  const nota = notaDeTeste({ ...muda, terceiros: true, dataEmissao: before(1) });
  expect(trilhaOf(nota, SP)[2]).toMatchObject({ texto: "de terceiros", estado: "parado" });
});

test("a document cancelled after its confirmation has no badge of confirmation", () => {
  const cancelada = notaDeTeste({ sefazStatus: "101", divergente: true });
  const { selos, texto } = parecerOf(cancelada, SP);
  expect(selos.map(({ palavra }) => palavra)).not.toContain("Confirmada pela SEFAZ");
  expect(texto).toContain("É o conteúdo que a SEFAZ autorizou; a situação dele mudou depois.");
  expect(parecerOf(notaDeTeste(), SP).selos.map(({ palavra }) => palavra)).toContain("Confirmada pela SEFAZ");
});
