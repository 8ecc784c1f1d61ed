import { ufOfCodigo } from "@malote/syntax";
import type { RetornoEvento } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { anyFieldOf, childOf, fieldOf, textFieldOf } from "./fields.ts";
import { readInstante } from "./instante.ts";

const RETORNO = /^retEvento(?:CTe|MDFe)?$/;
const CHAVES = ["chNFe", "chCTe", "chMDFe"];

/** What SEFAZ's answer to sent eventos (retEnvEvento, retEvento and their like) says it registered, wherever it stands in the message;
 * none for other messages.   @throws LayoutError */
export function readMensagem(payload: XmlElement): RetornoEvento[] {
  if (RETORNO.test(payload.local)) {
    const infEvento = childOf(payload, "infEvento");
    return infEvento ? [readRetorno(infEvento)] : [];
  }
  return elementsOf(payload).flatMap(readMensagem);
}

function readRetorno(infEvento: XmlElement): RetornoEvento {
  const chaveAcesso = anyFieldOf(infEvento, CHAVES);
  const registro = fieldOf(infEvento, "dhRegEvento");
  const uf = ufOfCodigo(chaveAcesso?.slice(0, 2) ?? "") ?? "";
  return {
    chaveAcesso,
    tpEvento: fieldOf(infEvento, "tpEvento"),
    nSeqEvento: fieldOf(infEvento, "nSeqEvento"),
    descEvento: textFieldOf(infEvento, "xEvento"),
    protocolo: fieldOf(infEvento, "nProt"),
    protocoloData: registro === null ? null : readInstante(registro, "dhRegEvento", uf),
    cStat: fieldOf(infEvento, "cStat"),
    xMotivo: textFieldOf(infEvento, "xMotivo"),
  };
}
