import { describe, expect, test } from "vitest";
import { Refusal } from "../../errors.ts";
import {
  type Alvo,
  findImpedimento,
  findImpedimentoGeral,
  isPedida,
  type Manifestada,
  nextNSeq,
  prazoOf,
  prazosOf,
  type Registrada,
  readVontade,
  silencioOf,
  vigenteOf,
  writeDhEvento,
} from "./manifestacao.rules.ts";

const CONFIRMADA = 1;
const DESCONHECIDA = 2;
const NAO_REALIZADA = 3;
const CIENCIA = 4;
const AUTORIZADA = new Date("2026-10-15T12:00:00Z");
const ZONA = "America/Sao_Paulo";
const DIA_MS = 86_400_000;
const PRAZO_CIENCIA_MS = 10 * DIA_MS;
const PRAZO_CONCLUSIVA_MS = 90 * DIA_MS;

const depois = (ms: number) => ({ agora: new Date(AUTORIZADA.getTime() + ms), zona: ZONA });
const NO_DIA = depois(DIA_MS);
const feita = (status: Manifestada, nSeq = 1, dia = 1): Registrada => ({
  status,
  nSeq,
  em: depois(dia * DIA_MS).agora,
});

const pedida = (status: Manifestada, justificativa: string | null = null) => ({ status, justificativa });

/** A received NF-e that accepts every manifestação, except for the changes of the test. */
function alvoCom(o: Partial<Alvo> = {}): Alvo {
  return {
    id: "n",
    chave: "35261011444777000161550010000000011000000017",
    tipoNota: "NFe",
    papel: "E",
    terceiros: false,
    quarentena: false,
    cancelada: false,
    denegada: false,
    desconhecida: false,
    autorizadaEm: AUTORIZADA,
    empresa: {
      id: "e",
      nome: "Padaria Aurora Ltda",
      ativa: true,
      certificado: {
        validoDe: new Date("2026-01-01T00:00:00Z"),
        validoAte: new Date("2027-06-01T00:00:00Z"),
      },
    },
    registradas: [],
    pendentes: [],
    ...o,
  };
}

const keyOf = (o: Partial<Alvo>, status: Manifestada = CONFIRMADA, quando = NO_DIA): string | null =>
  findImpedimento(alvoCom(o), status, quando)?.key ?? null;

describe("a request", () => {
  test('for "not performed" has its reason normalized to the characters that SEFAZ accepts', () => {
    expect(readVontade(NAO_REALIZADA, "  A mercadoria \n voltou “avariada” ")).toEqual({
      status: NAO_REALIZADA,
      justificativa: 'A mercadoria voltou "avariada"',
    });
  });

  test.each([
    ["one character short", NAO_REALIZADA, "x".repeat(14), "justificativaTamanho"],
    ["one too long", NAO_REALIZADA, "x".repeat(256), "justificativaTamanho"],
    ["blanks alone", NAO_REALIZADA, " ".repeat(40), "justificativaTamanho"],
    ["none", NAO_REALIZADA, null, "justificativaTamanho"],
    ["what the layout has no letters for", NAO_REALIZADA, "Carga recusada 😡😡😡", "justificativaCaracteres"],
    ["a reason where none belongs", CONFIRMADA, "Recebida sem reservas", "justificativaSobra"],
    ["to take one back", 0, undefined, "manifestacaoNaoVolta"],
  ] as const)("is refused: %s", (_name, status, texto, key) => {
    expect(() => readVontade(status, texto)).toThrow(expect.objectContaining({ constructor: Refusal, key }));
  });

  test("accepts a reason of 15 and of 255 characters", () => {
    for (const n of [15, 255])
      expect(readVontade(NAO_REALIZADA, "x".repeat(n)).justificativa).toHaveLength(n);
  });
});

describe("a document", () => {
  test.each([
    ["of goods that we received", {}, null],
    ["of another kind", { tipoNota: "CTe" }, "manifestacaoSoNfe"],
    ["of a consumer (modelo 65)", { chave: `${"3".repeat(20)}65${"1".repeat(22)}` }, "manifestacaoSoNfe"],
    ["that we issued", { papel: "S" }, "manifestacaoSoRecebida"],
    ["of third parties", { terceiros: true, empresa: null }, "manifestacaoDeTerceiros"],
    ["in quarantine", { quarentena: true }, "manifestacaoEmQuarentena"],
    ["that SEFAZ does not know", { desconhecida: true }, "manifestacaoDeDesconhecida"],
    ["that was cancelled", { cancelada: true }, "manifestacaoDeCancelada"],
    ["whose use was denied", { denegada: true }, "manifestacaoDeDenegada"],
  ] as const)("%s", (_name, o, key) => {
    for (const status of [1, 2, 3, 4] as const) expect(keyOf(o, status)).toBe(key);
  });

  test("that accepts no manifestação has no deadlines", () => {
    expect(prazosOf(alvoCom({ cancelada: true }), NO_DIA.agora)).toEqual([]);
  });
});

describe("a company", () => {
  const empresa = (o: object) => ({ empresa: { ...alvoCom().empresa, ...o } as Alvo["empresa"] });

  test("that has not enabled manifestações is refused by name", () => {
    expect(findImpedimento(alvoCom(empresa({ ativa: false })), CONFIRMADA, NO_DIA)).toEqual({
      key: "manifestacaoDesativada",
      values: { empresa: "Padaria Aurora Ltda" },
    });
  });

  test("needs its own certificate, within its validity", () => {
    expect(keyOf(empresa({ certificado: null }))).toBe("manifestacaoSemCertificado");
    const [validoDe, validoAte] = [depois(0).agora, depois(2 * DIA_MS).agora];
    const certificado = empresa({ certificado: { validoDe, validoAte } });
    expect(keyOf(certificado, CONFIRMADA, depois(-1))).toBe("manifestacaoCertificadoFuturo");
    expect(keyOf(certificado, CONFIRMADA, depois(2 * DIA_MS - 1))).toBeNull();
    expect(findImpedimento(alvoCom(certificado), CONFIRMADA, depois(2 * DIA_MS))).toEqual({
      key: "manifestacaoCertificadoVencido",
      values: { empresa: "Padaria Aurora Ltda", data: "17/10/2026 09:00" },
    });
  });
});

describe("the deadlines", () => {
  test("the ciência has 10 days, to the millisecond", () => {
    expect(keyOf({}, CIENCIA, depois(PRAZO_CIENCIA_MS))).toBeNull();
    expect(findImpedimento(alvoCom(), CIENCIA, depois(PRAZO_CIENCIA_MS + 1))).toEqual({
      key: "cienciaForaDoPrazo",
      values: { data: "25/10/2026 09:00", conclusiva: "13/01/2027 09:00" },
    });
  });

  test("conclusive manifestações have 90 days; after that nothing can be sent", () => {
    for (const status of [CONFIRMADA, DESCONHECIDA, NAO_REALIZADA] as const) {
      expect(keyOf({}, status, depois(PRAZO_CONCLUSIVA_MS))).toBeNull();
      expect(keyOf({}, status, depois(PRAZO_CONCLUSIVA_MS + 1))).toBe("manifestacaoForaDoPrazo");
    }
    expect(findImpedimentoGeral(alvoCom(), depois(PRAZO_CONCLUSIVA_MS + 1))).toEqual({
      key: "manifestacaoForaDoPrazo",
      values: { data: "13/01/2027 09:00" },
    });
  });

  test("a document authorized before NT 2020.001 v1.60 keeps its 180 days, without tacit confirmation", () => {
    const [antes, desde] = [new Date("2026-06-01T02:59:59.999Z"), new Date("2026-06-01T03:00:00Z")];
    expect(prazoOf({ autorizadaEm: antes }, CONFIRMADA).getTime() - antes.getTime()).toBe(180 * DIA_MS);
    expect(prazoOf({ autorizadaEm: desde }, CONFIRMADA).getTime() - desde.getTime()).toBe(90 * DIA_MS);
    const muito = new Date("2027-06-01T00:00:00Z");
    expect(silencioOf(antes, muito).confirmadaTacitamenteEm).toBeNull();
    expect(silencioOf(desde, muito).confirmadaTacitamenteEm).toEqual(prazoOf({ autorizadaEm: desde }, 1));
  });

  test("tacit confirmation starts at the end of the deadline, to the millisecond", () => {
    const ate = depois(PRAZO_CONCLUSIVA_MS).agora;
    expect(silencioOf(AUTORIZADA, ate)).toEqual({ prazoManifestacao: ate, confirmadaTacitamenteEm: null });
    const { agora } = depois(PRAZO_CONCLUSIVA_MS + 1);
    expect(silencioOf(AUTORIZADA, agora)).toEqual({ prazoManifestacao: ate, confirmadaTacitamenteEm: ate });
    expect(silencioOf(null, agora)).toEqual({ prazoManifestacao: null, confirmadaTacitamenteEm: null });
  });

  test("include what may still be sent, with expired ones", () => {
    const day11 = depois(11 * DIA_MS).agora;
    const ate = (ms: number) => depois(ms).agora;
    expect(prazosOf(alvoCom(), day11)).toEqual([
      { status: 1, ate: ate(PRAZO_CONCLUSIVA_MS), vencido: false },
      { status: 2, ate: ate(PRAZO_CONCLUSIVA_MS), vencido: false },
      { status: 3, ate: ate(PRAZO_CONCLUSIVA_MS), vencido: false },
      { status: 4, ate: ate(PRAZO_CIENCIA_MS), vencido: true },
    ]);
    const confirmed = alvoCom({ registradas: [feita(CONFIRMADA)], pendentes: [pedida(DESCONHECIDA)] });
    expect(prazosOf(confirmed, day11).map(({ status }) => status)).toEqual([2, 3]);
  });
});

describe("earlier manifestações", () => {
  test.each([
    ["a ciência twice", [feita(CIENCIA)], CIENCIA, "cienciaRepetida"],
    ["a ciência after a conclusive one", [feita(CONFIRMADA)], CIENCIA, "cienciaDepoisDaConclusiva"],
    ["a conclusive one after the ciência", [feita(CIENCIA)], CONFIRMADA, null],
    ["the one that is valid, again", [feita(CONFIRMADA)], CONFIRMADA, "manifestacaoVigente"],
    ["another conclusive one", [feita(CONFIRMADA)], DESCONHECIDA, null],
    ["the first one again, after another", [feita(1), feita(2, 1, 2)], CONFIRMADA, null],
    [
      "a third time",
      [feita(1), feita(2, 1, 2), feita(1, 2, 3), feita(3, 1, 4)],
      CONFIRMADA,
      "manifestacaoEsgotada",
    ],
  ] as const)("%s", (_name, registradas, status, key) => {
    expect(keyOf({ registradas }, status)).toBe(key);
  });

  test("a pending request blocks others, except that a conclusive one overrides a ciência", () => {
    expect(keyOf({ pendentes: [pedida(CONFIRMADA)] }, DESCONHECIDA)).toBe("manifestacaoEmEnvio");
    expect(keyOf({ pendentes: [pedida(CONFIRMADA)] }, CIENCIA)).toBe("manifestacaoEmEnvio");
    expect(keyOf({ pendentes: [pedida(CIENCIA)] }, CONFIRMADA)).toBeNull();
  });

  test("the same request is recognized, and with another reason it is another request", () => {
    const alvo = alvoCom({ pendentes: [pedida(NAO_REALIZADA, "A carga voltou")] });
    expect(isPedida(alvo, pedida(NAO_REALIZADA, "A carga voltou"))).toBe(true);
    expect(isPedida(alvo, pedida(NAO_REALIZADA, "A carga não veio"))).toBe(false);
    expect(isPedida(alvo, pedida(CONFIRMADA))).toBe(false);
    expect(findImpedimento(alvo, NAO_REALIZADA, NO_DIA)).toEqual({ key: "manifestacaoEmEnvio" });
  });

  test("each type counts its own occurrences", () => {
    const registradas = [feita(1), feita(2, 1, 2), feita(1, 2, 3)];
    expect([1, 2, 3, 4].map((status) => nextNSeq({ registradas }, status as Manifestada))).toEqual([
      3, 2, 1, 1,
    ]);
  });

  test("the last conclusive one is valid, a ciência only while there is no other", () => {
    expect(vigenteOf([])).toBe(0);
    expect(vigenteOf([feita(CIENCIA)])).toBe(CIENCIA);
    expect(vigenteOf([feita(2, 1, 2), feita(CIENCIA, 1, 9), feita(1)])).toBe(DESCONHECIDA);
    expect(vigenteOf([{ ...feita(2), em: null }, feita(1)])).toBe(CONFIRMADA);
  });
});

describe("the time of an evento", () => {
  const at = (instant: string, zona: string, autorizadaEm = AUTORIZADA): string =>
    writeDhEvento({ agora: new Date(instant), zona, autorizadaEm });

  test("is in the company's zone, one minute earlier for clocks that disagree", () => {
    expect(at("2026-10-16T12:00:30.500Z", ZONA)).toBe("2026-10-16T08:59:31-03:00");
    expect(at("2026-10-16T02:00:30Z", "America/Rio_Branco")).toBe("2026-10-15T20:59:30-05:00");
    expect(at("2026-10-16T02:00:30Z", "America/Manaus")).toBe("2026-10-15T21:59:30-04:00");
  });

  test("is never before the authorization of the document", () => {
    const authorized = new Date("2026-10-15T12:00:10.400Z");
    expect(at("2026-10-15T12:00:20Z", ZONA, authorized)).toBe("2026-10-15T09:00:11-03:00");
  });

  test("is never in the future, even if a mailed protocol is", () => {
    const future = new Date("2027-10-15T12:00:00Z");
    expect(at("2026-10-16T12:00:30Z", ZONA, future)).toBe("2026-10-16T09:00:30-03:00");
  });
});
