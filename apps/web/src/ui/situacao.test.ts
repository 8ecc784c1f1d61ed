import { VEREDITOS } from "@malote/contract";
import { describe, expect, test } from "vitest";
import {
  type Fatos,
  rotuloStatus,
  situacaoNfe,
  situacaoResumo,
  situacaoSefaz,
  situacaoSefazCurta,
  situacaoSelo,
  situacaoVeredito,
} from "./situacao.ts";

const boa: Fatos = {
  veredito: "autentica",
  nfeStatus: "100",
  sefazStatus: "100",
  divergente: false,
  quarentena: false,
  aguardandoCertificado: false,
  tipoNota: "NFe",
};

describe("a valid document", () => {
  test("shows no warning in either column", () => {
    expect(situacaoNfe(boa)).toEqual({ sinal: "autorizada", tom: "ok", palavra: "Autorizada" });
    expect(situacaoSefaz(boa)).toEqual({ sinal: "confirmada", tom: "ok", palavra: "Confirmada" });
    expect(situacaoResumo(boa).palavra).toBe("Confirmada pela SEFAZ");
  });

  test("shows no warning after a late authorization (150)", () => {
    expect(situacaoSefaz({ ...boa, nfeStatus: "150", sefazStatus: "150" }).tom).toBe("ok");
  });
});

describe("a document that needs attention", () => {
  test("a divergence shows the status at SEFAZ", () => {
    const divergente = { ...boa, sefazStatus: "101", divergente: true };
    expect(situacaoSefaz(divergente)).toEqual({
      sinal: "divergente",
      tom: "aviso",
      palavra: "Divergente: cancelada",
    });
  });

  test("a divergence keeps the acronym, and is shorter in the SEFAZ column", () => {
    const sumida = { ...boa, sefazStatus: "217", divergente: true };
    expect(situacaoSefaz(sumida).palavra).toBe("Divergente: não consta na SEFAZ");
    expect(situacaoSefazCurta(sumida).palavra).toBe("Divergente: não consta");
  });

  test("a key that SEFAZ rejects shows as a divergence: not found at SEFAZ", () => {
    const recusada = { ...boa, nfeStatus: null, sefazStatus: "613", divergente: true };
    expect(situacaoSefaz(recusada).palavra).toBe("Divergente: não consta na SEFAZ");
    expect(situacaoNfe(recusada).palavra).toBe("Não validado");
  });

  test("quarantine hides the document's own status", () => {
    const presa = { ...boa, quarentena: true };
    expect(situacaoNfe(presa).palavra).toBe("Em quarentena");
    expect(situacaoResumo(presa).palavra).toBe("Em quarentena");
    expect(situacaoSefaz(presa).tom).toBe("neutro");
  });

  test("without a certificado the status is Aguardando certificado", () => {
    const muda = { ...boa, sefazStatus: null, divergente: null, aguardandoCertificado: true };
    expect(situacaoSefaz(muda).palavra).toBe("Aguardando certificado");
  });
});

describe("a cancelled or denied document", () => {
  test("is red in both columns and is not a divergence", () => {
    const cancelada = { ...boa, nfeStatus: "101", sefazStatus: "101" };
    expect(situacaoNfe(cancelada)).toMatchObject({ tom: "ruim", palavra: "Cancelada" });
    expect(situacaoSefaz(cancelada)).toMatchObject({ tom: "ruim", palavra: "Cancelada" });
    expect(situacaoNfe({ ...boa, nfeStatus: "110" }).palavra).toBe("Denegada");
  });
});

test("a status outside the table is 'Não validado'", () => {
  expect(rotuloStatus("999")).toBe("Não validado");
  expect(rotuloStatus(null)).toBe("Não validado");
  expect(situacaoNfe({ ...boa, nfeStatus: "999" }).tom).toBe("neutro");
});

describe("the label of a status", () => {
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
  ])("%s is %s, with the known detail as a second line", (cStat, palavra, detalhe) => {
    const { palavra: said, detalhe: below } = situacaoNfe({ ...boa, nfeStatus: cStat });
    expect([said, below]).toEqual([palavra, detalhe]);
  });

  test.each(["201", "202", "203", "204", "205", "206", "420", "450", "451"])("%s is a rejection", (cStat) => {
    expect(situacaoNfe({ ...boa, nfeStatus: cStat }).palavra).toMatch(/^Rejeição: /);
  });

  test.each(["100", "120", "150"])(
    "never shows SEFAZ's status for a document without a protocolo: %s",
    (cStat) => {
      expect(situacaoNfe({ ...boa, nfeStatus: null, sefazStatus: cStat }).palavra).toBe("Não validado");
      expect(situacaoSefaz({ ...boa, nfeStatus: null, sefazStatus: cStat }).palavra).toBe("Confirmada");
    },
  );
});

test("the veredito on the XML is ok, amber or red", () => {
  expect(VEREDITOS.map((veredito) => situacaoVeredito(veredito).tom)).toEqual([
    "ok",
    "ok",
    "aviso",
    "aviso",
    "ruim",
    "aviso",
    "ruim",
  ]);
});

describe("the single summary status", () => {
  const muda = { ...boa, sefazStatus: null, divergente: null };

  test("a document released from quarantine shows its flaw", () => {
    expect(situacaoResumo({ ...boa, veredito: "suspeita" }).palavra).toBe("Liberada: suspeita");
    expect(situacaoNfe({ ...boa, veredito: "suspeita" })).toMatchObject({
      tom: "neutro",
      palavra: "Liberada",
    });
    expect(situacaoSefaz({ ...boa, veredito: "suspeita" }).palavra).toBe("Chave autorizada");
  });

  test("before SEFAZ answers, it is Sem protocolo or Não validado", () => {
    expect(situacaoResumo({ ...muda, nfeStatus: null, veredito: "sem-protocolo" }).palavra).toBe(
      "Sem protocolo",
    );
    expect(situacaoResumo(muda).palavra).toBe("Não validado");
  });

  test("once SEFAZ confirms the document, a missing protocolo is not shown", () => {
    expect(situacaoResumo({ ...boa, nfeStatus: null, veredito: "sem-protocolo" }).palavra).toBe(
      "Confirmada pela SEFAZ",
    );
  });

  test("a CT-e is Não validado until SEFAZ answers", () => {
    expect(situacaoResumo({ ...muda, tipoNota: "CTe" }).palavra).toBe("Não validado");
    expect(situacaoResumo({ ...muda, tipoNota: "CTe", sefazStatus: "100" }).palavra).toBe(
      "Confirmada pela SEFAZ",
    );
  });

  test("a denial takes precedence over the veredito", () => {
    const denegada = { ...muda, nfeStatus: "110", veredito: "nao-autorizada" } as const;
    expect(situacaoResumo(denegada).palavra).toBe("Denegada");
  });
});

describe("the seal in a list", () => {
  test("is neutral when SEFAZ confirms a document without protocolo; the status shows only the file's own", () => {
    const nua = { ...boa, veredito: "sem-protocolo", nfeStatus: null, divergente: null } as const;
    expect(situacaoSelo(nua)).toMatchObject({ tom: "neutro", palavra: "Sem protocolo" });
    expect(situacaoNfe(nua)).toMatchObject({ tom: "neutro", palavra: "Não validado" });
    expect(situacaoSelo({ ...nua, sefazStatus: null }).tom).toBe("aviso");
  });

  test("is not green when SEFAZ does not know the document", () => {
    expect(situacaoSelo({ ...boa, veredito: "autentica" }).tom).toBe("ok");
    expect(situacaoSelo({ ...boa, veredito: "autentica", sefazStatus: "217" }).tom).toBe("neutro");
  });
});
