import { CHAVE_ACESSO_PATTERN, type ChaveAcesso, MODELOS, splitChaveAcesso, tiposWith } from "@malote/syntax";
import { readConsulta } from "../../consulta/read-consulta.ts";
import { childrenOf } from "../../read/fields/fields.ts";
import type { LocatedDocumento } from "../../read/locate.ts";
import { readAlertas } from "../../read/sefaz/alerts.ts";
import { attributeOf, type XmlElement } from "../../xml/tree.ts";
import { fieldTextOf } from "../fields.ts";
import { compareProtocolo } from "../protocolo.ts";
import type { PrintedData } from "../scalars.ts";
import { readAdicionais, readReferencias } from "./additional-data.ts";
import { readCobranca } from "./cobranca.ts";
import { at, dataAt, orNull, textsAt } from "./fields.ts";
import { readItem } from "./items.ts";
import { readPessoa, readPessoaOrNull } from "./parties.ts";
import { readTotais } from "./totals.ts";
import { readTransporte } from "./transport.ts";
import type { PrintedNfe, PrintedProtocolo } from "./types.ts";

export type * from "./types.ts";

/** The layout allows 990; beyond twice as many, items are omitted and counted. */
const ITENS_MAX = 2_000;
const TIME = /^[0-9]{2}:[0-9]{2}/;

const MODELOS_NFE = tiposWith("family", "nfe").map((tipo) => MODELOS[tipo].modelo);

/** Reads the printed form of an NF-e or NFC-e of any layout since 1.10. Unreadable fields are null; nothing
 * is judged.
 * @source MOC NF-e 7.0, Anexo I and II; leiauteNFe_v4.00.xsd, leiauteNFe_v3.10.xsd, leiauteNFe_v2.00.xsd; NT
 * 2025.002 */
export function readPrintedNfe(location: LocatedDocumento): PrintedNfe {
  const { assinado, assinaturas } = location;
  const ide = at(assinado, "ide");
  const chave = readChave(assinado);
  const modelo = fieldTextOf(ide, "mod") ?? (chave && splitChaveAcesso(chave).modelo);
  const dets = childrenOf(assinado, "det");
  const digest = fieldTextOf(at(assinaturas[0] ?? null, "SignedInfo", "Reference"), "DigestValue");
  return {
    kind: "nfe",
    modelo: MODELOS_NFE.find((each) => each === modelo) ?? MODELOS.NFe.modelo,
    versao: attributeOf(assinado, "versao"),
    chave,
    ...readIde(ide),
    protocolo: readProtocolo(location, { chave, digest, ambiente: fieldTextOf(ide, "tpAmb") }),
    referencias: readReferencias(ide, dets.slice(0, ITENS_MAX)),
    emitente: readPessoa(at(assinado, "emit"), "enderEmit"),
    destinatario: readPessoaOrNull(at(assinado, "dest"), "enderDest"),
    retirada: readPessoaOrNull(at(assinado, "retirada"), null),
    entrega: readPessoaOrNull(at(assinado, "entrega"), null),
    itens: dets.slice(0, ITENS_MAX).map(readItem),
    itensOmitidos: Math.max(0, dets.length - ITENS_MAX),
    totais: readTotais(at(assinado, "total")),
    cobranca: readCobranca(assinado),
    transporte: readTransporte(at(assinado, "transp")),
    adicionais: readAdicionais(assinado),
    ...readSuplemento(location),
    digest,
  };
}

function readIde(
  ide: XmlElement | null,
): Pick<
  PrintedNfe,
  | "numero"
  | "serie"
  | "naturezaOperacao"
  | "tipoOperacao"
  | "formatoImpressao"
  | "tipoEmissao"
  | "finalidade"
  | "tipoDebito"
  | "tipoCredito"
  | "emissao"
  | "saida"
  | "homologacao"
  | "contingencia"
> {
  return {
    ...textsAt(ide, {
      numero: "nNF",
      serie: "serie",
      naturezaOperacao: "natOp",
      tipoOperacao: "tpNF",
      formatoImpressao: "tpImp",
      tipoEmissao: "tpEmis",
      finalidade: "finNFe",
      tipoDebito: "tpNFDebito",
      tipoCredito: "tpNFCredito",
    }),
    emissao: dataAt(ide, "dhEmi") ?? dataAt(ide, "dEmi"),
    saida: dataAt(ide, "dhSaiEnt") ?? readOldSaida(ide),
    homologacao: fieldTextOf(ide, "tpAmb") === "2",
    contingencia: orNull({ inicio: dataAt(ide, "dhCont"), justificativa: fieldTextOf(ide, "xJust") }),
  };
}

/** Unsigned addresses are printed only if they match those that SEFAZ publishes. */
function readSuplemento(location: LocatedDocumento): Pick<PrintedNfe, "suplemento" | "semQrCode"> {
  const { qrCode, urlChave, publicado } = readConsulta(location);
  const address = urlChave && (urlChave.texto ?? publicado);
  return {
    suplemento: orNull({ qrCode: qrCode?.texto ?? null, urlChave: address }),
    semQrCode: qrCode !== null && qrCode.texto === null,
  };
}

/** Layouts before 3.10 have date and time in separate fields. */
function readOldSaida(ide: XmlElement | null): PrintedData | null {
  const day = dataAt(ide, "dSaiEnt");
  const time = fieldTextOf(ide, "hSaiEnt");
  return day !== null && time !== null && TIME.test(time) ? `${day}T${time}` : day;
}

function readChave(assinado: XmlElement): ChaveAcesso | null {
  const chave = (attributeOf(assinado, "Id") ?? "").trim().replace(/^NFe/, "");
  return CHAVE_ACESSO_PATTERN.test(chave) ? chave : null;
}

function readProtocolo(
  location: LocatedDocumento,
  documento: Parameters<typeof compareProtocolo>[1],
): PrintedProtocolo | null {
  const { resposta } = location;
  if (!resposta) return null;
  return {
    numero: fieldTextOf(resposta, "nProt"),
    recebimento: dataAt(resposta, "dhRecbto"),
    cStat: fieldTextOf(resposta, "cStat"),
    motivo: fieldTextOf(resposta, "xMotivo"),
    mensagens: readAlertas(resposta).map(({ texto }) => texto),
    divergencias: compareProtocolo(location, documento),
  };
}
