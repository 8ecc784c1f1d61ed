import { CHAVE_ACESSO_PATTERN, splitChaveAcesso, ufOfCodigo } from "@malote/syntax";
import type { EventoLido } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { readAmbiente } from "./cabecalho.ts";
import { childOf, childrenOf, fieldOf, LayoutError, requireField, textFieldOf } from "./fields.ts";
import { readInstante } from "./instante.ts";
import { isCancelamentoAntigo, type Layout } from "./layouts.ts";
import type { Localizado } from "./locate.ts";
import { readDocumento } from "./parte.ts";
import { Resposta } from "./resposta.ts";

const TP_EVENTO = /^[0-9]{6}$/;
const SEQUENCIA = /^[0-9]{1,3}$/;
/** Where the author says why, or what for, in the order of who has the more to say. */
const MOTIVOS = ["xJust", "xCorrecao", "xJustMotivo", "xObs", "xRegistro"];

/** What a cancellation before there were eventos is as one. */
export const CANCELAMENTO_ANTIGO = { tpEvento: "110111", nSeqEvento: "1", descEvento: "Cancelamento" };

/** Reads an event of any family, known or not; the author's part is signed, what SEFAZ answered is not.
 * @throws LayoutError   @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd */
export function readEvento(lugar: Localizado): EventoLido {
  const { assinado, resposta, repetidos, layout } = lugar;
  if (isCancelamentoAntigo(layout)) return readCancelamentoAntigo(lugar);
  const detalhe = findDetalhe(assinado);
  const chaveAcesso = requireField(assinado, layout.chave, CHAVE_ACESSO_PATTERN);
  const uf = ufOfCodigo(chaveAcesso.slice(0, 2)) ?? "";
  const named = textFieldOf(detalhe, "descEvento") ?? textFieldOf(detalhe, "xEvento");
  const said = new Resposta(resposta, repetidos);
  const descEvento = named ?? said.text("xEvento") ?? "";
  return {
    chaveAcesso,
    tpEvento: requireField(assinado, "tpEvento", TP_EVENTO),
    nSeqEvento: withoutZeros(requireField(assinado, "nSeqEvento", SEQUENCIA)),
    descEvento,
    autor: readAutor(assinado),
    dataEvento: readInstante(requireField(assinado, "dhEvento"), "dhEvento", uf),
    ...readRegistro(resposta, { repetidos: said.defeitos, layout, chaveAcesso }),
    justificativa: readMotivo(detalhe) ?? readCorrecoes(detalhe),
    ambiente: readAmbiente(assinado),
  };
}

/**
 * Reads a cancellation before there were eventos. It names no author: only the issuer of the key
 * could send it.
 * @throws LayoutError
 * @source leiauteCancNFe_v2.00.xsd, leiauteCancCTe_v1.04.xsd
 */
function readCancelamentoAntigo({ assinado, resposta, repetidos, layout }: Localizado): EventoLido {
  const chaveAcesso = requireField(assinado, layout.chave, CHAVE_ACESSO_PATTERN);
  const { protocoloData, ...registro } = readRegistro(resposta, { repetidos, layout, chaveAcesso });
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

/** Reads SEFAZ's answer to an evento where the evento itself is absent: nothing in it is signed by an author.
 * @returns null when it does not name the document and the evento   @throws LayoutError */
export function readSoRegistro(retorno: XmlElement, layout: Layout): EventoLido | null {
  const resposta = childOf(retorno, layout.resposta);
  const said = new Resposta(resposta);
  const chaveAcesso = said.field(layout.chave) ?? "";
  const antigo = isCancelamentoAntigo(layout) ? CANCELAMENTO_ANTIGO : null;
  const tpEvento = antigo?.tpEvento ?? said.field("tpEvento") ?? "";
  const nSeqEvento = antigo?.nSeqEvento ?? said.field("nSeqEvento") ?? "";
  const isComplete = CHAVE_ACESSO_PATTERN.test(chaveAcesso) && TP_EVENTO.test(tpEvento);
  if (!isComplete || !SEQUENCIA.test(nSeqEvento)) return null;
  const registro = readRegistro(resposta, { repetidos: [], layout, chaveAcesso });
  return {
    ...registro,
    chaveAcesso,
    tpEvento,
    nSeqEvento: withoutZeros(nSeqEvento),
    descEvento: antigo?.descEvento ?? said.text("xEvento") ?? "",
    autor: "",
    dataEvento: registro.protocoloData ?? "",
    justificativa: null,
    ambiente: said.field("tpAmb") === "2" ? "2" : "1",
  };
}

type DoRegistro = Pick<EventoLido, "protocolo" | "protocoloData" | "cStat" | "xMotivo" | "defeitos">;

function readRegistro(
  resposta: XmlElement | null,
  { repetidos, layout, chaveAcesso }: { repetidos: readonly string[]; layout: Layout; chaveAcesso: string },
): DoRegistro {
  const said = new Resposta(resposta, repetidos);
  const uf = ufOfCodigo(chaveAcesso.slice(0, 2)) ?? "";
  const data = isCancelamentoAntigo(layout) ? "dhRecbto" : "dhRegEvento";
  return {
    protocolo: said.field("nProt"),
    protocoloData: said.instante(data, uf),
    cStat: said.field("cStat"),
    xMotivo: said.text("xMotivo"),
    defeitos: said.defeitos,
  };
}

function withoutZeros(numero: string): string {
  return numero.replace(/^0+(?=[0-9])/, "");
}

/** What the event tells: detEvento itself, and in a CT-e or MDF-e the one element inside it that has the name of the event
 * (evCancCTe, evEncMDFe). */
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

/** The fields that a CT-e's correction letter changes, in the words of the layout: "rem/nro: 170; infQ[2]/qCarga: 10".
 * @source evCCeCTe_v4.00.xsd (infCorrecao) */
function readCorrecoes(detalhe: XmlElement | null): string | null {
  const correcoes = childrenOf(detalhe, "infCorrecao").map((each) => {
    const item = fieldOf(each, "nroItemAlterado");
    const grupo = `${fieldOf(each, "grupoAlterado") ?? ""}${item === null ? "" : `[${item}]`}`;
    return `${grupo}/${fieldOf(each, "campoAlterado") ?? ""}: ${textFieldOf(each, "valorAlterado") ?? ""}`;
  });
  return correcoes.length > 0 ? correcoes.join("; ") : null;
}
