import { signEvento } from "@malote/dfe";
import {
  type ChaveAcesso,
  InvalidChaveAcessoError,
  isChaveAcesso,
  isCnpj,
  isCpf,
  splitChaveAcesso,
  ufOfCodigo,
} from "@malote/syntax";
import type { CertificadoA1 } from "./certificado.ts";
import { type DizeresEvento, writeDizeres } from "./detalhe-evento.ts";
import type { Destino } from "./endpoints.ts";
import { EVENTOS_NOSSOS, type TpEventoNosso } from "./tables/eventos-nossos.ts";
import { LEIAUTES, type Leiaute } from "./tables/leiautes.ts";
import { type Ambiente, type Familia, familiaOfModelo } from "./tables/servicos.ts";

/**
 * An evento of ours to be written. `autor` is the CNPJ or CPF that speaks, `cUFAutor` its UF (IBGE
 * code), which the eventos of the reform name; `dhEvento` is ISO with its own offset, of whole
 * hours.
 */
export type PedidoEvento = DizeresEvento & {
  chave: ChaveAcesso;
  ambiente: Ambiente;
  autor: string;
  cUFAutor?: string;
  tpEvento: TpEventoNosso;
  nSeqEvento: number;
  dhEvento: string;
};

/** A signed evento, to be sent, and sent again. `xml` is the whole evento or eventoCTe element, with its xmlns. */
export type EventoPronto = {
  chave: ChaveAcesso;
  ambiente: Ambiente;
  tpEvento: TpEventoNosso;
  nSeqEvento: number;
  xml: Uint8Array;
};

/** Where an evento of ours goes. */
export function destinoOfEvento({
  chave,
  ambiente,
  tpEvento,
}: Omit<EventoPronto, "xml" | "nSeqEvento">): Destino {
  return { ...splitChaveAcesso(chave), ambiente, servico: EVENTOS_NOSSOS[tpEvento].servico };
}

const DH_EVENTO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:([+-](?:0\d|1[0-2]):00)|Z)$/;
const AMBIENTE_NACIONAL = "91";
/** SVRS as the authority of the eventos of the reform, whatever the UF. @source NT 2025.002 v1.52 §8 */
const SVRS_REFORMA = "92";
const PROGRAMA = "Malote";

/**
 * Writes an evento and signs it, rsa-sha1 as the State demands.
 * @throws RangeError for what the layout cannot carry, InvalidChaveAcessoError
 * @source NT 2020.001, e210200_v1.00.xsd to e210240_v1.00.xsd; NT 2025.002, e211110_v1.00.xsd to
 * e110001_v1.00.xsd; MOC CT-e 4.00, evPrestDesacordo_v4.00.xsd, evCancPrestDesacordo_v4.00.xsd
 */
export async function writeEvento(pedido: PedidoEvento, certificado: CertificadoA1): Promise<EventoPronto> {
  const { chave, ambiente, tpEvento, nSeqEvento } = pedido;
  if (!isChaveAcesso(chave)) throw new InvalidChaveAcessoError("not an access key");
  const familia = familiaOfModelo(splitChaveAcesso(chave).modelo);
  const assinado = await signEvento(toXml(pedido, familia), certificado);
  return { chave, ambiente, tpEvento, nSeqEvento, xml: new TextEncoder().encode(assinado) };
}

function toXml(pedido: PedidoEvento, familia: Familia): string {
  const { chave, ambiente, tpEvento, nSeqEvento } = pedido;
  if (EVENTOS_NOSSOS[tpEvento].familia !== familia)
    throw new RangeError(`${tpEvento} is no evento of ${familia}`);
  const leiaute = LEIAUTES[familia];
  const versao = familia === "nfe" ? `<verEvento>${leiaute.versaoEvento}</verEvento>` : "";
  const inf =
    `<infEvento Id="${idOf(pedido, leiaute)}"><cOrgao>${orgaoOf(pedido)}</cOrgao><tpAmb>${ambiente}</tpAmb>` +
    `${autorOf(pedido.autor)}<${leiaute.chave}>${chave}</${leiaute.chave}><dhEvento>${dhEventoOf(pedido.dhEvento)}</dhEvento>` +
    `<tpEvento>${tpEvento}</tpEvento><nSeqEvento>${nSeqEvento}</nSeqEvento>${versao}${detEventoOf(pedido, leiaute)}</infEvento>`;
  return `<${leiaute.evento} xmlns="${leiaute.ns}" versao="${leiaute.versaoEvento}">${inf}</${leiaute.evento}>`;
}

function idOf({ chave, tpEvento, nSeqEvento }: PedidoEvento, { digitosSeq }: Leiaute): string {
  const max = 10 ** digitosSeq - 1;
  if (!Number.isInteger(nSeqEvento) || nSeqEvento < 1 || nSeqEvento > max)
    throw new RangeError(`nSeqEvento goes from 1 to ${max}`);
  return `ID${tpEvento}${chave}${String(nSeqEvento).padStart(digitosSeq, "0")}`;
}

// Manifestação is registered by the Ambiente Nacional, the reform by SVRS, the tomador's word by
// the UF that authorized the CT-e.
function orgaoOf({ chave, tpEvento }: PedidoEvento): string {
  const { familia, servico } = EVENTOS_NOSSOS[tpEvento];
  if (familia === "cte") return splitChaveAcesso(chave).cUF;
  return servico === "recepcaoEventoSvrs" ? SVRS_REFORMA : AMBIENTE_NACIONAL;
}

function autorOf(autor: string): string {
  if (isCnpj(autor)) return `<CNPJ>${autor}</CNPJ>`;
  if (isCpf(autor)) return `<CPF>${autor}</CPF>`;
  throw new RangeError("autor is a CNPJ or a CPF");
}

// The layout knows neither fractions of a second nor "Z".
function dhEventoOf(dhEvento: string): string {
  const lido = DH_EVENTO.exec(dhEvento);
  if (!lido || Number.isNaN(Date.parse(dhEvento)))
    throw new RangeError("dhEvento is ISO with its own offset");
  return `${lido[1]}${lido[2] ?? "+00:00"}`;
}

function detEventoOf(pedido: PedidoEvento, leiaute: Leiaute): string {
  const { familia, grupo, descEvento, pede } = EVENTOS_NOSSOS[pedido.tpEvento];
  const dizeres = pede === null ? "" : writeDizeres(pede, pedido);
  const dentro = `<descEvento>${descEvento}</descEvento>${autoriaOf(pedido)}${dizeres}`;
  if (familia === "nfe") return `<detEvento versao="${leiaute.versaoEvento}">${dentro}</detEvento>`;
  return `<detEvento versaoEvento="${leiaute.versaoEvento}"><${grupo}>${dentro}</${grupo}></detEvento>`;
}

function autoriaOf({ tpEvento, cUFAutor = "" }: PedidoEvento): string {
  const { autoria } = EVENTOS_NOSSOS[tpEvento];
  if (autoria === null) return "";
  if (!ufOfCodigo(cUFAutor)) throw new RangeError("cUFAutor is the code of a UF");
  const tpAutor = autoria.tpAutor === null ? "" : `<tpAutor>${autoria.tpAutor}</tpAutor>`;
  return `<cOrgaoAutor>${cUFAutor}</cOrgaoAutor>${tpAutor}<verAplic>${PROGRAMA}</verAplic>`;
}
