import { ufOfCodigo } from "@malote/syntax";
import type { RetornoEvento } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { childrenOf } from "./fields.ts";
import { Resposta } from "./resposta.ts";

const RETORNO = /^retEvento(?:CTe|MDFe)?$/;
const CHAVES = ["chNFe", "chCTe", "chMDFe"];

/** What SEFAZ's answer to sent eventos (retEnvEvento, retEvento and their like) says it registered, wherever it stands in the message;
 * none for other messages. What of it cannot be read is null. */
export function readMensagem(payload: XmlElement): RetornoEvento[] {
  if (RETORNO.test(payload.local)) {
    return childrenOf(payload, "infEvento").map(readRetorno);
  }
  return elementsOf(payload).flatMap(readMensagem);
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
