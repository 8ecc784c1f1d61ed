import { CHAVE_ACESSO_PATTERN, ufOfCodigo } from "@malote/syntax";
import type { EventoLido } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { readAmbiente } from "./cabecalho.ts";
import { childOf, childrenOf, fieldOf, LayoutError, requireField, textFieldOf } from "./fields.ts";
import { readInstante } from "./instante.ts";
import type { Localizado } from "./locate.ts";
import { readDocumento } from "./parte.ts";
import { Resposta } from "./resposta.ts";

const TP_EVENTO = /^[0-9]{6}$/;
const SEQUENCIA = /^[0-9]{1,3}$/;
/** Where the author says why, or what for, in the order of who has the more to say. */
const MOTIVOS = ["xJust", "xCorrecao", "xJustMotivo", "xObs", "xRegistro"];

/** Reads an event of any family, known or not; the author's part is signed, what SEFAZ answered is not.
 * @throws LayoutError   @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd */
export function readEvento({ assinado, resposta, repetidos, layout }: Localizado): EventoLido {
  const said = new Resposta(resposta, repetidos);
  const detalhe = findDetalhe(assinado);
  const chaveAcesso = requireField(assinado, layout.chave, CHAVE_ACESSO_PATTERN);
  const uf = ufOfCodigo(chaveAcesso.slice(0, 2)) ?? "";
  return {
    chaveAcesso,
    tpEvento: requireField(assinado, "tpEvento", TP_EVENTO),
    nSeqEvento: requireField(assinado, "nSeqEvento", SEQUENCIA).replace(/^0+(?=[0-9])/, ""),
    descEvento:
      textFieldOf(detalhe, "descEvento") ?? textFieldOf(detalhe, "xEvento") ?? said.text("xEvento") ?? "",
    autor: readAutor(assinado),
    dataEvento: readInstante(requireField(assinado, "dhEvento"), "dhEvento", uf),
    protocolo: said.field("nProt"),
    protocoloData: said.instante("dhRegEvento", uf),
    cStat: said.field("cStat"),
    xMotivo: said.text("xMotivo"),
    justificativa: readMotivo(detalhe) ?? readCorrecoes(detalhe),
    ambiente: readAmbiente(assinado),
    defeitos: said.defeitos,
  };
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
