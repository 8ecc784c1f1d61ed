/** A document that must come out of a message. */
export type Esperado = {
  /** 44 characters. */
  chave: string;
  natureza: "nota" | "evento";
};

/** What may become of a part: a fate ("nao-dfe"), or one with its reason ("erro/pacote-protegido"). */
export type Sina = string;

/** A piece of a message that holds no document to be recognised, and what may become of it. */
export type Pedaco = {
  nome: string | null;
  /** Of the bytes as attached, hex; null where the way they travel changes them, and only some part with this fate is asked for. */
  sha256: string | null;
  aceita: readonly Sina[];
};

/** The known answer of one message. */
export type Gabarito = {
  /** Each of them must be extracted; a document that stands twice in the message is expected once. */
  dfe: readonly Esperado[];
  /** Behind damage that a good reader may see through and an honest one may report: extracted, or a part with an error. */
  talvez: readonly Esperado[];
  pedacos: readonly Pedaco[];
  /** What else may appear: containers, and texts of the mailer. */
  soltas: readonly Sina[];
  /** Access keys that the message prints and whose XML it does not bring. */
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

/** What was certain is no more: every document may be lost, if a part says so. */
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
