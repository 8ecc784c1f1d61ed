import { VEREDITOS } from "@malote/contract";
import { describe, expect, test } from "vitest";
import {
  type StatusFacts,
  sealStatus,
  shortStatusOfSefaz,
  statusLabel,
  statusOfNfe,
  statusOfSefaz,
  statusOfVeredito,
  summaryStatus,
} from "./documento-status.ts";

const valid: StatusFacts = {
  veredito: "autentica",
  nfeStatus: "100",
  sefazStatus: "100",
  divergente: false,
  quarentena: false,
  aguardandoCertificado: false,
  tipoNota: "NFe",
};

describe("the statuses of a valid document", () => {
  test("a valid document shows no warning in either column", () => {
    expect(statusOfNfe(valid)).toEqual({ icon: "autorizada", tone: "ok", word: "Autorizada" });
    expect(statusOfSefaz(valid)).toEqual({ icon: "confirmada", tone: "ok", word: "Confirmada" });
    expect(summaryStatus(valid).word).toBe("Confirmada pela SEFAZ");
  });

  test("a document with a late authorization (150) shows no warning", () => {
    expect(statusOfSefaz({ ...valid, nfeStatus: "150", sefazStatus: "150" }).tone).toBe("ok");
  });
});

describe("the statuses of a document that needs attention", () => {
  test("a divergence shows the status at SEFAZ", () => {
    const divergente = { ...valid, sefazStatus: "101", divergente: true };
    expect(statusOfSefaz(divergente)).toEqual({
      icon: "divergente",
      tone: "aviso",
      word: "Divergente: cancelada",
    });
  });

  test("a divergence keeps the acronym SEFAZ, and is shorter in the SEFAZ column", () => {
    const unknown = { ...valid, sefazStatus: "217", divergente: true };
    expect(statusOfSefaz(unknown).word).toBe("Divergente: não consta na SEFAZ");
    expect(shortStatusOfSefaz(unknown).word).toBe("Divergente: não consta");
  });

  test("a chave that SEFAZ rejects is shown as a divergence: not found at SEFAZ", () => {
    const rejected = { ...valid, nfeStatus: null, sefazStatus: "613", divergente: true };
    expect(statusOfSefaz(rejected).word).toBe("Divergente: não consta na SEFAZ");
    expect(statusOfNfe(rejected).word).toBe("Não validado");
  });

  test("quarantine hides the document's own status", () => {
    const inQuarentena = { ...valid, quarentena: true };
    expect(statusOfNfe(inQuarentena).word).toBe("Em quarentena");
    expect(summaryStatus(inQuarentena).word).toBe("Em quarentena");
    expect(statusOfSefaz(inQuarentena).tone).toBe("neutro");
  });

  test("without a certificado the status is Aguardando certificado", () => {
    const unanswered = { ...valid, sefazStatus: null, divergente: null, aguardandoCertificado: true };
    expect(statusOfSefaz(unanswered).word).toBe("Aguardando certificado");
  });
});

describe("the statuses of a cancelled or denied document", () => {
  test("a cancelled or denied document is red in both columns and is not a divergence", () => {
    const cancelled = { ...valid, nfeStatus: "101", sefazStatus: "101" };
    expect(statusOfNfe(cancelled)).toMatchObject({ tone: "ruim", word: "Cancelada" });
    expect(statusOfSefaz(cancelled)).toMatchObject({ tone: "ruim", word: "Cancelada" });
    expect(statusOfNfe({ ...valid, nfeStatus: "110" }).word).toBe("Denegada");
  });
});

test("a status outside the table is 'Não validado'", () => {
  expect(statusLabel("999")).toBe("Não validado");
  expect(statusLabel(null)).toBe("Não validado");
  expect(statusOfNfe({ ...valid, nfeStatus: "999" }).tone).toBe("neutro");
});

test("no green tick stands beside 'Não validado'", () => {
  for (const cStat of ["120", "132", "150"]) {
    expect(statusOfNfe({ ...valid, nfeStatus: cStat })).toMatchObject({ icon: "neutro", tone: "neutro" });
  }
});

describe("the label of a cStat", () => {
  test.each([
    ["100", "Autorizada", undefined],
    ["101", "Cancelada", undefined],
    ["102", "Numeração inutilizada", undefined],
    ["110", "Denegada", undefined],
    ["205", "Rejeição: NF-e denegada na base da SEFAZ", "Denegada"],
    ["120", "Não validado", "Autorizada com alerta"],
    ["132", "Não validado", "Encerrada"],
    ["150", "Não validado", "Autorizada fora do prazo"],
    ["151", "Não validado", "Cancelada fora do prazo"],
    ["155", "Não validado", "Cancelada fora do prazo"],
    ["217", "Não validado", "Não consta na SEFAZ"],
    ["301", "Não validado", "Denegada: emitente irregular"],
    ["302", "Não validado", "Denegada: destinatário irregular"],
    ["303", "Não validado", "Denegada: destinatário não habilitado na UF"],
    ["999", "Não validado", undefined],
  ])("cStat %s is “%s”, with the known detail in a second line", (cStat, word, detail) => {
    const { word: said, detail: below } = statusOfNfe({ ...valid, nfeStatus: cStat });
    expect([said, below]).toEqual([word, detail]);
  });

  test.each(["201", "202", "203", "204", "205", "206", "420", "450", "451"])(
    "cStat %s is a rejection",
    (cStat) => {
      expect(statusOfNfe({ ...valid, nfeStatus: cStat }).word).toMatch(/^Rejeição: /);
    },
  );

  test.each(["100", "120", "150"])(
    "SEFAZ's cStat %s is never shown as the status of a document without a protocolo",
    (cStat) => {
      expect(statusOfNfe({ ...valid, nfeStatus: null, sefazStatus: cStat }).word).toBe("Não validado");
      expect(statusOfSefaz({ ...valid, nfeStatus: null, sefazStatus: cStat }).word).toBe("Confirmada");
    },
  );
});

test("the tone of a veredito is ok, warning or bad", () => {
  expect(VEREDITOS.map((veredito) => statusOfVeredito(veredito).tone)).toEqual([
    "ok",
    "ok",
    "aviso",
    "aviso",
    "ruim",
    "aviso",
    "ruim",
  ]);
});

describe("the summary status of a document", () => {
  const unanswered = { ...valid, sefazStatus: null, divergente: null };

  test("the summary of a document released from quarantine shows its flaw", () => {
    expect(summaryStatus({ ...valid, veredito: "suspeita" }).word).toBe("Liberada: suspeita");
    expect(statusOfNfe({ ...valid, veredito: "suspeita" })).toMatchObject({
      tone: "neutro",
      word: "Liberada",
    });
    expect(statusOfSefaz({ ...valid, veredito: "suspeita" }).word).toBe("Chave autorizada");
  });

  test("before SEFAZ answers, the summary is Sem protocolo or Não validado", () => {
    expect(summaryStatus({ ...unanswered, nfeStatus: null, veredito: "sem-protocolo" }).word).toBe(
      "Sem protocolo",
    );
    expect(summaryStatus(unanswered).word).toBe("Não validado");
  });

  test("once SEFAZ confirms the document, the summary shows no missing protocolo", () => {
    expect(summaryStatus({ ...valid, nfeStatus: null, veredito: "sem-protocolo" }).word).toBe(
      "Confirmada pela SEFAZ",
    );
  });

  test("the summary of a CT-e is Não validado until SEFAZ answers", () => {
    expect(summaryStatus({ ...unanswered, tipoNota: "CTe" }).word).toBe("Não validado");
    expect(summaryStatus({ ...unanswered, tipoNota: "CTe", sefazStatus: "100" }).word).toBe(
      "Confirmada pela SEFAZ",
    );
  });

  test("in the summary a denial takes precedence over the veredito", () => {
    const denied = { ...unanswered, nfeStatus: "110", veredito: "nao-autorizada" } as const;
    expect(summaryStatus(denied).word).toBe("Denegada");
  });
});

describe("the icon of the file's own status in a list", () => {
  test("a document without protocolo that SEFAZ confirms has a neutral icon; its status is the file's own", () => {
    const withoutProtocolo = {
      ...valid,
      veredito: "sem-protocolo",
      nfeStatus: null,
      divergente: null,
    } as const;
    expect(sealStatus(withoutProtocolo)).toMatchObject({ tone: "neutro", word: "Sem protocolo" });
    expect(statusOfNfe(withoutProtocolo)).toMatchObject({ tone: "neutro", word: "Não validado" });
    expect(sealStatus({ ...withoutProtocolo, sefazStatus: null }).tone).toBe("aviso");
  });

  test("a document that SEFAZ does not know has no green icon", () => {
    expect(sealStatus({ ...valid, veredito: "autentica" }).tone).toBe("ok");
    expect(sealStatus({ ...valid, veredito: "autentica", sefazStatus: "217" }).tone).toBe("neutro");
  });
});
