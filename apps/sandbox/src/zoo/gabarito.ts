/** A document that must be extracted from a message. */
export type Esperado = {
  /** 44 characters. */
  chave: string;
  natureza: "nota" | "evento";
};

/** A permitted outcome of a part ("nao-dfe"), or an outcome with its reason ("erro/pacote-protegido"). */
export type Sina = string;

/** A part of a message without recognisable document, and its permitted outcomes. */
export type Pedaco = {
  nome: string | null;
  /** Hash of the attached bytes, hex; null when transit changes them: any part with this outcome fits. */
  sha256: string | null;
  aceita: readonly Sina[];
};

/** The expected result of one message. */
export type Gabarito = {
  /** Each of them must be extracted; a document that the message contains twice is expected once. */
  dfe: readonly Esperado[];
  /** Damaged documents: each must be extracted, or one part must have an error. */
  talvez: readonly Esperado[];
  pedacos: readonly Pedaco[];
  /** Outcomes of other permitted parts: containers, and texts of the mail program. */
  soltas: readonly Sina[];
  /** Access keys in the text of a message that does not contain their XML. */
  semXml: readonly string[];
};

export const GABARITO_VAZIO: Gabarito = { dfe: [], talvez: [], pedacos: [], soltas: [], semXml: [] };

export function joinGabaritos(gabaritos: readonly Gabarito[]): Gabarito {
  return {
    dfe: gabaritos.flatMap(({ dfe }) => dfe),
    talvez: gabaritos.flatMap(({ talvez }) => talvez),
    pedacos: gabaritos.flatMap(({ pedacos }) => pedacos),
    soltas: gabaritos.flatMap(({ soltas }) => soltas),
    semXml: gabaritos.flatMap(({ semXml }) => semXml),
  };
}

/** Weakens the expectation: every document may be lost if a part reports an error. */
export function doubt(gabarito: Gabarito): Gabarito {
  const { dfe, talvez, pedacos, soltas } = gabarito;
  return {
    ...gabarito,
    dfe: [],
    talvez: [...talvez, ...dfe],
    pedacos: [],
    soltas: [
      ...soltas,
      ...pedacos.flatMap(({ aceita }) => aceita),
      "erro",
      "nao-dfe",
      "pacote",
      "quarentena",
    ],
  };
}
