import { splitChaveAcesso } from "@malote/syntax";
import type { EventoLido, NotaLida } from "../leitura.ts";
import { attributeOf, type XmlElement } from "../xml/tree.ts";
import { childOf, fieldOf } from "./fields.ts";
import type { Localizado } from "./locate.ts";

/** Who signs for the issuer by the rules: a provider (PAA) named in the signed part, or the State for an NFF. */
export type Provedor = { kind: "paa"; cnpj: string } | { kind: "nff" };

const CNF_OF_LAYOUT_1 = 9;

/** The columns of the access key that differ from the fields of the signed element; `documento` is the issuer's.
 * @source MOC Visão Geral §5.4 */
export function findChaveDivergente({ assinado }: Localizado, nota: NotaLida): string[] {
  const ide = childOf(assinado, "ide");
  const chave = splitChaveAcesso(nota.chaveAcesso);
  const cNF = fieldOf(ide, "cNF") ?? "";
  const pairs: [string, string, string][] = [
    ["cUF", chave.cUF, fieldOf(ide, "cUF") ?? ""],
    ["anoMes", chave.anoMes, nota.dataEmissao.slice(2, 4) + nota.dataEmissao.slice(5, 7)],
    ["documento", chave.documento, nota.emitente.documento.padStart(14, "0")],
    ["mod", chave.modelo, fieldOf(ide, "mod") ?? ""],
    ["serie", chave.serie, nota.serieNota.padStart(3, "0")],
    ["nNF", chave.numero, nota.numeroNota.padStart(9, "0")],
    ["cDV", chave.digito, fieldOf(ide, "cDV") ?? ""],
  ];
  // Layout 1.10 had no tpEmis column: its cNF took nine digits.
  if (cNF.length === CNF_OF_LAYOUT_1) pairs.push(["cNF", chave.tpEmis + chave.codigo, cNF]);
  else pairs.push(["tpEmis", chave.tpEmis, fieldOf(ide, "tpEmis") ?? ""], ["cNF", chave.codigo, cNF]);
  return pairs.filter(([, inChave, inFields]) => inChave !== inFields).map(([campo]) => campo);
}

/** Says whether an event's Id is "ID" + tpEvento + key + nSeqEvento (two digits, or three since CT-e).
 * @source leiauteEvento_v1.00.xsd */
export function hasEventoId({ assinado }: Localizado, evento: EventoLido): boolean {
  const id = attributeOf(assinado, "Id");
  const start = `ID${evento.tpEvento}${evento.chaveAcesso}`;
  return [2, 3].some((width) => id === start + evento.nSeqEvento.padStart(width, "0"));
}

/** What the protocol beside an event says it answers; null where it says nothing. */
export function readAlvoDoRegistro({ resposta }: Localizado): {
  chaveAcesso: string | null;
  tpEvento: string | null;
  nSeqEvento: string | null;
} {
  return {
    chaveAcesso: fieldOf(resposta, "chNFe"),
    tpEvento: fieldOf(resposta, "tpEvento"),
    nSeqEvento: fieldOf(resposta, "nSeqEvento")?.replace(/^0+(?=[0-9])/, "") ?? null,
  };
}

/** The environment SEFAZ's answer names; null where it names none. */
export function readAmbienteDaResposta(resposta: XmlElement | null): string | null {
  return fieldOf(resposta, "tpAmb");
}

/** The provider the signed part says it is signed by; null for a document its issuer signs.
 * @source leiauteNFe_v4.00.xsd (infPAA); NT 2021.002 (infSolicNFF, tpEmis 3) */
export function readProvedor({ assinado }: Localizado): Provedor | null {
  const ide = childOf(assinado, "ide");
  const cnpj = fieldOf(childOf(assinado, "infPAA"), "CNPJPAA");
  if (cnpj !== null) return { kind: "paa", cnpj };
  if (childOf(assinado, "infSolicNFF") && fieldOf(ide, "tpEmis") === "3") return { kind: "nff" };
  return null;
}
