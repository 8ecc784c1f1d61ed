import type { Carga } from "./carga.ts";
import { writeCentavos } from "./decimal.ts";
import { type Ambiente, enderecoOf, type Identidade } from "./documento.ts";
import type { Empresa } from "./empresas.ts";
import { writeDocumento, writeEndereco } from "./endereco.ts";
import type { Transportadora } from "./transportadoras.ts";
import { element, leaf } from "./write-xml.ts";

/** @source MOC CT-e 4.00, rule for the name of the tomador in homologação */
const NOME_HOMOLOGACAO = "CT-E EMITIDO EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";
const QUILOGRAMA = "01";
const UNIDADE = "03";

/** The address element of each party of a CT-e, by the element of the party. */
const ENDERECOS = { rem: "enderReme", exped: "enderExped", receb: "enderReceb", dest: "enderDest" } as const;

export type Papel = keyof typeof ENDERECOS;

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

export function writeParticipante(papel: Papel, empresa: Empresa, ambiente: Ambiente): string {
  return element(
    papel,
    writeDocumento(empresa.cnpj),
    leaf("IE", empresa.ie),
    leaf("xNome", ambiente === "2" ? NOME_HOMOLOGACAO : empresa.nome),
    papel === "rem" ? leaf("xFant", empresa.fantasia) : "",
    leaf("fone", empresa.endereco.fone),
    writeEndereco(ENDERECOS[papel], empresa.endereco, "participante"),
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
 * @param medidas the name or code of gross weight and volumes in the layout */
export function writeInfCarga(carga: Carga, medidas: { peso: string; volume: string }): string {
  const infQ = (unidade: string, medida: string, quantidade: string): string =>
    element("infQ", leaf("cUnid", unidade), leaf("tpMed", medida), leaf("qCarga", quantidade));
  return element(
    "infCarga",
    leaf("vCarga", writeCentavos(carga.valor)),
    leaf("proPred", carga.descricao),
    leaf("xOutCat", "Carga seca"),
    infQ(QUILOGRAMA, medidas.peso, carga.pesoKg),
    infQ(UNIDADE, medidas.volume, `${carga.volumes}.0000`),
    leaf("vCargaAverb", writeCentavos(carga.valor)),
  );
}

export function writeSuplementoCte(identidade: Identidade): string {
  const { chaveAcesso, ambiente } = identidade;
  const texto = `${enderecoOf(identidade, "qr")}?chCTe=${chaveAcesso}&tpAmb=${ambiente}`;
  return element("infCTeSupl", leaf("qrCodCTe", texto));
}
