import { formatData, formatReais } from "@malote/syntax";
import type { Anexo } from "../correio/write-email.ts";
import type { DocumentoAssinado } from "../papelaria/documento.ts";
import { writePdf } from "../papelaria/write-pdf.ts";
import type { Autorizado, NotaAutorizada } from "./palco.ts";

/** E-mails of suppliers with documents. */

export function anexoXml(nota: NotaAutorizada, xml: string | Buffer = nota.procXml): Anexo {
  return {
    nome: `${nota.chaveAcesso}-procNFe.xml`,
    tipo: "application/xml",
    bytes: Buffer.from(xml),
  };
}

export function anexoTransporte({ chaveAcesso, familia, procXml }: Autorizado<DocumentoAssinado>): Anexo {
  const nome = `${chaveAcesso}-${familia.proc}.xml`;
  return { nome, tipo: "application/xml", bytes: Buffer.from(procXml, "utf8") };
}

export function anexoEvento(
  { chaveAcesso }: NotaAutorizada,
  procEventoXml: string,
  tpEvento = "110111",
): Anexo {
  const nome = `${tpEvento}-${chaveAcesso}-1-procEventoNFe.xml`;
  return { nome, tipo: "text/xml", bytes: Buffer.from(procEventoXml, "utf8") };
}

/** The printed form next to the XML; the product reads only the XML. */
export function anexoPdf(nota: NotaAutorizada): Anexo {
  const bytes = writePdf([
    "DANFE - representação simplificada da NF-e (demonstração, sem valor fiscal)",
    "",
    `Emitente: ${nota.fornecedor.nome}`,
    `Destinatário: ${nota.destinatario.nome}`,
    `NF-e ${nota.numero}, série ${nota.serie}, emitida em ${formatData(nota.emissao)}`,
    `Valor total: ${formatReais(nota.valorTotal)}`,
    `Chave de acesso: ${nota.chaveAcesso}`,
    `Protocolo: ${nota.protocolo.numero}`,
  ]);
  return { nome: `DANFE-${nota.numero}.pdf`, tipo: "application/pdf", bytes };
}

export function assuntoNota(nota: NotaAutorizada): string {
  return `NF-e ${nota.numero} - ${nota.fornecedor.fantasia}`;
}

export function textoNota(nota: NotaAutorizada): string {
  return [
    "Olá,",
    "",
    `Segue em anexo a NF-e ${nota.numero}, série ${nota.serie}, no valor de ${formatReais(nota.valorTotal)}.`,
    "",
    `Chave de acesso: ${nota.chaveAcesso}`,
    "",
    "Qualquer dúvida, estamos à disposição.",
    "",
    nota.fornecedor.vendedor,
    nota.fornecedor.nome,
    "",
  ].join("\r\n");
}

/** An e-mail with its XML and PDF. */
export function cartaNota(nota: NotaAutorizada, xml: string | Buffer = nota.procXml) {
  return {
    de: nota.fornecedor,
    assunto: assuntoNota(nota),
    texto: textoNota(nota),
    anexos: [anexoXml(nota, xml), anexoPdf(nota)],
  };
}
