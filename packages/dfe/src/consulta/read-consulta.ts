import { CHAVE_ACESSO_PATTERN, splitChaveAcesso } from "@malote/syntax";
import { childrenOf } from "../read/fields/fields.ts";
import type { Familia } from "../read/layouts.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import { hasElements, textOf, type XmlElement } from "../xml/tree.ts";
import { checkQrCode, checkUrlChave, type SituacaoConsulta } from "./check-consulta.ts";
import { type Consultado, findEnderecos } from "./endereco.ts";

/** The addresses that a document brings outside of its signature; null where it has none. `texto` is given only of one that matches. */
export type ConsultaLida = {
  qrCode: EnderecoLido | null;
  urlChave: EnderecoLido | null;
  /** The address that SEFAZ publishes to look the key up; null where the tables have none. */
  publicado: string | null;
};
export type EnderecoLido = { situacao: SituacaoConsulta; texto: string | null };

const TAGS: Readonly<Record<Familia, { grupo: string; qrCode: string }>> = {
  nfe: { grupo: "infNFeSupl", qrCode: "qrCode" },
  cte: { grupo: "infCTeSupl", qrCode: "qrCodCTe" },
  mdfe: { grupo: "infMDFeSupl", qrCode: "qrCodMDFe" },
};
/** Characters that the layouts give to a QR code.   @source leiauteNFe_v4.00.xsd, cteTiposBasico_v4.00.xsd, mdfeTiposBasico_v3.00.xsd */
const QR_MAX = 1_000;
const DIA = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;

/** Reads what stands beside the signed element and compares it with the published addresses, and its key with that of the document. */
export function readConsulta({ assinado, envelope, layout }: LocatedDocumento): ConsultaLida {
  const { grupo, qrCode } = TAGS[layout.familia];
  const grupos = childrenOf(envelope, grupo);
  const documento = readConsultado(assinado, layout.prefixo);
  return {
    qrCode: readEndereco(grupos, qrCode, (texto) => documento && checkQrCode(texto, documento)),
    urlChave: readEndereco(grupos, "urlChave", (texto) => documento && checkUrlChave(texto, documento)),
    publicado: (documento && findEnderecos(documento, "chave")[0]) ?? null,
  };
}

function readConsultado(assinado: XmlElement, prefixo: string): Consultado | null {
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

/** Two of which it is not known which is meant, one with elements inside and one too long do not match. */
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
