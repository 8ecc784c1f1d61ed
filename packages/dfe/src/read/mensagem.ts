import { ufOfCodigo } from "@malote/syntax";
import type { RetornoEvento } from "../leitura.ts";
import { isElement, type XmlElement } from "../xml/tree.ts";
import { childrenOf, LayoutError } from "./fields.ts";
import { Resposta } from "./resposta.ts";

const RETORNO = /^retEvento(?:CTe|MDFe)?$/;
const CHAVES = ["chNFe", "chCTe", "chMDFe"];

/** Answers to eventos that one message may hold: SEFAZ takes and answers 20 at a time.   @source retEnvEvento_v1.00.xsd */
const RETORNOS_MAX = 1_000;

/** What SEFAZ's answer to sent eventos (retEnvEvento, retEvento and their like) says it registered, wherever it stands in the message;
 * none for other messages. What of it cannot be read is null.   @throws LayoutError grande-demais for too many */
export function readMensagem(payload: XmlElement): RetornoEvento[] {
  const found: XmlElement[] = [];
  collect(payload, found);
  return found.map(readRetorno);
}

function collect(element: XmlElement, into: XmlElement[]): void {
  if (!RETORNO.test(element.local)) {
    for (const child of element.children) if (isElement(child)) collect(child, into);
    return;
  }
  // One by one: as arguments of one call they may be more than the stack holds.
  for (const found of childrenOf(element, "infEvento")) {
    into.push(found);
    if (into.length > RETORNOS_MAX) throw new LayoutError("grande-demais", "retEvento");
  }
}

function readRetorno(infEvento: XmlElement): RetornoEvento {
  const said = new Resposta(infEvento);
  const chaveAcesso = said.anyField(CHAVES);
  const uf = ufOfCodigo(chaveAcesso?.slice(0, 2) ?? "") ?? "";
  return {
    chaveAcesso,
    tpEvento: said.field("tpEvento"),
    nSeqEvento: said.field("nSeqEvento"),
    descEvento: said.text("xEvento"),
    protocolo: said.field("nProt"),
    protocoloData: said.instante("dhRegEvento", uf),
    cStat: said.field("cStat"),
    xMotivo: said.text("xMotivo"),
  };
}
