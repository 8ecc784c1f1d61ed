import type { Transportadora } from "../companies/carriers.ts";
import type { Empresa } from "../companies/companies.ts";
import { type Ambiente, type DocumentIdentity, queryAddressOf } from "../documento/documento.ts";
import type { Carga } from "../transport/carga.ts";
import { writeCents } from "../xml/cents.ts";
import { writeDocumento, writeEndereco } from "../xml/endereco.ts";
import { element, leaf } from "../xml/write-xml.ts";

/** @source MOC CT-e 4.00, rule for the name of the tomador in homologação */
const NOME_HOMOLOGACAO = "CT-E EMITIDO EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";
const QUILOGRAMA = "01";
const UNIDADE = "03";

/** The address element of each party of a CT-e, by the element of the party. */
const ADDRESS_ELEMENTS = {
  rem: "enderReme",
  exped: "enderExped",
  receb: "enderReceb",
  dest: "enderDest",
} as const;

export type PartyElement = keyof typeof ADDRESS_ELEMENTS;

export function writeEmitente(transportadora: Transportadora): string {
  return element(
    "emit",
    writeDocumento(transportadora.cnpj),
    leaf("IE", transportadora.ie),
    leaf("xNome", transportadora.nome),
    leaf("xFant", transportadora.fantasia),
    writeEndereco("enderEmit", transportadora.endereco, "emitente"),
    leaf("CRT", "3"),
  );
}

export function writeParticipante(party: PartyElement, empresa: Empresa, ambiente: Ambiente): string {
  return element(
    party,
    writeDocumento(empresa.cnpj),
    leaf("IE", empresa.ie),
    leaf("xNome", ambiente === "2" ? NOME_HOMOLOGACAO : empresa.nome),
    party === "rem" ? leaf("xFant", empresa.fantasia) : "",
    leaf("fone", empresa.endereco.fone),
    writeEndereco(ADDRESS_ELEMENTS[party], empresa.endereco, "participante"),
    leaf("email", empresa.email),
  );
}

/** Writes the tomador, in the layouts with a separate element for it.
 * @param indicador its first child: the code of its role, or "" */
export function writeTomador(nome: string, empresa: Empresa, indicador: string): string {
  return element(
    nome,
    indicador,
    writeDocumento(empresa.cnpj),
    leaf("IE", empresa.ie),
    leaf("xNome", empresa.nome),
    nome === "toma" && indicador ? "" : leaf("xFant", empresa.fantasia),
    leaf("fone", empresa.endereco.fone),
    writeEndereco("enderToma", empresa.endereco, "participante"),
    leaf("email", empresa.email),
  );
}

/** Writes the group `infCarga`.
 * @param measures the name or code of gross weight and volumes in the layout */
export function writeInfCarga(carga: Carga, measures: { peso: string; volume: string }): string {
  const infQ = (unidade: string, measure: string, quantidade: string): string =>
    element("infQ", leaf("cUnid", unidade), leaf("tpMed", measure), leaf("qCarga", quantidade));
  return element(
    "infCarga",
    leaf("vCarga", writeCents(carga.valor)),
    leaf("proPred", carga.descricao),
    leaf("xOutCat", "Carga seca"),
    infQ(QUILOGRAMA, measures.peso, carga.pesoKg),
    infQ(UNIDADE, measures.volume, `${carga.volumes}.0000`),
    leaf("vCargaAverb", writeCents(carga.valor)),
  );
}

export function writeCteSuplemento(identity: DocumentIdentity): string {
  const { chaveAcesso, ambiente } = identity;
  const texto = `${queryAddressOf(identity, "qr")}?chCTe=${chaveAcesso}&tpAmb=${ambiente}`;
  return element("infCTeSupl", leaf("qrCodCTe", texto));
}
