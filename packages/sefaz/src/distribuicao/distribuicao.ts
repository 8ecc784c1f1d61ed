import {
  type ChaveAcesso,
  type Distribuidor,
  InvalidChaveAcessoError,
  isChaveAcesso,
  isCnpj,
  isCpf,
  MODELOS,
} from "@malote/syntax";
import { attribute, child, children, text, textOf } from "../soap/elements.ts";
import {
  LOTE_MAX_BYTES,
  openEnvelope,
  type RawResponse,
  requiredCStat,
  type SoapRequest,
  wrapEnvelope,
} from "../soap/envelope.ts";
import { assertSameSubject } from "../soap/same-subject.ts";
import { LAYOUTS } from "../tables/layouts.ts";
import type { Ambiente } from "../tables/services.ts";
import { SefazOutage } from "../transport/outage.ts";
import { unzipDocuments } from "./doc-zip.ts";

/** A request to the Ambiente Nacional. `interessado` is a CNPJ or CPF; `cUFAutor` is the IBGE code
 * of its UF; an NSU has 1 to 15 digits. `ultimo`: at most 50 documents after that NSU; `nsu`: that
 * document; `chave`: that NF-e (CT-e has no such request). */
export type DistribuicaoRequest = {
  distribuidor: Distribuidor;
  ambiente: Ambiente;
  cUFAutor: string;
  interessado: string;
  by:
    | { kind: "ultimo"; ultNSU: string }
    | { kind: "nsu"; nsu: string }
    | { kind: "chave"; chave: ChaveAcesso };
};

/** One document of a lote. `nsu` has 15 digits; `schema` is the name of its XSD. `xml` is null when
 * the zip does not open or is too large: consNSU requests it again. */
export type DocumentoDistribuido = { nsu: string; schema: string; xml: Uint8Array | null };

/** The response: 138 has documents, 137 has none; any other cStat is about the service or the
 * request. NSUs have 15 digits, or are null when absent (as for a chave); `dhResp` is ISO with its
 * own offset. */
export type DistribuicaoResponse = {
  cStat: string;
  xMotivo: string;
  dhResp: string | null;
  ultNSU: string | null;
  maxNSU: string | null;
  documentos: DocumentoDistribuido[];
};

/** The most documents read from a lote; the layout allows 50. */
export const DOCUMENTS_MAX = 100;

/** The version of a list's messages, and its request by chave; null: it has none. */
const MESSAGES: Readonly<Record<Distribuidor, { versao: string; byChave: [string, string] | null }>> = {
  NFe: { versao: "1.01", byChave: ["consChNFe", "chNFe"] },
  CTe: { versao: "1.00", byChave: null },
};
const NSU_DIGITS = 15;
const NSU = /^[0-9]{1,15}$/;

/** Writes distDFeInt: 1.01 for NF-e, 1.00 for CT-e.
 * @throws RangeError, InvalidChaveAcessoError   @source distDFeInt_v1.01.xsd; NT 2014.002; NT
 * 2015.002 (CT-e) */
export function writeDistribuicao({
  distribuidor,
  ambiente,
  cUFAutor,
  interessado,
  by,
}: DistribuicaoRequest): SoapRequest {
  if (!/^[0-9]{2}$/.test(cUFAutor)) throw new RangeError("cUFAutor has two digits");
  const { family } = MODELOS[distribuidor];
  const payload =
    `<distDFeInt xmlns="${LAYOUTS[family].ns}" versao="${MESSAGES[distribuidor].versao}"><tpAmb>${ambiente}</tpAmb>` +
    `<cUFAutor>${cUFAutor}</cUFAutor>${interessadoOf(interessado)}${porOf(by, distribuidor)}</distDFeInt>`;
  return wrapEnvelope({ family, servico: "distribuicao", payload, cUF: cUFAutor });
}

function interessadoOf(interessado: string): string {
  if (isCnpj(interessado)) return `<CNPJ>${interessado}</CNPJ>`;
  if (isCpf(interessado)) return `<CPF>${interessado}</CPF>`;
  throw new RangeError("interessado is a CNPJ or a CPF");
}

function porOf(by: DistribuicaoRequest["by"], distribuidor: Distribuidor): string {
  if (by.kind === "ultimo") return `<distNSU><ultNSU>${padNsu(by.ultNSU)}</ultNSU></distNSU>`;
  if (by.kind === "nsu") return `<consNSU><NSU>${padNsu(by.nsu)}</NSU></consNSU>`;
  const { byChave } = MESSAGES[distribuidor];
  if (byChave === null) throw new RangeError(`the distribuição of ${distribuidor} has no request by chave`);
  if (!isChaveAcesso(by.chave)) throw new InvalidChaveAcessoError("not an access key");
  const [request, tag] = byChave;
  return `<${request}><${tag}>${by.chave}</${tag}></${request}>`;
}

function padNsu(nsu: string): string {
  if (!NSU.test(nsu)) throw new RangeError("an NSU has 1 to 15 digits");
  return nsu.padStart(NSU_DIGITS, "0");
}

/** Reads retDistDFeInt and unpacks its documents.
 * @throws SefazOutage   @source retDistDFeInt_v1.01.xsd; NT 2014.002; NT 2015.002 (CT-e) */
export async function readDistribuicao(
  response: RawResponse,
  { ambiente, distribuidor, by }: DistribuicaoRequest,
): Promise<DistribuicaoResponse> {
  const { element: ret } = openEnvelope(response, "retDistDFeInt", LOTE_MAX_BYTES);
  const cStat = requiredCStat(ret);
  assertSameSubject([ret], { chave: "", ambiente }, LAYOUTS[MODELOS[distribuidor].family]);
  const docZips = children(child(ret, "loteDistDFeInt"), "docZip");
  if (docZips.length > DOCUMENTS_MAX)
    throw new SefazOutage("resposta-grande-demais", `${docZips.length} documents in a lote`);
  const requested = by.kind === "nsu" ? padNsu(by.nsu) : null;
  const xmls = await unzipDocuments(docZips.map((docZip) => textOf(docZip) ?? ""));
  return {
    cStat,
    xMotivo: text(ret, "xMotivo") ?? "",
    dhResp: text(ret, "dhResp"),
    ultNSU: parseNsu(text(ret, "ultNSU")),
    maxNSU: parseNsu(text(ret, "maxNSU")),
    documentos: docZips.map((docZip, i) => ({
      nsu: parseNsu(attribute(docZip, "NSU")) ?? requested ?? "0".repeat(NSU_DIGITS),
      schema: (attribute(docZip, "schema") ?? "").slice(0, 100),
      xml: xmls[i] ?? null,
    })),
  };
}

function parseNsu(nsu: string | null): string | null {
  if (nsu === null) return null;
  if (!NSU.test(nsu)) throw new SefazOutage("resposta-ilegivel", `NSU ${nsu.slice(0, 20)}`);
  return nsu.padStart(NSU_DIGITS, "0");
}
