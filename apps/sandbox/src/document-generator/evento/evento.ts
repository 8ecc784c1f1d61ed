import { zoneOfUf } from "@malote/syntax";
import type { Empresa } from "../companies/companies.ts";
import { codigoOfUf } from "../documento/chave.ts";
import type { DocumentFamily } from "../documento/document-family.ts";
import type { SignedDocumento } from "../documento/documento.ts";
import { writeDateTime } from "../xml/date-time.ts";
import { writeDocumento } from "../xml/endereco.ts";
import { type Signer, signElement } from "../xml/sign-element.ts";
import { element, leaf } from "../xml/write-xml.ts";

/** The part of an event that depends on its type. */
export type Detalhe = {
  tpEvento: string;
  descricao: string;
  /** The children of detEvento. */
  xml: string;
};

/** The input of an event about a document. */
export type EventoInput = {
  documento: Pick<SignedDocumento, "familia" | "uf" | "chaveAcesso" | "ambiente">;
  detalhe: Detalhe;
  autor: Empresa;
  dataEvento: Date;
  /** 1 by default. */
  nSeqEvento?: number;
  /** The destinatário that SEFAZ repeats in the registration of an NF-e event. */
  destinatario?: Empresa;
  /** Registered by the Ambiente Nacional (91), like a manifestação, not by the State of the issuer. */
  ambienteNacional?: boolean;
};

/** An event signed by its author, not yet registered. */
export type SignedEvento = {
  familia: DocumentFamily;
  ambiente: string;
  chaveAcesso: string;
  tpEvento: string;
  descricao: string;
  nSeqEvento: string;
  dataEvento: Date;
  orgao: string;
  zona: string;
  /** CNPJ or CPF of the author. */
  autor: string;
  destinatario: string | null;
  /** The complete `<evento>`, canonical. */
  eventoXml: string;
};

export type RegistroEvento = { verAplic: string; numero: string; dataRegistro: Date };

const AMBIENTE_NACIONAL = "91";

/** Signs an event of any family. */
export function signEvento(input: EventoInput, signer: Signer): SignedEvento {
  const { documento, detalhe, autor } = input;
  const { familia, uf, chaveAcesso } = documento;
  const { versao, atributoVersao, ...layout } = familia.evento;
  const nSeqEvento = String(input.nSeqEvento ?? 1);
  const orgao = input.ambienteNacional ? AMBIENTE_NACIONAL : codigoOfUf(uf);
  const zona = zoneOfUf(uf);
  const sequencia = nSeqEvento.padStart(layout.digitosSequencia, "0");
  const id = `ID${detalhe.tpEvento}${chaveAcesso}${sequencia}`;
  const infEvento = element(
    `infEvento Id="${id}"`,
    leaf("cOrgao", orgao),
    leaf("tpAmb", documento.ambiente),
    writeDocumento(autor.cnpj),
    leaf(familia.tagChave, chaveAcesso),
    leaf("dhEvento", writeDateTime(input.dataEvento, zona)),
    leaf("tpEvento", detalhe.tpEvento),
    leaf("nSeqEvento", layout.modeloNFe ? nSeqEvento : sequencia),
    layout.modeloNFe ? leaf("verEvento", versao) : "",
    element(`detEvento ${atributoVersao}="${versao}"`, detalhe.xml),
  );
  const signable = { nome: "infEvento", namespace: familia.namespace, id, xml: infEvento };
  const signature = signElement(signable, signer);
  const raiz = `${layout.evento} xmlns="${familia.namespace}" versao="${versao}"`;
  return {
    familia,
    ambiente: documento.ambiente,
    chaveAcesso,
    tpEvento: detalhe.tpEvento,
    descricao: detalhe.descricao,
    nSeqEvento: layout.modeloNFe ? nSeqEvento : sequencia,
    dataEvento: input.dataEvento,
    orgao,
    zona,
    autor: autor.cnpj,
    destinatario: layout.modeloNFe ? (input.destinatario?.cnpj ?? null) : null,
    eventoXml: element(raiz, infEvento, signature.xml),
  };
}

/** Writes the registration of an event by SEFAZ (135). */
export function writeRetEvento(evento: SignedEvento, registro: RegistroEvento): string {
  const { familia } = evento;
  const layout = familia.evento;
  return element(
    `${layout.retEvento} xmlns="${familia.namespace}" versao="${layout.versao}"`,
    element(
      `infEvento Id="ID${registro.numero}"`,
      leaf("tpAmb", evento.ambiente),
      leaf("verAplic", registro.verAplic),
      leaf("cOrgao", evento.orgao),
      leaf("cStat", "135"),
      leaf("xMotivo", layout.motivo),
      leaf(familia.tagChave, evento.chaveAcesso),
      leaf("tpEvento", evento.tpEvento),
      leaf("xEvento", evento.descricao),
      leaf("nSeqEvento", evento.nSeqEvento),
      evento.destinatario
        ? leaf(evento.destinatario.length === 11 ? "CPFDest" : "CNPJDest", evento.destinatario)
        : "",
      leaf("dhRegEvento", writeDateTime(registro.dataRegistro, evento.zona)),
      leaf("nProt", registro.numero),
    ),
  );
}

/** Writes the registered event: the signed event and its registration. No XML declaration. */
export function writeProcEvento(evento: SignedEvento, registro: RegistroEvento): string {
  const { familia } = evento;
  const raiz = `${familia.evento.procEvento} xmlns="${familia.namespace}" versao="${familia.evento.versao}"`;
  return element(raiz, evento.eventoXml, writeRetEvento(evento, registro));
}
