import type { Sorteio } from "../sorteio.ts";
import type { Assinante } from "./assinatura.ts";
import type { Carga } from "./carga.ts";
import { type CteAssinado, previsaoOf } from "./cte.ts";
import { writeInicio } from "./cte-ide.ts";
import { writeComponentes, writeImp } from "./cte-imposto.ts";
import { codigoOfModal, writeInfModal } from "./cte-modal.ts";
import { writeEmitente, writeInfCarga, writeSuplementoCte, writeTomador } from "./cte-partes.ts";
import { type Centavos, sumCentavos, writeCentavos } from "./decimal.ts";
import { type Identidade, identify, type Pedido, signDocumento, writeContingencia } from "./documento.ts";
import type { Empresa, Endereco } from "./empresas.ts";
import { CTE_SIMPLIFICADO } from "./familia.ts";
import type { Transportadora } from "./transportadoras.ts";
import { element, leaf } from "./write-xml.ts";

/** One of the deliveries of a CT-e simplificado. */
export type Entrega = {
  origem: Endereco;
  destino: Endereco;
  valorPrestacao: Centavos;
  chavesNFe: readonly string[];
};

export type PedidoCteSimplificado = Pedido & {
  transportadora: Transportadora;
  tomador: Empresa;
  carga: Carga;
  entregas: readonly [Entrega, ...Entrega[]];
};

const MODELO = "57";
const TP_CTE_SIMPLIFICADO = "5";
const TOMADOR_OUTROS = "4";
/** Codes of measures: 02 = gross weight of the NF-e, 99 = others.
 * @source cteTiposBasico_v4.00.xsd, infQ/tpMed */
const MEDIDAS = { peso: "02", volume: "99" };

/** Writes and signs a CT-e simplificado (57, tpCTe 5): one tomador, many deliveries.
 * @source Ajuste SINIEF 46/2023 */
export function signCteSimplificado(
  pedido: PedidoCteSimplificado,
  assinante: Assinante,
  sorteio: Sorteio,
): CteAssinado {
  const { transportadora, entregas } = pedido;
  const familia = CTE_SIMPLIFICADO;
  const identidade = identify(pedido, { familia, modelo: MODELO, emitente: transportadora }, sorteio);
  const total = sumCentavos(entregas.map((entrega) => entrega.valorPrestacao));
  const { numero } = identidade;
  const previsao = previsaoOf(identidade.dataHora);
  const partes = [
    writeIde(pedido, identidade),
    writeEmitente(transportadora),
    writeTomador("toma", pedido.tomador, leaf("toma", TOMADOR_OUTROS) + leaf("indIEToma", "1")),
    writeInfCarga(pedido.carga, MEDIDAS),
    ...entregas.map((entrega, index) => writeDet(entrega, index + 1)),
    writeInfModal({ modal: "rodoviario", transportadora, previsao, numero, valor: total }),
    writeImp(total, isInterestadual(entregas[0])),
    element("total", leaf("vTPrest", writeCentavos(total)), leaf("vTRec", writeCentavos(total))),
  ];
  const suplemento = (): string => writeSuplementoCte(identidade);
  return {
    ...signDocumento(identidade, { partes, suplemento }, assinante),
    transportadora,
    tomador: pedido.tomador,
    valorTotal: writeCentavos(total),
  };
}

function isInterestadual({ origem, destino }: Entrega): boolean {
  return origem.uf !== destino.uf;
}

function writeIde(pedido: PedidoCteSimplificado, identidade: Identidade): string {
  const [primeira] = pedido.entregas;
  const inicio = {
    cfop: isInterestadual(primeira) ? "6353" : "5353",
    natureza: "Prestação de serviço de transporte",
    tpCTe: TP_CTE_SIMPLIFICADO,
    modal: codigoOfModal("rodoviario"),
    tpServ: "0",
  };
  return element(
    "ide",
    writeInicio(inicio, identidade),
    leaf("UFIni", primeira.origem.uf),
    leaf("UFFim", primeira.destino.uf),
    leaf("retira", "1"),
    writeContingencia(pedido, identidade.dataHora),
  );
}

function writeDet({ origem, destino, valorPrestacao, chavesNFe }: Entrega, numero: number): string {
  const valor = writeCentavos(valorPrestacao);
  return element(
    `det nItem="${numero}"`,
    leaf("cMunIni", origem.codigoMunicipio),
    leaf("xMunIni", origem.municipio),
    leaf("cMunFim", destino.codigoMunicipio),
    leaf("xMunFim", destino.municipio),
    leaf("vPrest", valor),
    leaf("vRec", valor),
    writeComponentes(valorPrestacao),
    ...chavesNFe.map((chave) => element("infNFe", leaf("chNFe", chave))),
  );
}
