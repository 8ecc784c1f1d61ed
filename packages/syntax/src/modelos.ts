/** The behaviour of one document type wherever the product treats types differently.
 * The package of each subject adds its own columns as `Record<TipoNota, …>` or `Record<Family, …>`. */
export type ModeloRow = {
  /** The two digits in its access key; null when the key has none. */
  modelo: string | null;
  /** The types that share a namespace, a reader, a printed form and the web services. */
  family: string;
  /** The text before the key in the Id of the signed element. */
  prefixo: string;
  sigla: string;
  /** The Portuguese article before `sigla`. */
  artigo: "a" | "o";
  /** Its printed form: the name, and the name in a file name. */
  printedForm: { nome: string; arquivo: string };
  /** The SEFAZ list that distributes it to a recipient, by the type that names the list; null: no list.
   * The auditor has records of exactly the distributed types. */
  distribuicao: string | null;
  /** Whether its recipient registers a manifestação. */
  manifestacao: boolean;
  /** The code table of its finalidade; null: no words for its codes. */
  finalidade: "finNFe" | null;
  /** Whether each party has a column in `nota`, or the document may name others too. */
  partes: "columns" | "others";
  /** How a received document counts that the ERP has not processed: `badge` in every sum (badge, Painel,
   * pending items), `part` only in the count of its own type; null: not counted. */
  emAberto: "badge" | "part" | null;
  /** Whether its XML may have instalments with due days (group `cobr`). */
  parcelas: boolean;
  /** Whether it counts towards the plan of the conta. */
  metered: boolean;
};

/** Every document type that is stored as a nota, by its wire name, in the order of lists and charts.
 * A new row is a new type: the compiler then requires its other columns (CONTRIBUTING, "Add a document
 * model").
 * @source Ajustes SINIEF 7/2005, 9/2007, 21/2010, 19/2016, 36/2019; spec §2, §4, §9 */
export const MODELOS = {
  NFe: {
    modelo: "55",
    family: "nfe",
    prefixo: "NFe",
    sigla: "NF-e",
    artigo: "a",
    printedForm: { nome: "DANFE", arquivo: "danfe" },
    distribuicao: "NFe",
    manifestacao: true,
    finalidade: "finNFe",
    partes: "columns",
    emAberto: "badge",
    parcelas: true,
    metered: true,
  },
  CTe: {
    modelo: "57",
    family: "cte",
    prefixo: "CTe",
    sigla: "CT-e",
    artigo: "o",
    printedForm: { nome: "DACTE", arquivo: "dacte" },
    distribuicao: "CTe",
    manifestacao: false,
    finalidade: null,
    partes: "others",
    emAberto: "badge",
    parcelas: false,
    metered: true,
  },
  CTeOS: {
    modelo: "67",
    family: "cte",
    prefixo: "CTe",
    sigla: "CT-e OS",
    artigo: "o",
    printedForm: { nome: "DACTE OS", arquivo: "dacte-os" },
    distribuicao: "CTe",
    manifestacao: false,
    finalidade: null,
    partes: "others",
    emAberto: "part",
    parcelas: false,
    metered: true,
  },
  MDFe: {
    modelo: "58",
    family: "mdfe",
    prefixo: "MDFe",
    sigla: "MDF-e",
    artigo: "o",
    printedForm: { nome: "DAMDFE", arquivo: "damdfe" },
    distribuicao: null,
    manifestacao: false,
    finalidade: null,
    partes: "others",
    emAberto: null,
    parcelas: false,
    metered: true,
  },
  NFCe: {
    modelo: "65",
    family: "nfe",
    prefixo: "NFe",
    sigla: "NFC-e",
    artigo: "a",
    printedForm: { nome: "DANFE NFC-e", arquivo: "danfe-nfce" },
    distribuicao: null,
    manifestacao: false,
    finalidade: "finNFe",
    partes: "columns",
    emAberto: null,
    parcelas: true,
    metered: true,
  },
} as const satisfies Readonly<Record<string, ModeloRow>>;

type Rows = typeof MODELOS;

/** The wire name of a document type. */
export type TipoNota = keyof Rows;
/** The two digits of a type that is stored as a nota. */
export type Modelo = NonNullable<Rows[TipoNota]["modelo"]>;
/** The two digits of the types of a family. */
export type ModeloOf<F extends Family> = Extract<Rows[TipoNota], { family: F }>["modelo"];
/** The types that share a namespace, a reader, a printed form and the web services. */
export type Family = Rows[TipoNota]["family"];
/** The text before a key in an Id. */
export type Prefixo = Rows[TipoNota]["prefixo"];
/** A SEFAZ list of documents, by the type that names it. */
export type Distribuidor = NonNullable<Rows[TipoNota]["distribuicao"]>;
