import { CHAVE_ACESSO_PATTERN, splitChaveAcesso } from "@malote/syntax";
import { childrenOf } from "../read/fields/fields.ts";
import type { Familia } from "../read/layouts.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import { hasElements, textOf, type XmlElement } from "../xml/tree.ts";
import { checkQrCode, checkUrlChave, type SituacaoConsulta } from "./check-consulta.ts";
import { type ConsultedDocumento, findEnderecos } from "./endereco.ts";

/** The unsigned addresses of a document; null when absent. `texto` is given only for a matching one. */
export type ConsultaLida = {
  qrCode: EnderecoLido | null;
  urlChave: EnderecoLido | null;
  /** The address that SEFAZ publishes to look up the key; null when the tables have none. */
  publicado: string | null;
};
export type EnderecoLido = { situacao: SituacaoConsulta; texto: string | null };

const TAGS: Readonly<Record<Familia, { grupo: string; qrCode: string }>> = {
  nfe: { grupo: "infNFeSupl", qrCode: "qrCode" },
  cte: { grupo: "infCTeSupl", qrCode: "qrCodCTe" },
  mdfe: { grupo: "infMDFeSupl", qrCode: "qrCodMDFe" },
};
/** Maximum characters of a QR code.
 * @source leiauteNFe_v4.00.xsd, cteTiposBasico_v4.00.xsd, mdfeTiposBasico_v3.00.xsd */
const QR_MAX = 1_000;
const DIA = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;

/** Reads the unsigned addresses next to the signed element and compares them with the published ones. */
export function readConsulta({ assinado, envelope, layout }: LocatedDocumento): ConsultaLida {
  const { grupo, qrCode } = TAGS[layout.familia];
  const grupos = childrenOf(envelope, grupo);
  const documento = readConsultedDocumento(assinado, layout.prefixo);
  return {
    qrCode: readEndereco(grupos, qrCode, (texto) => documento && checkQrCode(texto, documento)),
    urlChave: readEndereco(grupos, "urlChave", (texto) => documento && checkUrlChave(texto, documento)),
    publicado: (documento && findEnderecos(documento, "chave")[0]) ?? null,
  };
}

function readConsultedDocumento(assinado: XmlElement, prefixo: string): ConsultedDocumento | null {
  const id = assinado.attributes.find(({ local, prefix }) => local === "Id" && prefix === "")?.value ?? "";
  const chave = id.trim().slice(prefixo.length);
  if (!CHAVE_ACESSO_PATTERN.test(chave)) return null;
  const [ide] = childrenOf(assinado, "ide");
  const [emissao] = [...childrenOf(ide ?? null, "dhEmi"), ...childrenOf(ide ?? null, "dEmi")];
  const [ambiente] = childrenOf(ide ?? null, "tpAmb");
  return {
    chave,
    modelo: splitChaveAcesso(chave).modelo,
    ambiente: ambiente ? textOf(ambiente).trim() : null,
    dia: (emissao && DIA.exec(textOf(emissao).trim())?.[0]) ?? null,
  };
}

/** A repeated field, one with child elements and one that is too long never match. */
function readEndereco(
  grupos: readonly XmlElement[],
  tag: string,
  check: (texto: string) => SituacaoConsulta | null,
): EnderecoLido | null {
  const fields = grupos.flatMap((grupo) => childrenOf(grupo, tag));
  const [field] = fields;
  if (!field) return null;
  const texto = fields.length > 1 || hasElements(field) ? null : textOf(field).trim();
  if (texto === "") return null;
  const situacao = texto === null || texto.length > QR_MAX ? "divergente" : (check(texto) ?? "divergente");
  return { situacao, texto: situacao === "confere" ? texto : null };
}
