import { expect, test } from "vitest";
import { achadoDeTeste, notaDeTeste } from "./nota-de-teste.ts";
import { impedimentoOf, parecerOf } from "./parecer.ts";

const SP = "America/Sao_Paulo";
const parecer = (over: Parameters<typeof notaDeTeste>[0]) => parecerOf(notaDeTeste(over), SP);

test("the verdict is said in a word and in a sentence", () => {
  expect(parecer({}).selo).toMatchObject({ tom: "ok", palavra: "Íntegra" });
  expect(parecer({ veredito: "sem-protocolo" })).toMatchObject({
    selo: { tom: "aviso", palavra: "Sem protocolo" },
    texto: "É o que o emitente assinou, mas o arquivo não mostra que a SEFAZ o autorizou.",
  });
  expect(parecer({ veredito: "suspeita" }).selo.tom).toBe("ruim");
});

test("a repair says what the e-mail did, and where the file as it came is kept", () => {
  const origem = {
    emailId: "e1",
    anexoId: "a1",
    assunto: "",
    remetente: "",
    recebidaEm: null,
    caminho: "1",
    nome: null,
    veredito: null,
  };
  const { reparo } = parecer({
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

test("a document that came whole tells of no repair", () => {
  expect(parecer({}).reparo).toBeNull();
});

test("a release says who, when and why", () => {
  const { liberada } = parecer({
    veredito: "suspeita",
    quarentenaLiberadaEm: new Date("2026-11-20T16:30:00Z"),
    quarentenaLiberadaPor: "Marina Prado",
    quarentenaMotivo: "Conferido por telefone com o fornecedor.",
  });
  expect(liberada).toEqual({
    texto: "Liberada da quarentena por Marina Prado em 20/11/2026 13:30",
    motivo: "Conferido por telefone com o fornecedor.",
  });
});

test("a document of the test environment, or one that SEFAZ contradicts, is released by nobody", () => {
  expect(impedimentoOf({ achados: [achadoDeTeste("chave-divergente")] })).toBeNull();
  expect(impedimentoOf({ achados: [achadoDeTeste("ambiente-homologacao")] })).toMatch(/ambiente de testes/);
  expect(impedimentoOf({ achados: [achadoDeTeste("sefaz-digest-divergente")] })).toMatch(/outro conteúdo/);
});
