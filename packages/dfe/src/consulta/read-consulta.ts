import { CHAVE_ACESSO_PATTERN, type Family, splitChaveAcesso } from "@malote/syntax";
import { childrenOf } from "../read/fields/fields.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import { hasElements, textOf, type XmlElement } from "../xml/tree.ts";
import { type ConsultedDocumento, findAddresses } from "./addresses.ts";
import { type ConsultaSituacao, checkQrCode, checkUrlChave } from "./check-consulta.ts";

/** The unsigned addresses of a document; null when absent. `text` is given only for a matching one. */
export type ParsedConsulta = {
  qrCode: ParsedAddress | null;
  urlChave: ParsedAddress | null;
  /** The address that SEFAZ publishes to look up the key; null when the tables have none. */
  publicado: string | null;
};
export type ParsedAddress = { situacao: ConsultaSituacao; texto: string | null };

const TAGS: Readonly<Record<Family, { grupo: string; qrCode: string }>> = {
  nfe: { grupo: "infNFeSupl", qrCode: "qrCode" },
  cte: { grupo: "infCTeSupl", qrCode: "qrCodCTe" },
  mdfe: { grupo: "infMDFeSupl", qrCode: "qrCodMDFe" },
};
/** Maximum characters of a QR code.
 * @source leiauteNFe_v4.00.xsd, cteTiposBasico_v4.00.xsd, mdfeTiposBasico_v3.00.xsd */
const QR_MAX = 1_000;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;

/** Reads the unsigned addresses next to the signed element and compares them with the published ones. */
export function readConsulta({ assinado, envelope, layout }: LocatedDocumento): ParsedConsulta {
  const { grupo, qrCode } = TAGS[layout.family];
  const groups = childrenOf(envelope, grupo);
  const documento = readConsultedDocumento(assinado, layout.prefixo);
  return {
    qrCode: readAddress(groups, qrCode, (text) => documento && checkQrCode(text, documento)),
    urlChave: readAddress(groups, "urlChave", (text) => documento && checkUrlChave(text, documento)),
    publicado: (documento && findAddresses(documento, "chave")[0]) ?? null,
  };
}

function readConsultedDocumento(assinado: XmlElement, idPrefix: string): ConsultedDocumento | null {
  const id = assinado.attributes.find(({ local, prefix }) => local === "Id" && prefix === "")?.value ?? "";
  const chave = id.trim().slice(idPrefix.length);
  if (!CHAVE_ACESSO_PATTERN.test(chave)) return null;
  const [ide] = childrenOf(assinado, "ide");
  const [emissao] = [...childrenOf(ide ?? null, "dhEmi"), ...childrenOf(ide ?? null, "dEmi")];
  const [ambiente] = childrenOf(ide ?? null, "tpAmb");
  return {
    chave,
    modelo: splitChaveAcesso(chave).modelo,
    ambiente: ambiente ? textOf(ambiente).trim() : null,
    dia: (emissao && DAY.exec(textOf(emissao).trim())?.[0]) ?? null,
  };
}

/** A repeated field, one with child elements and one that is too long never match. */
function readAddress(
  groups: readonly XmlElement[],
  tag: string,
  check: (text: string) => ConsultaSituacao | null,
): ParsedAddress | null {
  const fields = groups.flatMap((grupo) => childrenOf(grupo, tag));
  const [field] = fields;
  if (!field) return null;
  const text = fields.length > 1 || hasElements(field) ? null : textOf(field).trim();
  if (text === "") return null;
  const situacao = text === null || text.length > QR_MAX ? "divergente" : (check(text) ?? "divergente");
  return { situacao, texto: situacao === "confere" ? text : null };
}
