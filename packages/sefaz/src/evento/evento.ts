import { signEvento } from "@malote/dfe";
import {
  type ChaveAcesso,
  type Family,
  InvalidChaveAcessoError,
  isChaveAcesso,
  isCnpj,
  isCpf,
  splitChaveAcesso,
  ufOfCode,
} from "@malote/syntax";
import type { CertificadoA1 } from "../certificado/certificado.ts";
import type { EndpointQuery } from "../endpoints.ts";
import { LAYOUTS, type Layout } from "../tables/layouts.ts";
import { OWN_EVENTOS, type OwnTpEvento } from "../tables/own-eventos.ts";
import { type Ambiente, familyOfModelo } from "../tables/services.ts";
import { type EventoDetail, writeEventoDetail } from "./evento-detail.ts";

/** An evento to write. `autor` is the CNPJ or CPF of its author; `cUFAutor` is the author's UF (IBGE
 * code), for the eventos of the reform. `dhEvento` is ISO with its own offset, of whole hours. */
export type EventoRequest = EventoDetail & {
  chave: ChaveAcesso;
  ambiente: Ambiente;
  autor: string;
  cUFAutor?: string;
  tpEvento: OwnTpEvento;
  nSeqEvento: number;
  dhEvento: string;
};

/** A signed evento, to send once or again. `xml` is the whole evento or eventoCTe element, with its xmlns. */
export type SignedEvento = {
  chave: ChaveAcesso;
  ambiente: Ambiente;
  tpEvento: OwnTpEvento;
  nSeqEvento: number;
  xml: Uint8Array;
};

/** The service that receives an evento. */
export function endpointQueryOfEvento({
  chave,
  ambiente,
  tpEvento,
}: Omit<SignedEvento, "xml" | "nSeqEvento">): EndpointQuery {
  return { ...splitChaveAcesso(chave), ambiente, servico: OWN_EVENTOS[tpEvento].servico };
}

const DH_EVENTO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:([+-](?:0\d|1[0-2]):00)|Z)$/;
const PROGRAM = "Malote";

/** Writes an evento and signs it with rsa-sha1, as SEFAZ demands.
 * @throws RangeError for what the layout cannot hold, InvalidChaveAcessoError
 * @source NT 2020.001, e210200_v1.00.xsd to e210240_v1.00.xsd; NT 2025.002, e211110_v1.00.xsd to
 * e110001_v1.00.xsd; MOC CT-e 4.00, evPrestDesacordo_v4.00.xsd, evCancPrestDesacordo_v4.00.xsd */
export async function writeEvento(request: EventoRequest, certificado: CertificadoA1): Promise<SignedEvento> {
  const { chave, ambiente, tpEvento, nSeqEvento } = request;
  if (!isChaveAcesso(chave)) throw new InvalidChaveAcessoError("not an access key");
  const family = familyOfModelo(splitChaveAcesso(chave).modelo);
  const signedXml = await signEvento(toXml(request, family), certificado);
  return { chave, ambiente, tpEvento, nSeqEvento, xml: new TextEncoder().encode(signedXml) };
}

function toXml(request: EventoRequest, family: Family): string {
  const { chave, ambiente, tpEvento, nSeqEvento } = request;
  if (OWN_EVENTOS[tpEvento].family !== family) throw new RangeError(`${tpEvento} is no evento of ${family}`);
  const layout = LAYOUTS[family];
  const version = layout.eventoForm === "lote" ? `<verEvento>${layout.eventoVersion}</verEvento>` : "";
  const inf =
    `<infEvento Id="${idOf(request, layout)}"><cOrgao>${orgaoOf(request)}</cOrgao><tpAmb>${ambiente}</tpAmb>` +
    `${autorOf(request.autor)}<${layout.chave}>${chave}</${layout.chave}><dhEvento>${dhEventoOf(request.dhEvento)}</dhEvento>` +
    `<tpEvento>${tpEvento}</tpEvento><nSeqEvento>${nSeqEvento}</nSeqEvento>${version}${detEventoOf(request, layout)}</infEvento>`;
  return `<${layout.evento} xmlns="${layout.ns}" versao="${layout.eventoVersion}">${inf}</${layout.evento}>`;
}

function idOf({ chave, tpEvento, nSeqEvento }: EventoRequest, { sequenceDigits }: Layout): string {
  const max = 10 ** sequenceDigits - 1;
  if (!Number.isInteger(nSeqEvento) || nSeqEvento < 1 || nSeqEvento > max)
    throw new RangeError(`nSeqEvento goes from 1 to ${max}`);
  return `ID${tpEvento}${chave}${String(nSeqEvento).padStart(sequenceDigits, "0")}`;
}

function orgaoOf({ chave, tpEvento }: EventoRequest): string {
  return OWN_EVENTOS[tpEvento].cOrgao ?? splitChaveAcesso(chave).cUF;
}

function autorOf(autor: string): string {
  if (isCnpj(autor)) return `<CNPJ>${autor}</CNPJ>`;
  if (isCpf(autor)) return `<CPF>${autor}</CPF>`;
  throw new RangeError("autor is a CNPJ or a CPF");
}

// The layout allows neither fractions of a second nor "Z".
function dhEventoOf(dhEvento: string): string {
  const match = DH_EVENTO.exec(dhEvento);
  if (!match || Number.isNaN(Date.parse(dhEvento)))
    throw new RangeError("dhEvento is ISO with its own offset");
  return `${match[1]}${match[2] ?? "+00:00"}`;
}

function detEventoOf(request: EventoRequest, layout: Layout): string {
  const { group, descEvento, detail: pede } = OWN_EVENTOS[request.tpEvento];
  const detailXml = pede === null ? "" : writeEventoDetail(pede, request);
  const inner = `<descEvento>${descEvento}</descEvento>${autoriaOf(request)}${detailXml}`;
  if (layout.eventoForm === "lote") return `<detEvento versao="${layout.eventoVersion}">${inner}</detEvento>`;
  return `<detEvento versaoEvento="${layout.eventoVersion}"><${group}>${inner}</${group}></detEvento>`;
}

function autoriaOf({ tpEvento, cUFAutor = "" }: EventoRequest): string {
  const { author: autoria } = OWN_EVENTOS[tpEvento];
  if (autoria === null) return "";
  if (!ufOfCode(cUFAutor)) throw new RangeError("cUFAutor is not the code of a UF");
  const tpAutor = autoria.tpAutor === null ? "" : `<tpAutor>${autoria.tpAutor}</tpAutor>`;
  return `<cOrgaoAutor>${cUFAutor}</cOrgaoAutor>${tpAutor}<verAplic>${PROGRAM}</verAplic>`;
}
