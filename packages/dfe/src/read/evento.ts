import { CHAVE_ACESSO_PATTERN, splitChaveAcesso, ufOfCodigo } from "@malote/syntax";
import type { EventoLido } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { childOf, childrenOf, fieldOf, LayoutError, requireField, textFieldOf } from "./fields/fields.ts";
import { readAmbiente } from "./fields/header.ts";
import { readInstante } from "./fields/instante.ts";
import { readDocumento } from "./fields/parte.ts";
import { isCancelamentoAntigo, type Layout } from "./layouts.ts";
import type { LocatedDocumento } from "./locate.ts";
import { SefazAnswer } from "./sefaz/answer.ts";

const TP_EVENTO = /^[0-9]{6}$/;
const SEQUENCIA = /^[0-9]{1,3}$/;
/** The fields with the reason or purpose, the most explicit first. */
const MOTIVOS = ["xJust", "xCorrecao", "xJustMotivo", "xObs", "xRegistro"];

/** The evento fields of a cancelamento from before eventos existed. */
export const CANCELAMENTO_ANTIGO = { tpEvento: "110111", nSeqEvento: "1", descEvento: "Cancelamento" };

/** Reads an evento of any family, known or unknown; the autor
 * signs its own part, but SEFAZ's answer is unsigned.
 * @throws LayoutError
 * @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd */
export function readEvento(location: LocatedDocumento): EventoLido {
  const { assinado, resposta, repeated, layout } = location;
  if (isCancelamentoAntigo(layout)) return readCancelamentoAntigo(location);
  const detalhe = findDetalhe(assinado);
  const chaveAcesso = requireField(assinado, layout.chave, CHAVE_ACESSO_PATTERN);
  const uf = ufOfCodigo(chaveAcesso.slice(0, 2)) ?? "";
  const named = textFieldOf(detalhe, "descEvento") ?? textFieldOf(detalhe, "xEvento");
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
    justificativa: readMotivo(detalhe) ?? readCorrecoes(detalhe),
    ambiente: readAmbiente(assinado),
  };
}

/** Reads a cancelamento from before eventos existed. Its
 * autor is the emitente in the key: no other could send it.
 * @throws LayoutError   @source leiauteCancNFe_v2.00.xsd, leiauteCancCTe_v1.04.xsd */
function readCancelamentoAntigo({ assinado, resposta, repeated, layout }: LocatedDocumento): EventoLido {
  const chaveAcesso = requireField(assinado, layout.chave, CHAVE_ACESSO_PATTERN);
  const { protocoloData, ...registro } = readRegistro(resposta, { repeated, layout, chaveAcesso });
  return {
    ...CANCELAMENTO_ANTIGO,
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
export function readSoRegistro(retorno: XmlElement, layout: Layout): EventoLido | null {
  const resposta = childOf(retorno, layout.resposta);
  const answer = new SefazAnswer(resposta);
  const chaveAcesso = answer.field(layout.chave) ?? "";
  const antigo = isCancelamentoAntigo(layout) ? CANCELAMENTO_ANTIGO : null;
  const tpEvento = antigo?.tpEvento ?? answer.field("tpEvento") ?? "";
  const nSeqEvento = antigo?.nSeqEvento ?? answer.field("nSeqEvento") ?? "";
  const isComplete = CHAVE_ACESSO_PATTERN.test(chaveAcesso) && TP_EVENTO.test(tpEvento);
  if (!isComplete || !SEQUENCIA.test(nSeqEvento)) return null;
  const registro = readRegistro(resposta, { repeated: [], layout, chaveAcesso });
  return {
    ...registro,
    chaveAcesso,
    tpEvento,
    nSeqEvento: withoutZeros(nSeqEvento),
    descEvento: antigo?.descEvento ?? answer.text("xEvento") ?? "",
    autor: "",
    dataEvento: registro.protocoloData ?? "",
    justificativa: null,
    ambiente: answer.field("tpAmb") === "2" ? "2" : "1",
  };
}

type DoRegistro = Pick<EventoLido, "protocolo" | "protocoloData" | "cStat" | "xMotivo" | "defeitos">;

function readRegistro(
  resposta: XmlElement | null,
  { repeated, layout, chaveAcesso }: { repeated: readonly string[]; layout: Layout; chaveAcesso: string },
): DoRegistro {
  const answer = new SefazAnswer(resposta, repeated);
  const uf = ufOfCodigo(chaveAcesso.slice(0, 2)) ?? "";
  const data = isCancelamentoAntigo(layout) ? "dhRecbto" : "dhRegEvento";
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
function findDetalhe(assinado: XmlElement): XmlElement | null {
  const detEvento = childOf(assinado, "detEvento");
  if (!detEvento || childOf(detEvento, "descEvento")) return detEvento;
  return elementsOf(detEvento).find((each) => childOf(each, "descEvento") !== null) ?? detEvento;
}

function readAutor(assinado: XmlElement): string {
  const autor = readDocumento(assinado);
  if (autor === "") throw new LayoutError("campo-ausente", "infEvento/CNPJ");
  return autor;
}

function readMotivo(detalhe: XmlElement | null): string | null {
  for (const tag of MOTIVOS) {
    const text = textFieldOf(detalhe, tag);
    if (text !== null) return text;
  }
  return null;
}

/** The fields that the CC-e of a CT-e changes, by their
 * layout names: "rem/nro: 170; infQ[2]/qCarga: 10".
 * @source evCCeCTe_v4.00.xsd (infCorrecao) */
function readCorrecoes(detalhe: XmlElement | null): string | null {
  const correcoes = childrenOf(detalhe, "infCorrecao").map((each) => {
    const item = fieldOf(each, "nroItemAlterado");
    const grupo = `${fieldOf(each, "grupoAlterado") ?? ""}${item === null ? "" : `[${item}]`}`;
    return `${grupo}/${fieldOf(each, "campoAlterado") ?? ""}: ${textFieldOf(each, "valorAlterado") ?? ""}`;
  });
  return correcoes.length > 0 ? correcoes.join("; ") : null;
}
