import { MINUTE_MS, type ModeloOf } from "@malote/syntax";
import { TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "../../document-generator/companies/carriers.ts";
import { EMPRESAS_DEMO, type Empresa } from "../../document-generator/companies/companies.ts";
import {
  FORNECEDOR_ALFANUMERICO,
  FORNECEDORES,
  type Fornecedor,
  PRODUTOR_RURAL,
} from "../../document-generator/companies/suppliers.ts";
import type { SignedCte } from "../../document-generator/cte/cte.ts";
import type { DocumentInput, SignedDocumento } from "../../document-generator/documento/documento.ts";
import { makeProtocolo, numberProtocolo, writeProc } from "../../document-generator/documento/protocolo.ts";
import { type Detalhe, type SignedEvento, writeProcEvento } from "../../document-generator/evento/evento.ts";
import type { SignedNota } from "../../document-generator/nfe/nfe.ts";
import {
  orderCte,
  orderCteOs,
  orderCteSimplificado,
  orderMdfe,
  type Trip,
} from "../../document-generator/transport/trip.ts";
import { XML_DECLARATION } from "../../document-generator/xml/write-xml.ts";
import type { ExpectedDocumento } from "../expected-result.ts";
import type { SampleContext } from "../sample-context.ts";

/** An XML file, and the documents that it contains. */
export type DfeFile = {
  nome: string;
  xml: string;
  expected: readonly ExpectedDocumento[];
  /** Its name in the text of an e-mail: "NF-e 4217". */
  titulo: string;
  emitente: Empresa;
};

const DAYS_BACK = 20;
const MINUTES_PER_DAY = 24 * 60;
const [DEMO] = EMPRESAS_DEMO;

export function emissaoOf(context: SampleContext): DocumentInput {
  const minutes = context.random.integer(10, DAYS_BACK * MINUTES_PER_DAY);
  return { emissao: new Date(context.now.getTime() - minutes * MINUTE_MS), serie: 1, numero: context.next() };
}

/** A trip with a random issue date. */
export function tripOf(context: SampleContext): Trip {
  return { emissao: emissaoOf(context) };
}

export function makeNota(
  context: SampleContext,
  o: { fornecedor?: Fornecedor; modelo?: ModeloOf<"nfe">; ambiente?: "1" | "2"; itens?: number } = {},
): SignedNota {
  const fornecedor = o.fornecedor ?? context.random.pick(FORNECEDORES);
  const itens = context.generator.inventItens(fornecedor);
  const many = Array.from({ length: o.itens ?? itens.length }, (_, n) => itens[n % itens.length] ?? itens[0]);
  return context.generator.signNota({
    ...emissaoOf(context),
    fornecedor,
    destinatario: DEMO,
    itens: many.flatMap((item) => (item ? [item] : [])),
    modelo: o.modelo ?? "55",
    ...(o.ambiente ? { ambiente: o.ambiente } : {}),
  });
}

export function makeNotaAlfanumerica(context: SampleContext): SignedNota {
  return makeNota(context, { fornecedor: FORNECEDOR_ALFANUMERICO });
}

export function makeNotaRural(context: SampleContext): SignedNota {
  const fornecedor = PRODUTOR_RURAL;
  const itens = context.generator.inventItens(fornecedor);
  const serie = 920;
  return context.generator.signNota({ ...emissaoOf(context), serie, fornecedor, destinatario: DEMO, itens });
}

export function makeCte(context: SampleContext, nota: SignedNota): SignedCte {
  const transportadora = context.random.pick([TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA]);
  return context.generator.signCte(orderCte(nota, { ...tripOf(context), transportadora }));
}

export function makeCteSimplificado(context: SampleContext): SignedCte {
  return context.generator.signCteSimplificado(orderCteSimplificado(makeNota(context), tripOf(context)));
}

export function makeCteOs(context: SampleContext): SignedCte {
  return context.generator.signCteOs(orderCteOs(tripOf(context)));
}

export function makeMdfe(context: SampleContext): SignedDocumento {
  const nota = makeNota(context);
  return context.generator.signMdfe(orderMdfe({ nota, cte: makeCte(context, nota) }, tripOf(context)));
}

export function protocoloOf(context: SampleContext, documento: SignedDocumento): string {
  return numberProtocolo(documento, context.next());
}

/** The document with its protocol, as sent by e-mail. */
export function procOf(context: SampleContext, documento: SignedDocumento): DfeFile {
  const { chaveAcesso, familia } = documento;
  const xml = writeProc(documento, makeProtocolo(documento, context.next()));
  return { ...dfeFileOf(documento), nome: `${chaveAcesso}-${familia.proc}.xml`, xml };
}

/** The document without protocol, before its authorization. */
export function unauthorizedOf(documento: SignedDocumento): DfeFile {
  return { ...dfeFileOf(documento), xml: XML_DECLARATION + documento.xml };
}

function dfeFileOf({ chaveAcesso, familia, numero, emitente }: SignedDocumento): Omit<DfeFile, "xml"> {
  return {
    nome: `${chaveAcesso}-${familia.raiz.toLowerCase()}.xml`,
    expected: [{ chave: chaveAcesso, natureza: "nota" }],
    titulo: `${familia.nome} ${numero}`,
    emitente,
  };
}

/** An event with its registration by SEFAZ. */
export function makeEvento(
  context: SampleContext,
  { documento, detalhe, autor }: { documento: SignedDocumento; detalhe: Detalhe; autor: Empresa },
): DfeFile {
  const dataEvento = new Date(documento.emissao.getTime() + MINUTE_MS);
  const ambienteNacional = autor === DEMO;
  const destinatario = ambienteNacional ? {} : { destinatario: DEMO };
  const pedido = { documento, detalhe, autor, dataEvento, ambienteNacional, ...destinatario };
  const evento = context.generator.signEvento(pedido);
  const numero = protocoloOf(context, documento);
  const registro = { verAplic: "PAPELARIA-1.0", numero, dataRegistro: dataEvento };
  return eventoFileOf(evento, XML_DECLARATION + writeProcEvento(evento, registro), autor);
}

function eventoFileOf(evento: SignedEvento, xml: string, emitente: Empresa): DfeFile {
  const { tpEvento, chaveAcesso, nSeqEvento, familia, descricao } = evento;
  return {
    nome: `${tpEvento}-${chaveAcesso}-${nSeqEvento}-${familia.evento.procEvento}.xml`,
    xml,
    expected: [{ chave: chaveAcesso, natureza: "evento" }],
    titulo: descricao,
    emitente,
  };
}
