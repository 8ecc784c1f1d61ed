import { CHAVE_ACESSO_PATTERN, splitChaveAcesso, ufOfCode } from "@malote/syntax";
import type { ParsedEvento } from "../reading.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { childOf, childrenOf, fieldOf, LayoutError, requireField, textFieldOf } from "./fields/fields.ts";
import { readAmbiente } from "./fields/header.ts";
import { readInstante } from "./fields/instant.ts";
import { readDocumento } from "./fields/party.ts";
import { isOldCancelamento, type Layout } from "./layouts.ts";
import type { LocatedDocumento } from "./locate.ts";
import { SefazAnswer } from "./sefaz/answer.ts";

const TP_EVENTO = /^[0-9]{6}$/;
const SEQUENCIA = /^[0-9]{1,3}$/;
/** The fields with the reason or purpose, the most explicit first. */
const MOTIVOS = ["xJust", "xCorrecao", "xJustMotivo", "xObs", "xRegistro"];

/** The evento fields of a cancelamento from before eventos existed. */
export const OLD_CANCELAMENTO = { tpEvento: "110111", nSeqEvento: "1", descEvento: "Cancelamento" };

/** Reads an evento of any family, known or unknown; the autor
 * signs its own part, but SEFAZ's answer is unsigned.
 * @throws LayoutError
 * @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd */
export function readEvento(location: LocatedDocumento): ParsedEvento {
  const { assinado, resposta, repeated, layout } = location;
  if (isOldCancelamento(layout)) return readOldCancelamento(location);
  const detail = findDetail(assinado);
  const chaveAcesso = requireField(assinado, layout.chave, CHAVE_ACESSO_PATTERN);
  const uf = ufOfCode(chaveAcesso.slice(0, 2)) ?? "";
  const named = textFieldOf(detail, "descEvento") ?? textFieldOf(detail, "xEvento");
  const answer = new SefazAnswer(resposta, repeated);
  const descEvento = named ?? answer.text("xEvento") ?? "";
  return {
    chaveAcesso,
    tpEvento: requireField(assinado, "tpEvento", TP_EVENTO),
    nSeqEvento: withoutZeros(requireField(assinado, "nSeqEvento", SEQUENCIA)),
    descEvento,
    autor: readAutor(assinado),
    dataEvento: readInstante(requireField(assinado, "dhEvento"), "dhEvento", uf),
    ...readRegistro(resposta, { repeated: answer.defeitos, layout, chaveAcesso }),
    justificativa: readMotivo(detail) ?? readCorrecoes(detail),
    ambiente: readAmbiente(assinado),
  };
}

/** Reads a cancelamento from before eventos existed. Its
 * autor is the emitente in the key: no other could send it.
 * @throws LayoutError   @source leiauteCancNFe_v2.00.xsd, leiauteCancCTe_v1.04.xsd */
function readOldCancelamento({ assinado, resposta, repeated, layout }: LocatedDocumento): ParsedEvento {
  const chaveAcesso = requireField(assinado, layout.chave, CHAVE_ACESSO_PATTERN);
  const { protocoloData, ...registro } = readRegistro(resposta, { repeated, layout, chaveAcesso });
  return {
    ...OLD_CANCELAMENTO,
    ...registro,
    chaveAcesso,
    autor: splitChaveAcesso(chaveAcesso).documento,
    dataEvento: protocoloData ?? "",
    protocoloData,
    justificativa: readMotivo(assinado),
    ambiente: readAmbiente(assinado),
  };
}

/** Reads SEFAZ's answer to an evento without the evento: no autor signed any of it.
 * @returns null when it does not identify document and evento   @throws LayoutError */
export function readRegistroOnly(retorno: XmlElement, layout: Layout): ParsedEvento | null {
  const resposta = childOf(retorno, layout.resposta);
  const answer = new SefazAnswer(resposta);
  const chaveAcesso = answer.field(layout.chave) ?? "";
  const old = isOldCancelamento(layout) ? OLD_CANCELAMENTO : null;
  const tpEvento = old?.tpEvento ?? answer.field("tpEvento") ?? "";
  const nSeqEvento = old?.nSeqEvento ?? answer.field("nSeqEvento") ?? "";
  const isComplete = CHAVE_ACESSO_PATTERN.test(chaveAcesso) && TP_EVENTO.test(tpEvento);
  if (!isComplete || !SEQUENCIA.test(nSeqEvento)) return null;
  const registro = readRegistro(resposta, { repeated: [], layout, chaveAcesso });
  return {
    ...registro,
    chaveAcesso,
    tpEvento,
    nSeqEvento: withoutZeros(nSeqEvento),
    descEvento: old?.descEvento ?? answer.text("xEvento") ?? "",
    autor: "",
    dataEvento: registro.protocoloData ?? "",
    justificativa: null,
    ambiente: answer.field("tpAmb") === "2" ? "2" : "1",
  };
}

type RegistroData = Pick<ParsedEvento, "protocolo" | "protocoloData" | "cStat" | "xMotivo" | "defeitos">;

function readRegistro(
  resposta: XmlElement | null,
  { repeated, layout, chaveAcesso }: { repeated: readonly string[]; layout: Layout; chaveAcesso: string },
): RegistroData {
  const answer = new SefazAnswer(resposta, repeated);
  const uf = ufOfCode(chaveAcesso.slice(0, 2)) ?? "";
  const data = isOldCancelamento(layout) ? "dhRecbto" : "dhRegEvento";
  return {
    protocolo: answer.field("nProt"),
    protocoloData: answer.instante(data, uf),
    cStat: answer.field("cStat"),
    xMotivo: answer.text("xMotivo"),
    defeitos: answer.defeitos,
  };
}

function withoutZeros(numero: string): string {
  return numero.replace(/^0+(?=[0-9])/, "");
}

/** The element with the details: detEvento, or in a CT-e or MDF-e its only child (evCancCTe, evEncMDFe). */
function findDetail(assinado: XmlElement): XmlElement | null {
  const detEvento = childOf(assinado, "detEvento");
  if (!detEvento || childOf(detEvento, "descEvento")) return detEvento;
  return elementsOf(detEvento).find((each) => childOf(each, "descEvento") !== null) ?? detEvento;
}

function readAutor(assinado: XmlElement): string {
  const autor = readDocumento(assinado);
  if (autor === "") throw new LayoutError("campo-ausente", "infEvento/CNPJ");
  return autor;
}

function readMotivo(detail: XmlElement | null): string | null {
  for (const tag of MOTIVOS) {
    const text = textFieldOf(detail, tag);
    if (text !== null) return text;
  }
  return null;
}

/** The fields that the CC-e of a CT-e changes, by their
 * layout names: "rem/nro: 170; infQ[2]/qCarga: 10".
 * @source evCCeCTe_v4.00.xsd (infCorrecao) */
function readCorrecoes(detail: XmlElement | null): string | null {
  const correcoes = childrenOf(detail, "infCorrecao").map((each) => {
    const item = fieldOf(each, "nroItemAlterado");
    const group = `${fieldOf(each, "grupoAlterado") ?? ""}${item === null ? "" : `[${item}]`}`;
    return `${group}/${fieldOf(each, "campoAlterado") ?? ""}: ${textFieldOf(each, "valorAlterado") ?? ""}`;
  });
  return correcoes.length > 0 ? correcoes.join("; ") : null;
}
