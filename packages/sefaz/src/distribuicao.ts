import { type ChaveAcesso, InvalidChaveAcessoError, isChaveAcesso, isCnpj, isCpf } from "@malote/syntax";
import { unzipDocumentos } from "./doc-zip.ts";
import {
  LOTE_MAX_BYTES,
  openEnvelope,
  type Pedido,
  type Recebido,
  requiredCStat,
  wrapEnvelope,
} from "./envelope.ts";
import { SefazOutage } from "./outage.ts";
import { assertSameQuestion } from "./same-question.ts";
import { LEIAUTES } from "./tables/leiautes.ts";
import type { Ambiente } from "./tables/servicos.ts";
import { attribute, child, children, text, textOf } from "./xml.ts";

/** The Ambiente Nacional has one distribuição of NF-e and one of CT-e, each with its own NSUs. */
export type Distribuidor = "NFe" | "CTe";

/** What is asked of the Ambiente Nacional. `interessado` is a CNPJ or CPF, `cUFAutor` the IBGE code of its UF; NSUs are digits, at most
 * 15. `ultimo`: what came after that NSU, at most 50 documents; `nsu`: that one; `chave`: that NF-e, which CT-e does not have. */
export type PedidoDistribuicao = {
  distribuidor: Distribuidor;
  ambiente: Ambiente;
  cUFAutor: string;
  interessado: string;
  por:
    | { kind: "ultimo"; ultNSU: string }
    | { kind: "nsu"; nsu: string }
    | { kind: "chave"; chave: ChaveAcesso };
};

/** One document of a lote. `nsu` has 15 digits, `schema` is the name of its XSD; `xml` is null when its zip could not be opened, or is
 * larger than a document can be: consNSU asks for it again. */
export type DocumentoDistribuido = { nsu: string; schema: string; xml: Uint8Array | null };

/** What came: 138 brings documents, 137 says that there are none; every other cStat speaks of the service or of the question.
 * NSUs have 15 digits and are null when the answer does not bring them, as that of a chave; `dhResp` is ISO with its own offset. */
export type RespostaDistribuicao = {
  cStat: string;
  xMotivo: string;
  dhResp: string | null;
  ultNSU: string | null;
  maxNSU: string | null;
  documentos: DocumentoDistribuido[];
};

/** A lote with more documents than this is not read: the layout says 50. */
export const DOCUMENTOS_MAX = 100;

const FAMILIA = { NFe: "nfe", CTe: "cte" } as const;
const VERSAO = { NFe: "1.01", CTe: "1.00" } as const;
const NSU_DIGITOS = 15;
const NSU = /^[0-9]{1,15}$/;

/** Writes distDFeInt: 1.01 for NF-e, 1.00 for CT-e.
 * @throws RangeError, InvalidChaveAcessoError   @source distDFeInt_v1.01.xsd; NT 2014.002; NT 2015.002 (CT-e) */
export function writeDistribuicao({
  distribuidor,
  ambiente,
  cUFAutor,
  interessado,
  por,
}: PedidoDistribuicao): Pedido {
  if (!/^[0-9]{2}$/.test(cUFAutor)) throw new RangeError("cUFAutor has two digits");
  const familia = FAMILIA[distribuidor];
  const payload =
    `<distDFeInt xmlns="${LEIAUTES[familia].ns}" versao="${VERSAO[distribuidor]}"><tpAmb>${ambiente}</tpAmb>` +
    `<cUFAutor>${cUFAutor}</cUFAutor>${interessadoOf(interessado)}${porOf(por, distribuidor)}</distDFeInt>`;
  return wrapEnvelope({ familia, servico: "distribuicao", payload, cUF: cUFAutor });
}

function interessadoOf(interessado: string): string {
  if (isCnpj(interessado)) return `<CNPJ>${interessado}</CNPJ>`;
  if (isCpf(interessado)) return `<CPF>${interessado}</CPF>`;
  throw new RangeError("interessado is a CNPJ or a CPF");
}

function porOf(por: PedidoDistribuicao["por"], distribuidor: Distribuidor): string {
  if (por.kind === "ultimo") return `<distNSU><ultNSU>${toNsu(por.ultNSU)}</ultNSU></distNSU>`;
  if (por.kind === "nsu") return `<consNSU><NSU>${toNsu(por.nsu)}</NSU></consNSU>`;
  if (distribuidor === "CTe") throw new RangeError("the distribuição of CT-e is not asked by chave");
  if (!isChaveAcesso(por.chave)) throw new InvalidChaveAcessoError("not an access key");
  return `<consChNFe><chNFe>${por.chave}</chNFe></consChNFe>`;
}

function toNsu(nsu: string): string {
  if (!NSU.test(nsu)) throw new RangeError("a NSU has 1 to 15 digits");
  return nsu.padStart(NSU_DIGITOS, "0");
}

/** Reads retDistDFeInt and unpacks its documents.
 * @throws SefazOutage   @source retDistDFeInt_v1.01.xsd; NT 2014.002; NT 2015.002 (CT-e) */
export async function readDistribuicao(
  recebido: Recebido,
  { ambiente, distribuidor, por }: PedidoDistribuicao,
): Promise<RespostaDistribuicao> {
  const { elemento: ret } = openEnvelope(recebido, "retDistDFeInt", LOTE_MAX_BYTES);
  const cStat = requiredCStat(ret);
  assertSameQuestion([ret], { chave: "", ambiente }, LEIAUTES[FAMILIA[distribuidor]]);
  const docZips = children(child(ret, "loteDistDFeInt"), "docZip");
  if (docZips.length > DOCUMENTOS_MAX)
    throw new SefazOutage("resposta-grande-demais", `${docZips.length} documents in a lote`);
  const asked = por.kind === "nsu" ? toNsu(por.nsu) : null;
  const xmls = await unzipDocumentos(docZips.map((docZip) => textOf(docZip) ?? ""));
  return {
    cStat,
    xMotivo: text(ret, "xMotivo") ?? "",
    dhResp: text(ret, "dhResp"),
    ultNSU: toNsuLido(text(ret, "ultNSU")),
    maxNSU: toNsuLido(text(ret, "maxNSU")),
    documentos: docZips.map((docZip, i) => ({
      nsu: toNsuLido(attribute(docZip, "NSU")) ?? asked ?? "0".repeat(NSU_DIGITOS),
      schema: (attribute(docZip, "schema") ?? "").slice(0, 100),
      xml: xmls[i] ?? null,
    })),
  };
}

function toNsuLido(nsu: string | null): string | null {
  if (nsu === null) return null;
  if (!NSU.test(nsu)) throw new SefazOutage("resposta-ilegivel", `NSU ${nsu.slice(0, 20)}`);
  return nsu.padStart(NSU_DIGITOS, "0");
}
