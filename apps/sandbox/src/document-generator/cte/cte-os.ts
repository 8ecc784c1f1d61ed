import type { Uf } from "@malote/syntax";
import type { RandomSource } from "../../random-source.ts";
import { INSURER, type Transportadora } from "../companies/carriers.ts";
import type { Empresa, Endereco } from "../companies/companies.ts";
import { CTE_OS } from "../documento/document-family.ts";
import {
  type DocumentIdentity,
  type DocumentInput,
  makeIdentity,
  signDocumento,
} from "../documento/documento.ts";
import { type Cents, percentOfCents, writeCents } from "../xml/cents.ts";
import type { Signer } from "../xml/sign-element.ts";
import { element, leaf } from "../xml/write-xml.ts";
import type { SignedCte } from "./cte.ts";
import { writeIdeStart, writeRouteMunicipio } from "./cte-ide.ts";
import { codigoOfModal } from "./cte-modal.ts";
import { writeCteSuplemento, writeEmitente, writeTomador } from "./cte-parties.ts";
import { writeImp, writeVPrest } from "./cte-taxes.ts";

/** The input of a CT-e OS: passengers carried by charter. */
export type CteOsInput = DocumentInput & {
  transportadora: Transportadora;
  tomador: Empresa;
  origem: Endereco;
  destino: Endereco;
  /** States crossed between origin and destination. */
  percurso: readonly Uf[];
  passageiros: number;
  valorPrestacao: Cents;
};

const MODELO = "67";
const TRANSPORTE_DE_PESSOAS = "6";
const SEGURO_DO_EMITENTE = "4";
const FRETAMENTO_EVENTUAL = "1";
const PIS = "0.65";
const COFINS = "3.00";

/** Writes and signs a CT-e OS 67, layout 4.00. */
export function signCteOs(input: CteOsInput, signer: Signer, random: RandomSource): SignedCte {
  const { transportadora, tomador, valorPrestacao, origem, destino } = input;
  const identity = makeIdentity(input, { familia: CTE_OS, modelo: MODELO, emitente: transportadora }, random);
  const partes = [
    writeIde(input, identity),
    element("compl", leaf("xObs", "Fretamento eventual. Documento de demonstração, sem valor fiscal.")),
    writeEmitente(transportadora),
    writeTomador("toma", tomador, ""),
    writeVPrest(valorPrestacao),
    writeImp(valorPrestacao, origem.uf !== destino.uf, writeFederalTaxes(valorPrestacao)),
    writeService(input, identity),
  ];
  const suplemento = (): string => writeCteSuplemento(identity);
  return {
    ...signDocumento(identity, { partes, suplemento }, signer),
    transportadora,
    tomador,
    valorTotal: writeCents(valorPrestacao),
  };
}

function writeIde({ origem, destino, percurso }: CteOsInput, identity: DocumentIdentity): string {
  const start = {
    cfop: origem.uf === destino.uf ? "5357" : "6357",
    natureza: "Transporte de pessoas por fretamento",
    tpCTe: "0",
    modal: codigoOfModal("rodoviario"),
    tpServ: TRANSPORTE_DE_PESSOAS,
  };
  return element(
    "ide",
    writeIdeStart(start, identity),
    leaf("indIEToma", "1"),
    writeRouteMunicipio("Ini", origem),
    writeRouteMunicipio("Fim", destino),
    ...percurso.map((uf) => element("infPercurso", leaf("UFPer", uf))),
  );
}

function writeFederalTaxes(valor: Cents): string {
  return element(
    "infTribFed",
    leaf("vPIS", writeCents(percentOfCents(valor, PIS))),
    leaf("vCOFINS", writeCents(percentOfCents(valor, COFINS))),
  );
}

function writeService({ transportadora, passageiros }: CteOsInput, { dataHora }: DocumentIdentity): string {
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
      leaf("xSeg", INSURER.nome),
      leaf("nApol", INSURER.apolice),
    ),
    element('infModal versaoModal="4.00"', rodoOS),
  );
}
