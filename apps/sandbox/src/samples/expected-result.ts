/** A document that must be extracted from a message. */
export type ExpectedDocumento = {
  /** 44 characters. */
  chave: string;
  natureza: "nota" | "evento";
};

/** A permitted outcome of a part ("nao-dfe"), or an outcome with its reason ("erro/pacote-protegido"). */
export type PartOutcome = string;

/** A part of a message without recognisable document, and its permitted outcomes. */
export type ExpectedPart = {
  nome: string | null;
  /** Hash of the attached bytes, hex; null when transit changes them: any part with this outcome fits. */
  sha256: string | null;
  outcomes: readonly PartOutcome[];
};

/** The expected result of one message. */
export type ExpectedResult = {
  /** Each of them must be extracted; a document that the message contains twice is expected once. */
  dfe: readonly ExpectedDocumento[];
  /** Damaged documents: each must be extracted, or one part must have an error. */
  possible: readonly ExpectedDocumento[];
  parts: readonly ExpectedPart[];
  /** Outcomes of other permitted parts: containers, and texts of the mail program. */
  otherOutcomes: readonly PartOutcome[];
  /** Access keys in the text of a message that does not contain their XML. */
  semXml: readonly string[];
};

export const NOTHING_EXPECTED: ExpectedResult = {
  dfe: [],
  possible: [],
  parts: [],
  otherOutcomes: [],
  semXml: [],
};

export function joinExpected(expectations: readonly ExpectedResult[]): ExpectedResult {
  return {
    dfe: expectations.flatMap(({ dfe }) => dfe),
    possible: expectations.flatMap(({ possible }) => possible),
    parts: expectations.flatMap(({ parts }) => parts),
    otherOutcomes: expectations.flatMap(({ otherOutcomes }) => otherOutcomes),
    semXml: expectations.flatMap(({ semXml }) => semXml),
  };
}

/** Weakens the expectation: every document may be lost if a part reports an error. */
export function weakenExpected(expected: ExpectedResult): ExpectedResult {
  const { dfe, possible, parts, otherOutcomes } = expected;
  return {
    ...expected,
    dfe: [],
    possible: [...possible, ...dfe],
    parts: [],
    otherOutcomes: [
      ...otherOutcomes,
      ...parts.flatMap(({ outcomes }) => outcomes),
      "erro",
      "nao-dfe",
      "pacote",
      "quarentena",
    ],
  };
}
