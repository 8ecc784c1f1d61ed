/** The namespaces of the national layouts, by family. */
export const NAMESPACES = {
  nfe: "http://www.portalfiscal.inf.br/nfe",
  cte: "http://www.portalfiscal.inf.br/cte",
  mdfe: "http://www.portalfiscal.inf.br/mdfe",
} as const;
export type Family = keyof typeof NAMESPACES;

/** The common start of all national namespaces. */
export const PORTAL = "http://www.portalfiscal.inf.br/";

/** The element names of one kind of document. */
export type Layout = {
  kind: "nota" | "evento";
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
};

const nota = (family: Family, names: Omit<Layout, "kind" | "family" | "resposta">): Layout => ({
  kind: "nota",
  family,
  resposta: "infProt",
  ...names,
});

type EventoNames = Pick<Layout, "raiz" | "procs" | "retorno" | "chave">;

const evento = (family: Family, names: EventoNames, assinado = "infEvento"): Layout => ({
  kind: "evento",
  family,
  assinado,
  suplemento: null,
  resposta: assinado,
  prefixo: "ID",
  ...names,
});

/** The signed element of a cancelamento from before eventos existed. */
const INF_CANC = "infCanc";

const CTE = {
  assinado: "infCte",
  suplemento: "infCTeSupl",
  retorno: "protCTe",
  chave: "chCTe",
  prefixo: "CTe",
};

/** Every document and evento that is read.
 * @source leiauteNFe_v4.00.xsd, cteTiposBasico_v4.00.xsd, mdfeTiposBasico_v3.00.xsd,
 * leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd,
 * eventoMDFeTiposBasico_v3.00.xsd, leiauteCancNFe_v2.00.xsd */
export const LAYOUTS: readonly Layout[] = [
  nota("nfe", {
    raiz: "NFe",
    procs: ["nfeProc", "procNFe"],
    assinado: "infNFe",
    suplemento: "infNFeSupl",
    retorno: "protNFe",
    chave: "chNFe",
    prefixo: "NFe",
  }),
  nota("cte", { raiz: "CTe", procs: ["cteProc"], ...CTE }),
  nota("cte", { raiz: "CTeOS", procs: ["cteOSProc"], ...CTE }),
  nota("cte", { raiz: "CTeSimp", procs: ["cteSimpProc"], ...CTE }),
  nota("mdfe", {
    raiz: "MDFe",
    procs: ["mdfeProc"],
    assinado: "infMDFe",
    suplemento: "infMDFeSupl",
    retorno: "protMDFe",
    chave: "chMDFe",
    prefixo: "MDFe",
  }),
  evento("nfe", { raiz: "evento", procs: ["procEventoNFe"], retorno: "retEvento", chave: "chNFe" }),
  evento("cte", { raiz: "eventoCTe", procs: ["procEventoCTe"], retorno: "retEventoCTe", chave: "chCTe" }),
  evento("mdfe", {
    raiz: "eventoMDFe",
    procs: ["procEventoMDFe"],
    retorno: "retEventoMDFe",
    chave: "chMDFe",
  }),
  evento("nfe", { raiz: "cancNFe", procs: ["procCancNFe"], retorno: "retCancNFe", chave: "chNFe" }, INF_CANC),
  evento("cte", { raiz: "cancCTe", procs: ["procCancCTe"], retorno: "retCancCTe", chave: "chCTe" }, INF_CANC),
];

/** Says whether a layout is a cancelamento from before
 * eventos existed: without tpEvento, autor and date.
 * @source leiauteCancNFe_v2.00.xsd, leiauteCancCTe_v1.04.xsd */
export function isOldCancelamento({ assinado }: Layout): boolean {
  return assinado === INF_CANC;
}

const BY_NAME = new Map<string, Layout>(
  LAYOUTS.flatMap((layout) => [layout.raiz, ...layout.procs].map((name): [string, Layout] => [name, layout])),
);

/** The layout of an element name, either the document or its wrapper with SEFAZ's answer; else null. */
export function layoutOf(local: string): Layout | null {
  return BY_NAME.get(local) ?? null;
}

/** Root elements of SEFAZ's summaries. */
export const RESUMOS: ReadonlySet<string> = new Set(["resNFe", "resEvento"]);

/** National namespaces of documents that are stored without being read, with the model of each.
 * @source MOC of NFCom, NF3e, BP-e, DC-e (visão geral, modelo); Ajustes SINIEF 38/2025 (NFGas), MOC NFAg
 * 1.00 */
export const OTHER_FAMILIES: Readonly<Record<string, string>> = {
  "http://www.portalfiscal.inf.br/nfcom": "62",
  "http://www.portalfiscal.inf.br/bpe": "63",
  "http://www.portalfiscal.inf.br/nf3e": "66",
  "http://www.portalfiscal.inf.br/nfag": "75",
  "http://www.portalfiscal.inf.br/nfgas": "76",
  "http://www.portalfiscal.inf.br/nfeabi": "77",
  "http://www.portalfiscal.inf.br/dce": "99",
};

/** The model of a DF-e that is stored unread, by its root name
 * in any case: some senders write NFAgProc for nfagProc. */
export function modeloOfOther(local: string): string | null {
  return OTHERS_BY_NAME.get(local.toLowerCase()) ?? null;
}

/** Root elements of DF-e that are stored unread, with their model. OUTRAS_FAMILIAS
 * covers most by namespace: the names here are for documents that lost it. */
const OTHERS: Readonly<Record<string, string>> = {
  GTVe: "64",
  GTVeProc: "64",
  NFCom: "62",
  nfcomProc: "62",
  eventoNFCom: "62",
  procEventoNFCom: "62",
  NF3e: "66",
  nf3eProc: "66",
  eventoNF3e: "66",
  procEventoNF3e: "66",
  BPe: "63",
  bpeProc: "63",
  BPeTM: "63",
  bpeTMProc: "63",
  BPeTA: "63",
  eventoBPe: "63",
  procEventoBPe: "63",
  DCe: "99",
  dceProc: "99",
  eventoDCe: "99",
  procEventoDCe: "99",
  NFGas: "76",
  nfgasProc: "76",
  eventoNFGas: "76",
  procEventoNFGas: "76",
  NFAg: "75",
  nfagProc: "75",
  eventoNFAg: "75",
  procEventoNFAg: "75",
  NFeABI: "77",
  nfeabiProc: "77",
  inutNFe: "55",
  procInutNFe: "55",
  ProcInutNFe: "55",
  inutCTe: "57",
  procInutCTe: "57",
  cancNFe: "55",
  procCancNFe: "55",
  cancCTe: "57",
  procCancCTe: "57",
  cancMDFe: "58",
  procCancMDFe: "58",
  CFe: "59",
  CFeCanc: "59",
};

const OTHERS_BY_NAME = new Map(Object.entries(OTHERS).map(([name, modelo]) => [name.toLowerCase(), modelo]));

const NFSE_NAMESPACES = [
  "http://www.sped.fazenda.gov.br/nfse",
  "http://www.abrasf.org.br/",
  "http://www.prefeitura.sp.gov.br/nfe",
];
const NFSE_ROOT = /[Nn][Ff][Ss]-?[Ee](?![a-z])|LoteRps/;
const SERVICE_ROOT = /^(?:ret|cons|dist)[A-Z]/i;
const PORTAL_SERVICES =
  /^(?:ret(?:Env|Cons|Evento|Dist|Inut|Canc|Download|NFe|CTe|MDFe)|cons(?:Sit|Reci|StatServ|NFeDest|MDFeNaoEnc)|ConsCad|distDFe|distMDFe|envi(?:NFe|CTe|MDFe)|envEvento)/;

/** Says whether an element is a DF-e that is stored unread: by its namespace, or by name without
 * a national one. Cities use their own namespaces for NFS-e, so there the name decides. */
export function isOtherDfe({ local, namespace }: { local: string; namespace: string }): boolean {
  if (Object.hasOwn(OTHER_FAMILIES, namespace)) return !SERVICE_ROOT.test(local);
  if (modeloOfOther(local) !== null) return namespace === "" || namespace.startsWith(PORTAL);
  return NFSE_NAMESPACES.some((each) => namespace.startsWith(each)) || NFSE_ROOT.test(local);
}

/** Says whether a name without a namespace is a query or an answer of SEFAZ's services. */
export function isService(local: string): boolean {
  return PORTAL_SERVICES.test(local);
}
