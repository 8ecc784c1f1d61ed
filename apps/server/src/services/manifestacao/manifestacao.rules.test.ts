import { DAY_MS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../errors.ts";
import {
  deadlineOf,
  deadlinesOf,
  findGeneralImpediment,
  findImpediment,
  isRequested,
  type ManifestacaoStatus,
  type ManifestacaoTarget,
  nextNSeq,
  type RegisteredManifestacao,
  readManifestacaoRequest,
  tacitConfirmationOf,
  validOf,
  writeDhEvento,
} from "./manifestacao.rules.ts";

const CONFIRMED = 1;
const UNKNOWN = 2;
const NOT_PERFORMED = 3;
const CIENCIA = 4;
const AUTHORIZED_AT = new Date("2026-10-15T12:00:00Z");
const ZONE = "America/Sao_Paulo";
const CIENCIA_DEADLINE_MS = 10 * DAY_MS;
const CONCLUSIVE_DEADLINE_MS = 90 * DAY_MS;

const after = (ms: number) => ({ now: new Date(AUTHORIZED_AT.getTime() + ms), zona: ZONE });
const NEXT_DAY = after(DAY_MS);
const registered = (status: ManifestacaoStatus, nSeq = 1, day = 1): RegisteredManifestacao => ({
  status,
  nSeq,
  em: after(day * DAY_MS).now,
});

const requested = (status: ManifestacaoStatus, justificativa: string | null = null) => ({
  status,
  justificativa,
});

/** A received NF-e that accepts every manifestação, except for the changes of the test. */
function targetWith(changes: Partial<ManifestacaoTarget> = {}): ManifestacaoTarget {
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
    autorizadaEm: AUTHORIZED_AT,
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
    ...changes,
  };
}

const keyOf = (
  changes: Partial<ManifestacaoTarget>,
  status: ManifestacaoStatus = CONFIRMED,
  when = NEXT_DAY,
): string | null => findImpediment(targetWith(changes), status, when)?.key ?? null;

describe("reading a request for a manifestação", () => {
  test('the reason for "not performed" is normalized to the characters that SEFAZ accepts', () => {
    expect(readManifestacaoRequest(NOT_PERFORMED, "  A mercadoria \n voltou “avariada” ")).toEqual({
      status: NOT_PERFORMED,
      justificativa: 'A mercadoria voltou "avariada"',
    });
  });

  test.each([
    ["one character short", NOT_PERFORMED, "x".repeat(14), "justificativaTamanho"],
    ["one too long", NOT_PERFORMED, "x".repeat(256), "justificativaTamanho"],
    ["blanks alone", NOT_PERFORMED, " ".repeat(40), "justificativaTamanho"],
    ["none", NOT_PERFORMED, null, "justificativaTamanho"],
    ["what the layout has no letters for", NOT_PERFORMED, "Carga recusada 😡😡😡", "justificativaCaracteres"],
    ["a reason where none belongs", CONFIRMED, "Recebida sem reservas", "justificativaSobra"],
    ["to take one back", 0, undefined, "manifestacaoNaoVolta"],
  ] as const)("a request with a wrong reason or status is refused: %s", (_name, status, text, key) => {
    expect(() => readManifestacaoRequest(status, text)).toThrow(
      expect.objectContaining({ constructor: Refusal, key }),
    );
  });

  test("a reason of 15 and of 255 characters is accepted", () => {
    for (const n of [15, 255])
      expect(readManifestacaoRequest(NOT_PERFORMED, "x".repeat(n)).justificativa).toHaveLength(n);
  });
});

describe("the document of a manifestação", () => {
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
  ] as const)("whether a manifestação is accepted for a document %s", (_name, changes, key) => {
    for (const status of [1, 2, 3, 4] as const) expect(keyOf(changes, status)).toBe(key);
  });

  test("a document that accepts no manifestação has no deadlines", () => {
    expect(deadlinesOf(targetWith({ cancelada: true }), NEXT_DAY.now)).toEqual([]);
  });
});

describe("the company that sends a manifestação", () => {
  const empresa = (changes: object) => ({
    empresa: { ...targetWith().empresa, ...changes } as ManifestacaoTarget["empresa"],
  });

  test("a company that has not enabled manifestações is refused by name", () => {
    expect(findImpediment(targetWith(empresa({ ativa: false })), CONFIRMED, NEXT_DAY)).toEqual({
      key: "manifestacaoDesativada",
      values: { empresa: "Padaria Aurora Ltda" },
    });
  });

  test("a company needs its own certificate, within its validity", () => {
    expect(keyOf(empresa({ certificado: null }))).toBe("manifestacaoSemCertificado");
    const [validoDe, validoAte] = [after(0).now, after(2 * DAY_MS).now];
    const certificado = empresa({ certificado: { validoDe, validoAte } });
    expect(keyOf(certificado, CONFIRMED, after(-1))).toBe("manifestacaoCertificadoFuturo");
    expect(keyOf(certificado, CONFIRMED, after(2 * DAY_MS - 1))).toBeNull();
    expect(findImpediment(targetWith(certificado), CONFIRMED, after(2 * DAY_MS))).toEqual({
      key: "manifestacaoCertificadoVencido",
      values: { empresa: "Padaria Aurora Ltda", data: "17/10/2026 09:00" },
    });
  });
});

describe("the deadlines of manifestações", () => {
  test("the ciência may be sent for 10 days, to the millisecond", () => {
    expect(keyOf({}, CIENCIA, after(CIENCIA_DEADLINE_MS))).toBeNull();
    expect(findImpediment(targetWith(), CIENCIA, after(CIENCIA_DEADLINE_MS + 1))).toEqual({
      key: "cienciaForaDoPrazo",
      values: { data: "25/10/2026 09:00", conclusiva: "13/01/2027 09:00" },
    });
  });

  test("conclusive manifestações may be sent for 90 days; after that nothing can be sent", () => {
    for (const status of [CONFIRMED, UNKNOWN, NOT_PERFORMED] as const) {
      expect(keyOf({}, status, after(CONCLUSIVE_DEADLINE_MS))).toBeNull();
      expect(keyOf({}, status, after(CONCLUSIVE_DEADLINE_MS + 1))).toBe("manifestacaoForaDoPrazo");
    }
    expect(findGeneralImpediment(targetWith(), after(CONCLUSIVE_DEADLINE_MS + 1))).toEqual({
      key: "manifestacaoForaDoPrazo",
      values: { data: "13/01/2027 09:00" },
    });
  });

  test("a document authorized before NT 2020.001 v1.60 keeps its 180 days, without tacit confirmation", () => {
    const [before, since] = [new Date("2026-06-01T02:59:59.999Z"), new Date("2026-06-01T03:00:00Z")];
    expect(deadlineOf({ autorizadaEm: before }, CONFIRMED).getTime() - before.getTime()).toBe(180 * DAY_MS);
    expect(deadlineOf({ autorizadaEm: since }, CONFIRMED).getTime() - since.getTime()).toBe(90 * DAY_MS);
    const muchLater = new Date("2027-06-01T00:00:00Z");
    expect(tacitConfirmationOf(before, muchLater).confirmadaTacitamenteEm).toBeNull();
    expect(tacitConfirmationOf(since, muchLater).confirmadaTacitamenteEm).toEqual(
      deadlineOf({ autorizadaEm: since }, 1),
    );
  });

  test("tacit confirmation starts at the end of the deadline, to the millisecond", () => {
    const until = after(CONCLUSIVE_DEADLINE_MS).now;
    expect(tacitConfirmationOf(AUTHORIZED_AT, until)).toEqual({
      prazoManifestacao: until,
      confirmadaTacitamenteEm: null,
    });
    const { now } = after(CONCLUSIVE_DEADLINE_MS + 1);
    expect(tacitConfirmationOf(AUTHORIZED_AT, now)).toEqual({
      prazoManifestacao: until,
      confirmadaTacitamenteEm: until,
    });
    expect(tacitConfirmationOf(null, now)).toEqual({
      prazoManifestacao: null,
      confirmadaTacitamenteEm: null,
    });
  });

  test("the deadlines include each manifestação that may still be sent, and expired ones", () => {
    const day11 = after(11 * DAY_MS).now;
    const until = (ms: number) => after(ms).now;
    expect(deadlinesOf(targetWith(), day11)).toEqual([
      { status: 1, ate: until(CONCLUSIVE_DEADLINE_MS), vencido: false },
      { status: 2, ate: until(CONCLUSIVE_DEADLINE_MS), vencido: false },
      { status: 3, ate: until(CONCLUSIVE_DEADLINE_MS), vencido: false },
      { status: 4, ate: until(CIENCIA_DEADLINE_MS), vencido: true },
    ]);
    const confirmed = targetWith({ registradas: [registered(CONFIRMED)], pendentes: [requested(UNKNOWN)] });
    expect(deadlinesOf(confirmed, day11).map(({ status }) => status)).toEqual([2, 3]);
  });
});

describe("a manifestação after earlier ones", () => {
  test.each([
    ["a ciência twice", [registered(CIENCIA)], CIENCIA, "cienciaRepetida"],
    ["a ciência after a conclusive one", [registered(CONFIRMED)], CIENCIA, "cienciaDepoisDaConclusiva"],
    ["a conclusive one after the ciência", [registered(CIENCIA)], CONFIRMED, null],
    ["the one that is valid, again", [registered(CONFIRMED)], CONFIRMED, "manifestacaoVigente"],
    ["another conclusive one", [registered(CONFIRMED)], UNKNOWN, null],
    ["the first one again, after another", [registered(1), registered(2, 1, 2)], CONFIRMED, null],
    [
      "a third time",
      [registered(1), registered(2, 1, 2), registered(1, 2, 3), registered(3, 1, 4)],
      CONFIRMED,
      "manifestacaoEsgotada",
    ],
  ] as const)(
    "whether a manifestação is accepted after earlier ones: %s",
    (_name, registradas, status, key) => {
      expect(keyOf({ registradas }, status)).toBe(key);
    },
  );

  test("a pending request blocks others, except that a conclusive manifestação overrides a ciência", () => {
    expect(keyOf({ pendentes: [requested(CONFIRMED)] }, UNKNOWN)).toBe("manifestacaoEmEnvio");
    expect(keyOf({ pendentes: [requested(CONFIRMED)] }, CIENCIA)).toBe("manifestacaoEmEnvio");
    expect(keyOf({ pendentes: [requested(CIENCIA)] }, CONFIRMED)).toBeNull();
  });

  test("a repeated request is recognized, and one with another reason is another request", () => {
    const target = targetWith({ pendentes: [requested(NOT_PERFORMED, "A carga voltou")] });
    expect(isRequested(target, requested(NOT_PERFORMED, "A carga voltou"))).toBe(true);
    expect(isRequested(target, requested(NOT_PERFORMED, "A carga não veio"))).toBe(false);
    expect(isRequested(target, requested(CONFIRMED))).toBe(false);
    expect(findImpediment(target, NOT_PERFORMED, NEXT_DAY)).toEqual({ key: "manifestacaoEmEnvio" });
  });

  test("each type of manifestação counts its own occurrences", () => {
    const registradas = [registered(1), registered(2, 1, 2), registered(1, 2, 3)];
    expect([1, 2, 3, 4].map((status) => nextNSeq({ registradas }, status as ManifestacaoStatus))).toEqual([
      3, 2, 1, 1,
    ]);
  });

  test("the last conclusive manifestação is valid, a ciência only while there is no conclusive one", () => {
    expect(validOf([])).toBe(0);
    expect(validOf([registered(CIENCIA)])).toBe(CIENCIA);
    expect(validOf([registered(2, 1, 2), registered(CIENCIA, 1, 9), registered(1)])).toBe(UNKNOWN);
    expect(validOf([{ ...registered(2), em: null }, registered(1)])).toBe(CONFIRMED);
  });
});

describe("the time of an evento", () => {
  const at = (instant: string, zona: string, autorizadaEm = AUTHORIZED_AT): string =>
    writeDhEvento({ now: new Date(instant), zona, autorizadaEm });

  test("an evento's time is in the company's zone, one minute earlier for clocks that disagree", () => {
    expect(at("2026-10-16T12:00:30.500Z", ZONE)).toBe("2026-10-16T08:59:31-03:00");
    expect(at("2026-10-16T02:00:30Z", "America/Rio_Branco")).toBe("2026-10-15T20:59:30-05:00");
    expect(at("2026-10-16T02:00:30Z", "America/Manaus")).toBe("2026-10-15T21:59:30-04:00");
  });

  test("an evento's time is never before the authorization of the document", () => {
    const authorized = new Date("2026-10-15T12:00:10.400Z");
    expect(at("2026-10-15T12:00:20Z", ZONE, authorized)).toBe("2026-10-15T09:00:11-03:00");
  });

  test("an evento's time is never in the future, even if a mailed protocol is", () => {
    const future = new Date("2027-10-15T12:00:00Z");
    expect(at("2026-10-16T12:00:30Z", ZONE, future)).toBe("2026-10-16T09:00:30-03:00");
  });
});
