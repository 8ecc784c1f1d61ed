import type { Uf } from "@malote/syntax";
import type { Sorteio } from "../sorteio.ts";
import type { Assinante } from "./assinatura.ts";
import type { CteAssinado } from "./cte.ts";
import { writeInicio, writeMunicipio } from "./cte-ide.ts";
import { writeImp, writeVPrest } from "./cte-imposto.ts";
import { codigoOfModal } from "./cte-modal.ts";
import { writeEmitente, writeSuplementoCte, writeTomador } from "./cte-partes.ts";
import { type Centavos, percentCentavos, writeCentavos } from "./decimal.ts";
import { type Identidade, identify, type Pedido, signDocumento } from "./documento.ts";
import type { Empresa, Endereco } from "./empresas.ts";
import { CTE_OS } from "./familia.ts";
import { SEGURADORA, type Transportadora } from "./transportadoras.ts";
import { element, leaf } from "./write-xml.ts";

/** The input of a CT-e OS: passengers carried by charter. */
export type PedidoCteOs = Pedido & {
  transportadora: Transportadora;
  tomador: Empresa;
  origem: Endereco;
  destino: Endereco;
  /** States crossed between origin and destination. */
  percurso: readonly Uf[];
  passageiros: number;
  valorPrestacao: Centavos;
};

const MODELO = "67";
const TRANSPORTE_DE_PESSOAS = "6";
const SEGURO_DO_EMITENTE = "4";
const FRETAMENTO_EVENTUAL = "1";
const PIS = "0.65";
const COFINS = "3.00";

/** Writes and signs a CT-e OS 67, layout 4.00. */
export function signCteOs(pedido: PedidoCteOs, assinante: Assinante, sorteio: Sorteio): CteAssinado {
  const { transportadora, tomador, valorPrestacao, origem, destino } = pedido;
  const identidade = identify(pedido, { familia: CTE_OS, modelo: MODELO, emitente: transportadora }, sorteio);
  const partes = [
    writeIde(pedido, identidade),
    element("compl", leaf("xObs", "Fretamento eventual. Documento de demonstração, sem valor fiscal.")),
    writeEmitente(transportadora),
    writeTomador("toma", tomador, ""),
    writeVPrest(valorPrestacao),
    writeImp(valorPrestacao, origem.uf !== destino.uf, writeTributosFederais(valorPrestacao)),
    writeServico(pedido, identidade),
  ];
  const suplemento = (): string => writeSuplementoCte(identidade);
  return {
    ...signDocumento(identidade, { partes, suplemento }, assinante),
    transportadora,
    tomador,
    valorTotal: writeCentavos(valorPrestacao),
  };
}

function writeIde({ origem, destino, percurso }: PedidoCteOs, identidade: Identidade): string {
  const inicio = {
    cfop: origem.uf === destino.uf ? "5357" : "6357",
    natureza: "Transporte de pessoas por fretamento",
    tpCTe: "0",
    modal: codigoOfModal("rodoviario"),
    tpServ: TRANSPORTE_DE_PESSOAS,
  };
  return element(
    "ide",
    writeInicio(inicio, identidade),
    leaf("indIEToma", "1"),
    writeMunicipio("Ini", origem),
    writeMunicipio("Fim", destino),
    ...percurso.map((uf) => element("infPercurso", leaf("UFPer", uf))),
  );
}

function writeTributosFederais(valor: Centavos): string {
  return element(
    "infTribFed",
    leaf("vPIS", writeCentavos(percentCentavos(valor, PIS))),
    leaf("vCOFINS", writeCentavos(percentCentavos(valor, COFINS))),
  );
}

function writeServico({ transportadora, passageiros }: PedidoCteOs, { dataHora }: Identidade): string {
  const { placa, renavam } = transportadora.veiculo;
  const rodoOS = element(
    "rodoOS",
    leaf("TAF", transportadora.taf),
    element("veic", leaf("placa", placa), leaf("RENAVAM", renavam), leaf("UF", transportadora.endereco.uf)),
    element("infFretamento", leaf("tpFretamento", FRETAMENTO_EVENTUAL), leaf("dhViagem", dataHora)),
  );
  return element(
    "infCTeNorm",
    element(
      "infServico",
      leaf("xDescServ", "Transporte de funcionários"),
      element("infQ", leaf("qCarga", `${passageiros}.0000`)),
    ),
    element(
      "seg",
      leaf("respSeg", SEGURO_DO_EMITENTE),
      leaf("xSeg", SEGURADORA.nome),
      leaf("nApol", SEGURADORA.apolice),
    ),
    element('infModal versaoModal="4.00"', rodoOS),
  );
}
