import { CHAVE_ACESSO_PATTERN, ufOfCode } from "@malote/syntax";
import type { ParsedResumo } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { readAmountField } from "../fields/amount.ts";
import { anyFieldOf, fieldOf, LayoutError, requireField, textFieldOf } from "../fields/fields.ts";
import { SefazAnswer } from "./answer.ts";

/** Reads SEFAZ's summary of a nota (resNFe) or of an evento (resEvento).   @throws LayoutError
 * @source resNFe_v1.01.xsd, resEvento_v1.01.xsd */
export function readResumo(payload: XmlElement): ParsedResumo {
  const chaveAcesso = requireField(payload, "chNFe", CHAVE_ACESSO_PATTERN);
  const uf = ufOfCode(chaveAcesso.slice(0, 2)) ?? "";
  const answer = new SefazAnswer(payload);
  const fromSefaz = { protocolo: answer.field("nProt"), dataRecebimento: answer.instante("dhRecbto", uf) };
  if (payload.local === "resEvento") {
    return {
      de: "evento",
      chaveAcesso,
      autor: requireAutor(payload),
      tpEvento: requireField(payload, "tpEvento", /^[0-9]{6}$/),
      nSeqEvento: requireField(payload, "nSeqEvento", /^[0-9]{1,3}$/).replace(/^0+(?=[0-9])/, ""),
      descEvento: textFieldOf(payload, "xEvento") ?? "",
      dataEvento: answer.instante("dhEvento", uf),
      ...fromSefaz,
    };
  }
  const tipo = fieldOf(payload, "tpNF");
  return {
    de: "nota",
    chaveAcesso,
    emitente: {
      nome: textFieldOf(payload, "xNome") ?? "",
      documento: requireAutor(payload),
      ie: fieldOf(payload, "IE"),
    },
    dataEmissao: answer.instante("dhEmi", uf),
    tipoOperacao: tipo === "0" ? "entrada" : tipo === "1" ? "saida" : null,
    valorTotal: readAmountField(payload, "vNF"),
    digVal: fieldOf(payload, "digVal"),
    situacao: fieldOf(payload, "cSitNFe"),
    ...fromSefaz,
  };
}

function requireAutor(payload: XmlElement): string {
  const autor = anyFieldOf(payload, ["CNPJ", "CPF"]);
  if (autor === null) throw new LayoutError("campo-ausente", `${payload.local}/CNPJ`);
  return autor;
}
