import { zonaOfUf } from "@malote/syntax";
import { writeDataHora } from "../clock.ts";
import { type Assinante, signElemento } from "./assinatura.ts";
import { codigoOfUf } from "./chave.ts";
import type { NotaAssinada } from "./nfe.ts";
import type { Protocolo } from "./protocolo.ts";
import { element, leaf, NFE_NAMESPACE } from "./write-xml.ts";

/** A cancellation signed by the emitter; SEFAZ's registration is not in it yet. */
export type EventoAssinado = {
  chaveAcesso: string;
  tpEvento: "110111";
  nSeqEvento: "1";
  dataEvento: Date;
  orgao: string;
  zona: string;
  /** CNPJ of the destinatário, repeated by SEFAZ in the registration. */
  destinatario: string;
  /** The whole `<evento>`, canonical. */
  eventoXml: string;
};

export type RegistroEvento = { verAplic: string; numero: string; dataRegistro: Date };

const CANCELAMENTO = "110111";
const VERSAO = "1.00";

/** Signs the cancellation (110111) of an authorized nota. `justificativa` has 15 to 255 characters. */
export function signCancelamento(
  nota: NotaAssinada & { protocolo: Protocolo },
  pedido: { dataEvento: Date; justificativa: string },
  assinante: Assinante,
): EventoAssinado {
  const { uf } = nota.fornecedor.endereco;
  const zona = zonaOfUf(uf);
  const id = `ID${CANCELAMENTO}${nota.chaveAcesso}01`;
  const infEvento = element(
    `infEvento Id="${id}"`,
    leaf("cOrgao", codigoOfUf(uf)),
    leaf("tpAmb", nota.protocolo.ambiente),
    leaf("CNPJ", nota.fornecedor.cnpj),
    leaf("chNFe", nota.chaveAcesso),
    leaf("dhEvento", writeDataHora(pedido.dataEvento, zona)),
    leaf("tpEvento", CANCELAMENTO),
    leaf("nSeqEvento", "1"),
    leaf("verEvento", VERSAO),
    element(
      `detEvento versao="${VERSAO}"`,
      leaf("descEvento", "Cancelamento"),
      leaf("nProt", nota.protocolo.numero),
      leaf("xJust", pedido.justificativa),
    ),
  );
  const assinatura = signElemento("infEvento", infEvento, { ...assinante, id });
  return {
    chaveAcesso: nota.chaveAcesso,
    tpEvento: CANCELAMENTO,
    nSeqEvento: "1",
    dataEvento: pedido.dataEvento,
    orgao: codigoOfUf(uf),
    zona,
    destinatario: nota.destinatario.cnpj,
    eventoXml: element(`evento xmlns="${NFE_NAMESPACE}" versao="${VERSAO}"`, infEvento, assinatura.xml),
  };
}

/** The registered event: what the emitter signed and what SEFAZ answered. No XML declaration. */
export function writeProcEvento(evento: EventoAssinado, registro: RegistroEvento): string {
  const retEvento = element(
    `retEvento xmlns="${NFE_NAMESPACE}" versao="${VERSAO}"`,
    element(
      `infEvento Id="ID${registro.numero}"`,
      leaf("tpAmb", "1"),
      leaf("verAplic", registro.verAplic),
      leaf("cOrgao", evento.orgao),
      leaf("cStat", "135"),
      leaf("xMotivo", "Evento registrado e vinculado a NF-e"),
      leaf("chNFe", evento.chaveAcesso),
      leaf("tpEvento", evento.tpEvento),
      leaf("xEvento", "Cancelamento"),
      leaf("nSeqEvento", evento.nSeqEvento),
      leaf("CNPJDest", evento.destinatario),
      leaf("dhRegEvento", writeDataHora(registro.dataRegistro, evento.zona)),
      leaf("nProt", registro.numero),
    ),
  );
  return element(`procEventoNFe xmlns="${NFE_NAMESPACE}" versao="${VERSAO}"`, evento.eventoXml, retEvento);
}
