import { describe, expect, test } from "vitest";
import { notaStepsOf } from "../detail/nota-steps.ts";
import { sampleAchado, sampleNota } from "../tests/sample-nota.ts";
import { statusCardTextsOf } from "./status-card-texts.ts";

const TIME_ZONE = "America/Sao_Paulo";
const now = new Date("2026-11-20T13:00:00Z");
const cardOf = (over: Parameters<typeof sampleNota>[0]) =>
  statusCardTextsOf(sampleNota(over), now, TIME_ZONE);

describe("the status card", () => {
  test("the card of a confirmed document shows only equal comparisons", () => {
    const card = cardOf({});
    expect(card).toMatchObject({ tone: "ok", titulo: "Autorizada" });
    expect(card.segunda).toBe("Protocolo 131260094418207, 20/11/2026 09:43");
    expect(card.linhas.map((row) => row.comparacao?.texto ?? null)).toEqual([
      null,
      "igual",
      "igual",
      "válida",
    ]);
    expect(card.rodape).toBe("Consultada na SEFAZ hoje às 09:51. Próxima conferência em 21/11 10:43.");
  });

  test("the card of a divergence shows both statuses", () => {
    const card = cardOf({ sefazStatus: "101", divergente: true });
    expect(card).toMatchObject({ tone: "aviso", titulo: "Divergente: cancelada" });
    expect(card.segunda).toBe("O XML diz autorizada; a SEFAZ diz cancelada");
    expect(card.linhas[1]?.comparacao).toEqual({ tipo: "diferente", texto: "diferente" });
  });

  test("the card of a document without protocolo that SEFAZ does not know shows a divergence", () => {
    const card = cardOf({ nfeStatus: null, nfeProtocolo: null, sefazStatus: "217", divergente: true });
    expect(card.segunda).toBe("O XML veio sem protocolo; a SEFAZ diz que não a conhece");
    expect(card.linhas[1]).toMatchObject({
      valor: "217 Não validado",
      detalhe: "Não consta na SEFAZ",
      comparacao: { tipo: "diferente" },
    });
  });

  test("the card of an authorization with alerts shows each alert", () => {
    const alertas = [{ codigo: "172", texto: "Alerta: CNPJ irregular" }];
    const card = cardOf({ nfeStatus: "120", sefazStatus: "120", alertas });
    expect(card.tone).toBe("ok");
    expect(card.linhas.at(-1)).toEqual({
      rotulo: "Alerta da SEFAZ",
      valor: "172",
      detalhe: "Alerta: CNPJ irregular",
      comparacao: null,
    });
  });

  test("the card shows 'Não validado' and no comparison before SEFAZ's first answer", () => {
    const card = cardOf({
      sefazStatus: null,
      sefazDigVal: null,
      divergente: null,
      sefazConsultadaEm: null,
      sefazProximaEm: null,
    });
    expect(card).toMatchObject({ tone: "neutro", titulo: "Não validado" });
    expect(card.linhas[2]?.comparacao?.texto).toBe("não consultado");
    expect(card.linhas[1]?.comparacao?.texto).toBe("não consultada");
    expect(card.rodape).toBe("Ainda não consultada na SEFAZ.");
  });

  test("the card shows that a consulta failed", () => {
    const card = cardOf({ sefazFalhouEm: new Date("2026-11-20T12:58:00Z") });
    expect(card.rodape).toContain("A consulta à SEFAZ falhou hoje às 09:58.");
    const unanswered = { sefazStatus: null, sefazDigVal: null, divergente: null, sefazConsultadaEm: null };
    const withoutAnswer = cardOf({ ...unanswered, sefazFalhouEm: new Date("2026-11-20T12:58:00Z") });
    expect(withoutAnswer.linhas[1]?.comparacao?.texto).toBe("sem resposta");
  });

  test("the card of a document in quarantine marks the values of the file as untrusted", () => {
    const card = cardOf({
      quarentena: true,
      veredito: "assinatura-invalida",
      achados: [sampleAchado("digest-divergente")],
    });
    expect(card).toMatchObject({ tone: "aviso", titulo: "Em quarentena" });
    expect(card.linhas[0]?.comparacao?.texto).toBe("não confiável");
    expect(card.linhas[2]?.comparacao).toEqual({ tipo: "diferente", texto: "não confere" });
    expect(card.linhas[3]?.comparacao).toEqual({ tipo: "diferente", texto: "inválida" });
  });
});

describe("the status card of a document released from quarantine", () => {
  const released = { veredito: "suspeita", quarentenaLiberadaEm: now } as const;

  test("a released document still shows its veredito, and when it was released", () => {
    expect(cardOf(released)).toMatchObject({
      tone: "aviso",
      titulo: "Suspeita",
      segunda: "Liberada da quarentena em 20/11/2026 10:00",
    });
  });

  test("a released document shows the status of a valid copy that arrived later", () => {
    expect(cardOf({ ...released, veredito: "autentica" })).toMatchObject({
      tone: "ok",
      titulo: "Autorizada",
    });
  });
});

test("a CT-e without an answer of SEFAZ is shown as pending, like any other document", () => {
  const unanswered = { tipoNota: "CTe", sefazStatus: null, sefazDigVal: null, divergente: null } as const;
  expect(cardOf({ ...unanswered, sefazConsultadaEm: null })).toMatchObject({
    tone: "neutro",
    titulo: "Não validado",
  });
  const [, , validacao, eventos] = notaStepsOf(sampleNota(unanswered), now, TIME_ZONE);
  expect([validacao?.texto, validacao?.estado]).toEqual(["na fila", "atual"]);
  expect(eventos?.estado).toBe("espera");
});

describe("the status card without values to compare", () => {
  const text = (over: Parameters<typeof sampleNota>[0], row: number) =>
    cardOf(over).linhas[row]?.comparacao?.texto ?? null;

  test("a card without values to compare does not claim that SEFAZ was not consulted", () => {
    const unanswered = { nfeStatus: null, nfeProtocolo: null, divergente: null };
    expect(text({ ...unanswered, veredito: "sem-protocolo" }, 1)).toBeNull();
    expect(cardOf({ ...unanswered, veredito: "sem-protocolo" }).segunda).toMatch(
      /a SEFAZ confirmou o conteúdo/,
    );
    expect(text({ sefazDigVal: null }, 2)).toBe("sem digest para comparar");
    expect(text({ digVal: null }, 2)).toBe("sem assinatura");
  });

  test("an authorized chave of a forged file gets no green tick", () => {
    const forged = { quarentena: true, veredito: "assinatura-invalida", confirmadaSefaz: false } as const;
    expect(cardOf(forged).linhas[1]?.comparacao).toEqual({ tipo: "neutro", texto: "só a chave" });
    expect(cardOf(forged).linhas.map((row) => row.comparacao?.tipo)).not.toContain("igual");
  });
});

test("the card names the document by its own type", () => {
  expect(cardOf({ tipoNota: "NFCe" }).linhas[0]?.rotulo).toBe("Na NFC-e");
  expect(cardOf({ tipoNota: "MDFe" }).linhas[0]?.rotulo).toBe("No XML");
});

test("the card states that SEFAZ does not know the document", () => {
  expect(cardOf({ sefazStatus: "217", divergente: true }).segunda).toBe(
    "O XML diz autorizada; a SEFAZ diz que não a conhece",
  );
});

test("the card shows the signer, or that the signature is missing", () => {
  expect(cardOf({ certificadoTitular: "LATICINIOS LTDA:27391485000148" }).linhas[3]).toMatchObject({
    valor: "Íntegra",
    detalhe: "LATICINIOS LTDA",
    comparacao: { tipo: "igual", texto: "válida" },
  });
  const unsigned = { veredito: "assinatura-invalida", achados: [sampleAchado("sem-assinatura")] } as const;
  expect(cardOf({ ...unsigned, achados: [...unsigned.achados] }).linhas[3]).toMatchObject({
    valor: "–",
    comparacao: { tipo: "diferente", texto: "ausente" },
  });
});

describe("the processing steps of a document", () => {
  const steps = (over: Parameters<typeof sampleNota>[0]) =>
    notaStepsOf(sampleNota(over), now, TIME_ZONE).map(({ titulo, estado }) => `${titulo}: ${estado}`);

  test("the first pending step is marked as current", () => {
    expect(steps({ recebido: true, recebidoEm: now })).toEqual([
      "E-mail recebido: feito",
      "Extraído: feito",
      "Validado: feito",
      "Eventos: feito",
      "Recebido: feito",
      "Conferido: atual",
      "Processado: espera",
    ]);
  });

  test("the steps stop at quarantine", () => {
    expect(steps({ quarentena: true, sefazStatus: null }).slice(2)).toEqual([
      "Em quarentena: aviso",
      "Eventos: parado",
      "Recebido: parado",
      "Conferido: parado",
      "Processado: parado",
    ]);
  });

  test("a released document shows a reservation instead of a tick", () => {
    expect(steps({ veredito: "suspeita", quarentenaLiberadaEm: now })[2]).toBe("Liberada: liberada");
  });

  test("the step of the eventos names a carta de correção", () => {
    const carta = {
      id: "01900000-0000-7000-8000-000000000009",
      tpEvento: "110110",
      descEvento: "Carta de Correção",
      protocolo: null,
      protocoloData: null,
      origem: "email",
      veredito: null,
      texto: null,
      autor: null,
      temXml: false,
      ressalva: null,
    } as const;
    const [, , , eventos] = notaStepsOf(sampleNota({ listEventos: [carta] }), now, TIME_ZONE);
    expect(eventos).toMatchObject({ texto: "1, carta de correção", estado: "feito" });
    const ressalva = "Não traz o registro da SEFAZ, e a consulta a ela ainda não mostrou este evento.";
    const [, , , doubted] = notaStepsOf(
      sampleNota({ listEventos: [{ ...carta, ressalva }] }),
      now,
      TIME_ZONE,
    );
    expect(doubted?.estado).toBe("aviso");
  });

  test("the validation step asks for a certificate if no consulta is possible without one", () => {
    const [, , validacao] = notaStepsOf(
      sampleNota({ sefazStatus: null, divergente: null, aguardandoCertificado: true }),
      now,
      TIME_ZONE,
    );
    expect(validacao).toMatchObject({ estado: "aviso", texto: "falta certificado" });
  });
});
