import { type Family, MODELOS, type Modelo, type UnreadModelo } from "@malote/syntax";
import { ACRONYMS, PORTAL } from "./layouts.ts";

/** `namespace`: null when the model shares it with a family that is read, or has none. `eventosOf`: the
 * family whose eventos concern the model too. */
type UnreadNames = { namespace: string | null; eventosOf: Family | null; roots: readonly string[] };

const own = (namespace: string, roots: readonly string[]): UnreadNames => ({
  namespace: PORTAL + namespace,
  eventosOf: null,
  roots,
});

/** Documents that are stored without being read, by model: their national namespace and root elements.
 * @source MOC of NFCom, NF3e, BP-e, DC-e (visão geral, modelo); Ajustes SINIEF 38/2025 (NFGas), MOC NFAg
 * 1.00; NT 2021.003 (GTV-e by the eventos of the CT-e) */
const UNREAD: Readonly<Record<UnreadModelo, UnreadNames>> = {
  "59": { namespace: null, eventosOf: null, roots: ["CFe", "CFeCanc"] },
  "62": own("nfcom", ["NFCom", "nfcomProc", "eventoNFCom", "procEventoNFCom"]),
  "63": own("bpe", ["BPe", "bpeProc", "BPeTM", "bpeTMProc", "BPeTA", "eventoBPe", "procEventoBPe"]),
  "64": { namespace: null, eventosOf: "cte", roots: ["GTVe", "GTVeProc"] },
  "66": own("nf3e", ["NF3e", "nf3eProc", "eventoNF3e", "procEventoNF3e"]),
  "75": own("nfag", ["NFAg", "nfagProc", "eventoNFAg", "procEventoNFAg"]),
  "76": own("nfgas", ["NFGas", "nfgasProc", "eventoNFGas", "procEventoNFGas"]),
  "77": own("nfeabi", ["NFeABI", "nfeabiProc"]),
  "99": own("dce", ["DCe", "dceProc", "eventoDCe", "procEventoDCe"]),
};
const UNREAD_ENTRIES: readonly [string, UnreadNames][] = Object.entries(UNREAD);

/** Messages about the numbers of a model, and old cancelamentos, which are stored unread too. */
const MESSAGES: Readonly<Record<string, Modelo>> = {
  inutNFe: MODELOS.NFe.modelo,
  procInutNFe: MODELOS.NFe.modelo,
  cancNFe: MODELOS.NFe.modelo,
  procCancNFe: MODELOS.NFe.modelo,
  inutCTe: MODELOS.CTe.modelo,
  procInutCTe: MODELOS.CTe.modelo,
  cancCTe: MODELOS.CTe.modelo,
  procCancCTe: MODELOS.CTe.modelo,
  cancMDFe: MODELOS.MDFe.modelo,
  procCancMDFe: MODELOS.MDFe.modelo,
};

const BY_NAMESPACE: ReadonlyMap<string, string> = new Map(
  UNREAD_ENTRIES.flatMap(([modelo, { namespace }]) => (namespace === null ? [] : [[namespace, modelo]])),
);
const BY_ROOT: ReadonlyMap<string, string> = new Map(
  [
    ...UNREAD_ENTRIES.flatMap(([modelo, { roots }]) => roots.map((root): [string, string] => [root, modelo])),
    ...Object.entries(MESSAGES),
  ].map(([root, modelo]) => [root.toLowerCase(), modelo]),
);

/** The model of a DF-e that is stored unread, by its root name in any case (some senders write NFAgProc for
 * nfagProc), else by its namespace; null when neither is known. */
export function modeloOfOther({ local, namespace }: { local: string; namespace: string }): string | null {
  return BY_ROOT.get(local.toLowerCase()) ?? BY_NAMESPACE.get(namespace) ?? null;
}

/** The models without a reader that the eventos of a family concern. */
export function unreadModelosOf(family: Family): string[] {
  return UNREAD_ENTRIES.flatMap(([modelo, { eventosOf }]) => (eventosOf === family ? [modelo] : []));
}

const NFSE_NAMESPACES = [
  "http://www.sped.fazenda.gov.br/nfse",
  "http://www.abrasf.org.br/",
  "http://www.prefeitura.sp.gov.br/nfe",
];
const NFSE_ROOT = /[Nn][Ff][Ss]-?[Ee](?![a-z])|LoteRps/;
const SERVICE_ROOT = /^(?:ret|cons|dist)[A-Z]/i;
const ACRONYM = Object.values(ACRONYMS).join("|");
const PORTAL_SERVICES = new RegExp(
  `^(?:ret(?:Env|Cons|Evento|Dist|Inut|Canc|Download|${ACRONYM})|cons(?:Sit|Reci|StatServ|NFeDest|MDFeNaoEnc)|ConsCad|distDFe|distMDFe|envi(?:${ACRONYM})|envEvento)`,
);

/** Says whether an element is a DF-e that is stored unread: by its namespace, or by name without
 * a national one. Cities use their own namespaces for NFS-e, so there the name decides. */
export function isOtherDfe({ local, namespace }: { local: string; namespace: string }): boolean {
  if (BY_NAMESPACE.has(namespace)) return !SERVICE_ROOT.test(local);
  if (BY_ROOT.has(local.toLowerCase())) return namespace === "" || namespace.startsWith(PORTAL);
  return NFSE_NAMESPACES.some((each) => namespace.startsWith(each)) || NFSE_ROOT.test(local);
}

/** Says whether a name without a namespace is a query or an answer of SEFAZ's services. */
export function isService(local: string): boolean {
  return PORTAL_SERVICES.test(local);
}
