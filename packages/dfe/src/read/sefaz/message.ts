import { ufOfCode } from "@malote/syntax";
import type { EventoResult } from "../../reading.ts";
import { isElement, type XmlElement } from "../../xml/tree.ts";
import { childrenOf, LayoutError } from "../fields/fields.ts";
import { CHAVE_FIELDS, isOldCancelamento, LAYOUTS } from "../layouts.ts";
import { SefazAnswer } from "./answer.ts";

const RETORNOS: ReadonlySet<string> = new Set(
  LAYOUTS.flatMap((layout) =>
    layout.kind === "evento" && !isOldCancelamento(layout) ? [layout.retorno] : [],
  ),
);

/** Maximum answers to eventos in one message: SEFAZ accepts and answers 20 at a time.
 * @source retEnvEvento_v1.00.xsd */
const RETORNOS_MAX = 1_000;

/** The eventos that SEFAZ's answer registers (retEnvEvento, retEvento and the like),
 * anywhere in the message; unreadable fields are null. Other messages have none.
 * @throws LayoutError grande-demais for too many */
export function readMessage(payload: XmlElement): EventoResult[] {
  const found: XmlElement[] = [];
  collect(payload, found);
  return found.map(readRetorno);
}

function collect(element: XmlElement, into: XmlElement[]): void {
  if (!RETORNOS.has(element.local)) {
    for (const child of element.children) if (isElement(child)) collect(child, into);
    return;
  }
  // push(...found) could overflow the stack.
  for (const found of childrenOf(element, "infEvento")) {
    into.push(found);
    if (into.length > RETORNOS_MAX) throw new LayoutError("grande-demais", "retEvento");
  }
}

function readRetorno(infEvento: XmlElement): EventoResult {
  const answer = new SefazAnswer(infEvento);
  const chaveAcesso = answer.anyField(CHAVE_FIELDS);
  const uf = ufOfCode(chaveAcesso?.slice(0, 2) ?? "") ?? "";
  return {
    chaveAcesso,
    tpEvento: answer.field("tpEvento"),
    nSeqEvento: answer.field("nSeqEvento"),
    descEvento: answer.text("xEvento"),
    protocolo: answer.field("nProt"),
    protocoloData: answer.instante("dhRegEvento", uf),
    cStat: answer.field("cStat"),
    xMotivo: answer.text("xMotivo"),
  };
}
