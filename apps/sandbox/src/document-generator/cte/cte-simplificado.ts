import type { RandomSource } from "../../random-source.ts";
import type { Transportadora } from "../companies/carriers.ts";
import type { Empresa, Endereco } from "../companies/companies.ts";
import { CTE_SIMPLIFICADO } from "../documento/document-family.ts";
import {
  type DocumentIdentity,
  type DocumentInput,
  makeIdentity,
  signDocumento,
  writeContingencia,
} from "../documento/documento.ts";
import type { Carga } from "../transport/carga.ts";
import { type Cents, sumCents, writeCents } from "../xml/cents.ts";
import type { Signer } from "../xml/sign-element.ts";
import { element, leaf } from "../xml/write-xml.ts";
import { deliveryDayOf, type SignedCte } from "./cte.ts";
import { writeIdeStart } from "./cte-ide.ts";
import { codigoOfModal, writeInfModal } from "./cte-modal.ts";
import { writeCteSuplemento, writeEmitente, writeInfCarga, writeTomador } from "./cte-parties.ts";
import { writeComponents, writeImp } from "./cte-taxes.ts";

/** One of the deliveries of a CT-e simplificado. */
export type Delivery = {
  origem: Endereco;
  destino: Endereco;
  valorPrestacao: Cents;
  chavesNFe: readonly string[];
};

export type CteSimplificadoInput = DocumentInput & {
  transportadora: Transportadora;
  tomador: Empresa;
  carga: Carga;
  deliveries: readonly [Delivery, ...Delivery[]];
};

const MODELO = "57";
const TP_CTE_SIMPLIFICADO = "5";
const TOMADOR_OUTROS = "4";
/** Codes of measures: 02 = gross weight of the NF-e, 99 = others.
 * @source cteTiposBasico_v4.00.xsd, infQ/tpMed */
const MEASURES = { peso: "02", volume: "99" };

/** Writes and signs a CT-e simplificado (57, tpCTe 5): one tomador, many deliveries.
 * @source Ajuste SINIEF 46/2023 */
export function signCteSimplificado(
  input: CteSimplificadoInput,
  signer: Signer,
  random: RandomSource,
): SignedCte {
  const { transportadora, deliveries } = input;
  const familia = CTE_SIMPLIFICADO;
  const identity = makeIdentity(input, { familia, modelo: MODELO, emitente: transportadora }, random);
  const total = sumCents(deliveries.map((delivery) => delivery.valorPrestacao));
  const { numero } = identity;
  const previsao = deliveryDayOf(identity.dataHora);
  const partes = [
    writeIde(input, identity),
    writeEmitente(transportadora),
    writeTomador("toma", input.tomador, leaf("toma", TOMADOR_OUTROS) + leaf("indIEToma", "1")),
    writeInfCarga(input.carga, MEASURES),
    ...deliveries.map((delivery, index) => writeDet(delivery, index + 1)),
    writeInfModal({ modal: "rodoviario", transportadora, previsao, numero, valor: total }),
    writeImp(total, isInterestadual(deliveries[0])),
    element("total", leaf("vTPrest", writeCents(total)), leaf("vTRec", writeCents(total))),
  ];
  const suplemento = (): string => writeCteSuplemento(identity);
  return {
    ...signDocumento(identity, { partes, suplemento }, signer),
    transportadora,
    tomador: input.tomador,
    valorTotal: writeCents(total),
  };
}

function isInterestadual({ origem, destino }: Delivery): boolean {
  return origem.uf !== destino.uf;
}

function writeIde(input: CteSimplificadoInput, identity: DocumentIdentity): string {
  const [first] = input.deliveries;
  const start = {
    cfop: isInterestadual(first) ? "6353" : "5353",
    natureza: "Prestação de serviço de transporte",
    tpCTe: TP_CTE_SIMPLIFICADO,
    modal: codigoOfModal("rodoviario"),
    tpServ: "0",
  };
  return element(
    "ide",
    writeIdeStart(start, identity),
    leaf("UFIni", first.origem.uf),
    leaf("UFFim", first.destino.uf),
    leaf("retira", "1"),
    writeContingencia(input, identity.dataHora),
  );
}

function writeDet({ origem, destino, valorPrestacao, chavesNFe }: Delivery, numero: number): string {
  const valor = writeCents(valorPrestacao);
  return element(
    `det nItem="${numero}"`,
    leaf("cMunIni", origem.codigoMunicipio),
    leaf("xMunIni", origem.municipio),
    leaf("cMunFim", destino.codigoMunicipio),
    leaf("xMunFim", destino.municipio),
    leaf("vPrest", valor),
    leaf("vRec", valor),
    writeComponents(valorPrestacao),
    ...chavesNFe.map((chave) => element("infNFe", leaf("chNFe", chave))),
  );
}
