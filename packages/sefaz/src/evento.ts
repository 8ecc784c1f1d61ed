import { signEvento } from "@malote/dfe";
import {
  type ChaveAcesso,
  InvalidChaveAcessoError,
  isChaveAcesso,
  isCnpj,
  isCpf,
  splitChaveAcesso,
} from "@malote/syntax";
import type { CertificadoA1 } from "./certificado.ts";
import { foldJustificativa } from "./justificativa.ts";
import { EVENTOS_NOSSOS, type TpEventoNosso } from "./tables/eventos-nossos.ts";
import { LEIAUTES, type Leiaute } from "./tables/leiautes.ts";
import { type Ambiente, type Familia, familiaOfModelo } from "./tables/servicos.ts";
import { escapeXml } from "./xml.ts";

/** An evento of ours to be written. `autor` is the CNPJ or CPF that speaks; `dhEvento` is ISO with its own offset, of whole hours;
 * `justificativa` goes with 210240 and 610110, `protocoloDesacordo` (nProt of the 610110 that ends) with 610111. */
export type PedidoEvento = {
  chave: ChaveAcesso;
  ambiente: Ambiente;
  autor: string;
  tpEvento: TpEventoNosso;
  nSeqEvento: number;
  dhEvento: string;
  justificativa?: string;
  protocoloDesacordo?: string;
};

/** A signed evento, to be sent, and sent again. `xml` is the whole evento or eventoCTe element, with its xmlns. */
export type EventoPronto = {
  chave: ChaveAcesso;
  ambiente: Ambiente;
  tpEvento: string;
  nSeqEvento: number;
  xml: Uint8Array;
};

const DH_EVENTO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:([+-](?:0\d|1[0-2]):00)|Z)$/;
const PROTOCOLO = /^[0-9]{15}$/;
const AMBIENTE_NACIONAL = "91";

/** Writes an evento and signs it, rsa-sha1 as the State demands.
 * @throws RangeError for what the layout cannot carry, InvalidChaveAcessoError
 * @source NT 2020.001, e210200_v1.00.xsd to e210240_v1.00.xsd; MOC CT-e 4.00, evPrestDesacordo_v4.00.xsd, evCancPrestDesacordo_v4.00.xsd */
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
    `<infEvento Id="${idOf(pedido, leiaute)}"><cOrgao>${orgaoOf(chave, familia)}</cOrgao><tpAmb>${ambiente}</tpAmb>` +
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

// Manifestação is registered by the Ambiente Nacional, the tomador's word about a CT-e by the UF that authorized it.
function orgaoOf(chave: ChaveAcesso, familia: Familia): string {
  return familia === "nfe" ? AMBIENTE_NACIONAL : splitChaveAcesso(chave).cUF;
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
  const dentro = `<descEvento>${descEvento}</descEvento>${pede ? PEDIDOS[pede](pedido) : ""}`;
  if (familia === "nfe") return `<detEvento versao="${leiaute.versaoEvento}">${dentro}</detEvento>`;
  return `<detEvento versaoEvento="${leiaute.versaoEvento}"><${grupo}>${dentro}</${grupo}></detEvento>`;
}

const PEDIDOS = {
  xJust: (pedido: PedidoEvento) => `<xJust>${justificativaOf(pedido)}</xJust>`,
  xObs: (pedido: PedidoEvento) =>
    `<indDesacordoOper>1</indDesacordoOper><xObs>${justificativaOf(pedido)}</xObs>`,
  nProtEvPrestDes: ({ protocoloDesacordo = "" }: PedidoEvento) => {
    if (!PROTOCOLO.test(protocoloDesacordo)) throw new RangeError("protocoloDesacordo has 15 digits");
    return `<nProtEvPrestDes>${protocoloDesacordo}</nProtEvPrestDes>`;
  },
};

function justificativaOf({ justificativa = "" }: PedidoEvento): string {
  const dobrada = foldJustificativa(justificativa);
  if (dobrada === null) throw new RangeError("justificativa has 15 to 255 characters of Latin-1");
  return escapeXml(dobrada);
}
