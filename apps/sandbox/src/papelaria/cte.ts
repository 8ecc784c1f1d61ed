import type { Valor } from "@malote/syntax";
import type { Sorteio } from "../sorteio.ts";
import type { Assinante } from "./assinatura.ts";
import type { Carga } from "./carga.ts";
import { writeCteIde } from "./cte-ide.ts";
import { writeImp, writeVPrest } from "./cte-imposto.ts";
import { type Modal, writeInfModal } from "./cte-modal.ts";
import {
  type Papel,
  writeEmitente,
  writeInfCarga,
  writeParticipante,
  writeSuplementoCte,
} from "./cte-partes.ts";
import { type Centavos, writeCentavos } from "./decimal.ts";
import {
  type DocumentoAssinado,
  type Identidade,
  identify,
  type Pedido,
  signDocumento,
} from "./documento.ts";
import type { Empresa } from "./empresas.ts";
import { CTE } from "./familia.ts";
import type { Transportadora } from "./transportadoras.ts";
import { element, leaf } from "./write-xml.ts";

/** The parties of a CT-e by role. */
export type Participantes = {
  remetente: Empresa;
  destinatario: Empresa;
  expedidor?: Empresa;
  recebedor?: Empresa;
};

/** The input of a CT-e. */
export type PedidoCte = Pedido &
  Participantes & {
    transportadora: Transportadora;
    /** One of the parties (toma3), or another company (toma4). */
    tomador: keyof Participantes | Empresa;
    modal: Modal;
    carga: Carga;
    valorPrestacao: Centavos;
    /** Keys of the transported NF-e. */
    chavesNFe: readonly string[];
    observacao?: string;
  };

/** A signed CT-e of any layout, not yet authorized. */
export type CteAssinado = DocumentoAssinado & {
  transportadora: Transportadora;
  tomador: Empresa;
  valorTotal: Valor;
};

const MODELO = "57";
const DAY_MS = 86_400_000;
const DAYS_TO_DELIVER = 3;

/** Writes and signs a CT-e 57, layout 4.00. */
export function signCte(pedido: PedidoCte, assinante: Assinante, sorteio: Sorteio): CteAssinado {
  const { transportadora, valorPrestacao } = pedido;
  const identidade = identify(pedido, { familia: CTE, modelo: MODELO, emitente: transportadora }, sorteio);
  const partes = [
    writeCteIde(pedido, identidade),
    element("compl", leaf("xObs", pedido.observacao ?? "Documento de demonstração, sem valor fiscal.")),
    writeEmitente(transportadora),
    ...writeParticipantes(pedido, identidade),
    writeVPrest(valorPrestacao),
    writeImp(valorPrestacao, isInterestadual(pedido)),
    writeInfCteNorm(pedido, identidade),
  ];
  const suplemento = (): string => writeSuplementoCte(identidade);
  return {
    ...signDocumento(identidade, { partes, suplemento }, assinante),
    transportadora,
    tomador: tomadorOf(pedido),
    valorTotal: writeCentavos(valorPrestacao),
  };
}

/** The tomador as a company.   @throws RangeError when the input lacks the named party */
export function tomadorOf({ tomador, ...pedido }: PedidoCte): Empresa {
  if (typeof tomador !== "string") return tomador;
  const empresa = pedido[tomador];
  if (!empresa) throw new RangeError(`no ${tomador}`);
  return empresa;
}

export function isInterestadual({ remetente, destinatario }: Participantes): boolean {
  return remetente.endereco.uf !== destinatario.endereco.uf;
}

function writeParticipantes(pedido: PedidoCte, { ambiente }: Identidade): string[] {
  const partes: [Papel, Empresa | undefined][] = [
    ["rem", pedido.remetente],
    ["exped", pedido.expedidor],
    ["receb", pedido.recebedor],
    ["dest", pedido.destinatario],
  ];
  return partes.map(([papel, empresa]) => (empresa ? writeParticipante(papel, empresa, ambiente) : ""));
}

function writeInfCteNorm(pedido: PedidoCte, { dataHora, numero }: Identidade): string {
  const previsao = previsaoOf(dataHora);
  const infNFe = pedido.chavesNFe.map((chave) =>
    element("infNFe", leaf("chave", chave), leaf("dPrev", previsao)),
  );
  const { modal, transportadora, valorPrestacao: valor } = pedido;
  return element(
    "infCTeNorm",
    writeInfCarga(pedido.carga, { peso: "PESO BRUTO", volume: "VOLUMES" }),
    element("infDoc", ...infNFe),
    writeInfModal({ modal, transportadora, previsao, numero, valor }),
  );
}

/** The expected day of delivery: some days after the emission. */
export function previsaoOf(dataHora: string): string {
  const emissao = Date.parse(`${dataHora.slice(0, 10)}T12:00:00Z`);
  return new Date(emissao + DAYS_TO_DELIVER * DAY_MS).toISOString().slice(0, 10);
}
