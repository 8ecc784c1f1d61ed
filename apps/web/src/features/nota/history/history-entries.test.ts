import { expect, test } from "vitest";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { sampleNota } from "../tests/sample-nota.ts";
import { historyOf } from "./history-entries.ts";

const TIME_ZONE = "America/Sao_Paulo";

/** The history as lines: day, title, author and text. */
function linesOf(over: Partial<Nota>): string[] {
  return historyOf(sampleNota(over), TIME_ZONE).flatMap(({ dia, acontecimentos }) =>
    acontecimentos.map(({ titulo, quem, texto }) =>
      [dia.slice(8), titulo, quem, texto].filter((part) => part !== undefined && part !== null).join(" | "),
    ),
  );
}

function consulta(when: string, over: Partial<Nota["consultas"][number]> = {}): Nota["consultas"][number] {
  return {
    quando: new Date(when),
    servico: "consulta",
    origem: "agenda",
    quem: null,
    autorizador: "SVRS",
    cStat: "100",
    xMotivo: "Autorizado o uso da NF-e",
    falha: null,
    duracaoMs: 80,
    ...over,
  };
}

test("history entries for emissão, authorization, e-mail, extraction, flag, consulta and next check are ordered by time", () => {
  const origem = {
    emailId: "01900000-0000-7000-8000-0000000000e1",
    importado: false,
    anexoId: "01900000-0000-7000-8000-0000000000a1",
    assunto: "Nota 184220",
    remetente: "notas@serra.example",
    recebidaEm: new Date("2026-11-20T12:46:00Z"),
    caminho: "2",
    nome: "nota.xml",
    destino: "nota" as const,
    veredito: null,
  };
  expect(
    linesOf({
      origens: [origem],
      consultas: [consulta("2026-11-20T12:51:00Z", { origem: "recebimento" })],
      recebido: true,
      recebidoEm: new Date("2026-11-20T12:50:00Z"),
      recebidoPor: "Ana Lobo",
    }),
  ).toEqual([
    "20 | Emitida | Laticínios Serra Nublada Ltda",
    "20 | Autorizada pela SEFAZ, segundo o arquivo | Protocolo 131260094418207",
    "20 | E-mail recebido | notas@serra.example | Nota 184220",
    "20 | Documento extraído | nota.xml",
    "20 | Assinatura conferida: Íntegra",
    "20 | Recebido | Ana Lobo",
    "20 | SEFAZ consultada: 100 Autorizada | Na chegada do documento",
    "21 | Próxima conferência na SEFAZ",
  ]);
});

test("the history merges equal answers of SEFAZ, quotes an unknown answer, and shows a missing answer", () => {
  const lines = linesOf({
    consultas: [
      consulta("2026-11-24T12:00:00Z", { cStat: null, xMotivo: null, falha: "SEFAZ fora do ar" }),
      consulta("2026-11-23T12:00:00Z", { cStat: "999", xMotivo: "Rejeição: erro não catalogado" }),
      consulta("2026-11-22T12:00:00Z"),
      consulta("2026-11-21T12:00:00Z"),
    ],
  });
  expect(lines.filter((line) => line.includes("consultada"))).toEqual([
    "21 | SEFAZ consultada: 100 Autorizada | Conferência automática | 2 vezes com a mesma resposta, a última em 22/11/2026 09:00",
    "23 | SEFAZ consultada: 999 Rejeição: erro não catalogado | Conferência automática",
    "24 | SEFAZ consultada: sem resposta | Conferência automática | SEFAZ fora do ar",
  ]);
});

test("the history shows quarantine, release and its reason, and no next check during quarantine", () => {
  const held = { veredito: "suspeita", quarentena: true } as const;
  expect(linesOf(held).slice(-2)).toEqual([
    "20 | Assinatura conferida: Suspeita",
    "20 | Posta em quarentena | Fora do painel, do ERP, das exportações e do download público.",
  ]);
  const released = linesOf({
    veredito: "suspeita",
    quarentenaLiberadaEm: new Date("2026-11-20T15:00:00Z"),
    quarentenaLiberadaPor: "Marina Prado",
    quarentenaMotivo: "Conferido por telefone.",
  });
  expect(released).toContain("20 | Liberada da quarentena | Marina Prado | Conferido por telefone.");
});

test("the history shows a manifestação when it is requested, and once when SEFAZ registers it", () => {
  const requested = {
    id: "01900000-0000-7000-8000-0000000000f1",
    status: 4 as const,
    justificativa: null,
    quem: "Marina Prado",
    pedidaEm: new Date("2026-11-20T13:00:00Z"),
    cStat: "135",
    mensagem: "Evento registrado",
    protocolo: "891",
    registradaEm: new Date("2026-11-20T13:01:00Z"),
  };
  const evento = {
    id: "01900000-0000-7000-8000-0000000000f2",
    tpEvento: "210210",
    descEvento: "Ciência da Operação",
    protocolo: "891",
    protocoloData: new Date("2026-11-20T13:01:00Z"),
    origem: "sefaz" as const,
    veredito: null,
    texto: null,
    autor: null,
    temXml: true,
    ressalva: null,
  };
  const of = (estado: "registrada" | "recusada", listEventos: Nota["listEventos"]) =>
    linesOf({ manifestacoes: [{ ...requested, estado }], listEventos }).filter((line) =>
      /anifesta|Ciência/.test(line),
    );
  expect(of("registrada", [evento])).toEqual([
    "20 | Manifestação pedida: Ciência da operação | Marina Prado",
    "20 | Ciência da Operação | Informado pela SEFAZ | Protocolo 891",
  ]);
  expect(of("recusada", [])).toEqual([
    "20 | Manifestação pedida: Ciência da operação | Marina Prado",
    "20 | Manifestação recusada pela SEFAZ: Ciência da operação | Evento registrado",
  ]);
});
