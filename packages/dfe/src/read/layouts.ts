import { FAMILIES, type Family, MODELOS, TIPOS_NOTA, type TipoNota } from "@malote/syntax";

/** The common start of all national namespaces. */
export const PORTAL = "http://www.portalfiscal.inf.br/";

/** The namespaces of the national layouts, by family. */
export const NAMESPACES: Readonly<Record<Family, string>> = {
  nfe: `${PORTAL}nfe`,
  cte: `${PORTAL}cte`,
  mdfe: `${PORTAL}mdfe`,
};

/** The name of a family inside the names of its elements: protNFe, chCTe, procEventoMDFe. */
export const ACRONYMS: Readonly<Record<Family, string>> = { nfe: "NFe", cte: "CTe", mdfe: "MDFe" };

/** The two fields of a key whose names differ by family. */
export const KEY_FIELDS: Readonly<Record<Family, { numero: string; codigo: string }>> = {
  nfe: { numero: "nNF", codigo: "cNF" },
  cte: { numero: "nCT", codigo: "cCT" },
  mdfe: { numero: "nMDF", codigo: "cMDF" },
};

type LayoutNames = {
  family: Family;
  /** The element with the signed element and its signature. */
  raiz: string;
  /** Elements with `raiz` and SEFAZ's answer; the second is an old name. */
  procs: readonly string[];
  assinado: string;
  /** The unsigned element next to the signed one. */
  suplemento: string | null;
  /** The element of SEFAZ's answer; `resposta` is the child with its fields. */
  retorno: string;
  resposta: string;
  /** The field of the access key in SEFAZ's answer, and in an evento. */
  chave: string;
  /** The text before the key in the Id. */
  prefixo: string;
  /** Root element → start of the file name of its official XSD. */
  schemas: Readonly<Record<string, string>>;
};
/** The element names of one kind of document. `tipo`: the first of the types with that root. */
export type NotaLayout = LayoutNames & { kind: "nota"; tipo: TipoNota };
export type EventoLayout = LayoutNames & { kind: "evento" };
export type Layout = NotaLayout | EventoLayout;

type NotaNames = Pick<LayoutNames, "raiz" | "procs" | "assinado"> & { schema: string };

function nota(tipo: TipoNota, { raiz, procs, assinado, schema }: NotaNames): NotaLayout {
  const { family, prefixo } = MODELOS[tipo];
  const [proc = raiz] = procs;
  return {
    ...{ kind: "nota", tipo, family, raiz, procs, assinado, prefixo },
    suplemento: `inf${ACRONYMS[family]}Supl`,
    retorno: `prot${ACRONYMS[family]}`,
    resposta: "infProt",
    chave: `ch${ACRONYMS[family]}`,
    schemas: { [proc]: `proc${raiz}`, [raiz]: schema },
  };
}

function evento(
  family: Family,
  names: Pick<LayoutNames, "raiz" | "procs" | "retorno" | "schemas">,
  assinado = "infEvento",
): EventoLayout {
  const chave = `ch${ACRONYMS[family]}`;
  return {
    kind: "evento",
    family,
    assinado,
    suplemento: null,
    resposta: assinado,
    prefixo: "ID",
    chave,
    ...names,
  };
}

/** The signed element of a cancelamento from before eventos existed. */
const INF_CANC = "infCanc";

const NFE = nota("NFe", { raiz: "NFe", procs: ["nfeProc", "procNFe"], assinado: "infNFe", schema: "nfe" });

/** The documents of each type; two types with one root differ in ide/mod.
 * @source leiauteNFe_v4.00.xsd, cteTiposBasico_v4.00.xsd, mdfeTiposBasico_v3.00.xsd */
const NOTA_LAYOUTS: Readonly<Record<TipoNota, readonly NotaLayout[]>> = {
  NFe: [NFE],
  CTe: [
    nota("CTe", { raiz: "CTe", procs: ["cteProc"], assinado: "infCte", schema: "cte" }),
    nota("CTe", { raiz: "CTeSimp", procs: ["cteSimpProc"], assinado: "infCte", schema: "cteSimp" }),
  ],
  CTeOS: [nota("CTeOS", { raiz: "CTeOS", procs: ["cteOSProc"], assinado: "infCte", schema: "cteOS" })],
  MDFe: [nota("MDFe", { raiz: "MDFe", procs: ["mdfeProc"], assinado: "infMDFe", schema: "mdfe" })],
  NFCe: [NFE],
};

/** @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd,
 * leiauteCancNFe_v2.00.xsd, leiauteCancCTe_v1.04.xsd */
const EVENTO_LAYOUTS: Readonly<Record<Family, readonly EventoLayout[]>> = {
  nfe: [
    evento("nfe", {
      raiz: "evento",
      procs: ["procEventoNFe"],
      retorno: "retEvento",
      schemas: { procEventoNFe: "procEventoNFe" },
    }),
    evento("nfe", { raiz: "cancNFe", procs: ["procCancNFe"], retorno: "retCancNFe", schemas: {} }, INF_CANC),
  ],
  cte: [
    evento("cte", {
      raiz: "eventoCTe",
      procs: ["procEventoCTe"],
      retorno: "retEventoCTe",
      schemas: { procEventoCTe: "procEventoCTe", eventoCTe: "eventoCTe" },
    }),
    evento("cte", { raiz: "cancCTe", procs: ["procCancCTe"], retorno: "retCancCTe", schemas: {} }, INF_CANC),
  ],
  mdfe: [
    evento("mdfe", {
      raiz: "eventoMDFe",
      procs: ["procEventoMDFe"],
      retorno: "retEventoMDFe",
      schemas: { procEventoMDFe: "procEventoMDFe", eventoMDFe: "eventoMDFe" },
    }),
  ],
};

/** Every document and evento that is read. */
export const LAYOUTS: readonly Layout[] = [
  ...new Set([
    ...TIPOS_NOTA.flatMap((tipo) => NOTA_LAYOUTS[tipo]),
    ...FAMILIES.flatMap((family) => EVENTO_LAYOUTS[family]),
  ]),
];

/** The official XSD of a nota by its root element, as the distribuição names it: `procNFe`, `cteOS`. */
export const NOTA_SCHEMAS: ReadonlyMap<string, string> = new Map(
  LAYOUTS.flatMap(({ kind, schemas }) => (kind === "nota" ? Object.entries(schemas) : [])),
);

/** The type of a document by its root and ide/mod; null when the root does not have that model. */
export function tipoOf(layout: Layout, modelo: string): TipoNota | null {
  const ofLayout = (tipo: TipoNota): boolean => NOTA_LAYOUTS[tipo].some((each) => each === layout);
  return TIPOS_NOTA.find((tipo) => MODELOS[tipo].modelo === modelo && ofLayout(tipo)) ?? null;
}

/** The field of the access key in every family. */
export const CHAVE_FIELDS: readonly string[] = FAMILIES.map((family) => `ch${ACRONYMS[family]}`);

/** Says whether a layout is a cancelamento from before
 * eventos existed: without tpEvento, autor and date.
 * @source leiauteCancNFe_v2.00.xsd, leiauteCancCTe_v1.04.xsd */
export function isOldCancelamento({ assinado }: Layout): boolean {
  return assinado === INF_CANC;
}

/** The elements that an issuer or an autor signs, in documents since eventos exist. */
export const SIGNED_ELEMENTS: readonly string[] = [
  ...new Set(LAYOUTS.filter((layout) => !isOldCancelamento(layout)).map(({ assinado }) => assinado)),
];

const BY_NAME = new Map<string, Layout>(
  LAYOUTS.flatMap((layout) => [layout.raiz, ...layout.procs].map((name): [string, Layout] => [name, layout])),
);

/** The layout of an element name, either the document or its wrapper with SEFAZ's answer; else null. */
export function layoutOf(local: string): Layout | null {
  return BY_NAME.get(local) ?? null;
}

/** Root elements of SEFAZ's summaries. */
export const RESUMOS: ReadonlySet<string> = new Set(["resNFe", "resEvento"]);
