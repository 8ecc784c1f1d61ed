import { ufOfCodigo } from "@malote/syntax";
import type { EventoLido } from "../leitura.ts";
import { readAmbiente } from "./cabecalho.ts";
import { anyFieldOf, childOf, fieldOf, LayoutError, requireField, textFieldOf } from "./fields.ts";
import { readInstante } from "./instante.ts";
import type { Localizado } from "./locate.ts";

const CHAVE = /^[0-9]{6}[A-Z0-9]{12}[0-9]{26}$/;
const TP_EVENTO = /^[0-9]{6}$/;
const SEQUENCIA = /^[0-9]{1,3}$/;

/** Reads an event of an NF-e or NFC-e; the author's part is signed, what SEFAZ answered is not.
 * @throws LayoutError   @source leiauteEvento_v1.00.xsd */
export function readEvento({ assinado, resposta, layout }: Localizado): EventoLido {
  const detalhe = childOf(assinado, "detEvento");
  const chaveAcesso = requireField(assinado, layout.chave, CHAVE);
  const uf = ufOfCodigo(chaveAcesso.slice(0, 2)) ?? "";
  const autor = anyFieldOf(assinado, ["CNPJ", "CPF"]);
  if (autor === null) throw new LayoutError("campo-ausente", "infEvento/CNPJ");
  const registro = fieldOf(resposta, "dhRegEvento");
  return {
    chaveAcesso,
    tpEvento: requireField(assinado, "tpEvento", TP_EVENTO),
    nSeqEvento: requireField(assinado, "nSeqEvento", SEQUENCIA).replace(/^0+(?=[0-9])/, ""),
    descEvento:
      textFieldOf(detalhe, "descEvento") ??
      textFieldOf(detalhe, "xEvento") ??
      textFieldOf(resposta, "xEvento") ??
      "",
    autor,
    dataEvento: readInstante(requireField(assinado, "dhEvento"), "dhEvento", uf),
    protocolo: fieldOf(resposta, "nProt"),
    protocoloData: registro === null ? null : readInstante(registro, "dhRegEvento", uf),
    cStat: fieldOf(resposta, "cStat"),
    xMotivo: textFieldOf(resposta, "xMotivo"),
    justificativa: textFieldOf(detalhe, "xJust") ?? textFieldOf(detalhe, "xCorrecao"),
    ambiente: readAmbiente(assinado),
  };
}
