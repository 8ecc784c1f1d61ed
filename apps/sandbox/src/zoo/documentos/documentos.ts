import type { CteAssinado } from "../../papelaria/cte.ts";
import type { DocumentoAssinado, Pedido } from "../../papelaria/documento.ts";
import { EMPRESAS_DEMO, type Empresa } from "../../papelaria/empresas.ts";
import { type Detalhe, type EventoAssinado, writeProcEvento } from "../../papelaria/evento.ts";
import {
  FORNECEDOR_ALFANUMERICO,
  FORNECEDORES,
  type Fornecedor,
  PRODUTOR_RURAL,
} from "../../papelaria/fornecedores.ts";
import type { NotaAssinada } from "../../papelaria/nfe.ts";
import { makeProtocolo, numberProtocolo, writeProc } from "../../papelaria/protocolo.ts";
import { TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "../../papelaria/transportadoras.ts";
import {
  orderCte,
  orderCteOs,
  orderCteSimplificado,
  orderMdfe,
  type Viagem,
} from "../../papelaria/viagem.ts";
import { XML_DECLARATION } from "../../papelaria/write-xml.ts";
import type { Esperado } from "../gabarito.ts";
import type { Mesa } from "../mesa.ts";

/** An XML file, and the documents that it contains. */
export type ArquivoDfe = {
  nome: string;
  xml: string;
  esperados: readonly Esperado[];
  /** Its name in the text of an e-mail: "NF-e 4217". */
  titulo: string;
  emitente: Empresa;
};

const MINUTE_MS = 60_000;
const DAYS_BACK = 20;
const MINUTES_PER_DAY = 24 * 60;
const [DEMO] = EMPRESAS_DEMO;

export function emissaoOf(mesa: Mesa): Pedido {
  const minutes = mesa.sorteio.integer(10, DAYS_BACK * MINUTES_PER_DAY);
  return { emissao: new Date(mesa.agora.getTime() - minutes * MINUTE_MS), serie: 1, numero: mesa.next() };
}

/** A trip with a random issue date. */
export function viagemOf(mesa: Mesa): Viagem {
  return { emissao: emissaoOf(mesa) };
}

export function makeNota(
  mesa: Mesa,
  o: { fornecedor?: Fornecedor; modelo?: "55" | "65"; ambiente?: "1" | "2"; itens?: number } = {},
): NotaAssinada {
  const fornecedor = o.fornecedor ?? mesa.sorteio.pick(FORNECEDORES);
  const itens = mesa.papelaria.inventItens(fornecedor);
  const many = Array.from({ length: o.itens ?? itens.length }, (_, n) => itens[n % itens.length] ?? itens[0]);
  return mesa.papelaria.signNota({
    ...emissaoOf(mesa),
    fornecedor,
    destinatario: DEMO,
    itens: many.flatMap((item) => (item ? [item] : [])),
    modelo: o.modelo ?? "55",
    ...(o.ambiente ? { ambiente: o.ambiente } : {}),
  });
}

export function makeNotaAlfanumerica(mesa: Mesa): NotaAssinada {
  return makeNota(mesa, { fornecedor: FORNECEDOR_ALFANUMERICO });
}

export function makeNotaRural(mesa: Mesa): NotaAssinada {
  const fornecedor = PRODUTOR_RURAL;
  const itens = mesa.papelaria.inventItens(fornecedor);
  const serie = 920;
  return mesa.papelaria.signNota({ ...emissaoOf(mesa), serie, fornecedor, destinatario: DEMO, itens });
}

export function makeCte(mesa: Mesa, nota: NotaAssinada): CteAssinado {
  const transportadora = mesa.sorteio.pick([TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA]);
  return mesa.papelaria.signCte(orderCte(nota, { ...viagemOf(mesa), transportadora }));
}

export function makeCteSimplificado(mesa: Mesa): CteAssinado {
  return mesa.papelaria.signCteSimplificado(orderCteSimplificado(makeNota(mesa), viagemOf(mesa)));
}

export function makeCteOs(mesa: Mesa): CteAssinado {
  return mesa.papelaria.signCteOs(orderCteOs(viagemOf(mesa)));
}

export function makeMdfe(mesa: Mesa): DocumentoAssinado {
  const nota = makeNota(mesa);
  return mesa.papelaria.signMdfe(orderMdfe({ nota, cte: makeCte(mesa, nota) }, viagemOf(mesa)));
}

export function protocoloOf(mesa: Mesa, documento: DocumentoAssinado): string {
  return numberProtocolo(documento, mesa.next());
}

/** The document with its protocol, as sent by e-mail. */
export function procOf(mesa: Mesa, documento: DocumentoAssinado): ArquivoDfe {
  const { chaveAcesso, familia } = documento;
  const xml = writeProc(documento, makeProtocolo(documento, mesa.next()));
  return { ...arquivoOf(documento), nome: `${chaveAcesso}-${familia.proc}.xml`, xml };
}

/** The document without protocol, before its authorization. */
export function soltoOf(documento: DocumentoAssinado): ArquivoDfe {
  return { ...arquivoOf(documento), xml: XML_DECLARATION + documento.xml };
}

function arquivoOf({ chaveAcesso, familia, numero, emitente }: DocumentoAssinado): Omit<ArquivoDfe, "xml"> {
  return {
    nome: `${chaveAcesso}-${familia.raiz.toLowerCase()}.xml`,
    esperados: [{ chave: chaveAcesso, natureza: "nota" }],
    titulo: `${familia.nome} ${numero}`,
    emitente,
  };
}

/** An event with its registration by SEFAZ. */
export function makeEvento(
  mesa: Mesa,
  { documento, detalhe, autor }: { documento: DocumentoAssinado; detalhe: Detalhe; autor: Empresa },
): ArquivoDfe {
  const dataEvento = new Date(documento.emissao.getTime() + MINUTE_MS);
  const ambienteNacional = autor === DEMO;
  const destinatario = ambienteNacional ? {} : { destinatario: DEMO };
  const pedido = { documento, detalhe, autor, dataEvento, ambienteNacional, ...destinatario };
  const evento = mesa.papelaria.signEvento(pedido);
  const numero = protocoloOf(mesa, documento);
  const registro = { verAplic: "PAPELARIA-1.0", numero, dataRegistro: dataEvento };
  return toArquivo(evento, XML_DECLARATION + writeProcEvento(evento, registro), autor);
}

function toArquivo(evento: EventoAssinado, xml: string, emitente: Empresa): ArquivoDfe {
  const { tpEvento, chaveAcesso, nSeqEvento, familia, descricao } = evento;
  return {
    nome: `${tpEvento}-${chaveAcesso}-${nSeqEvento}-${familia.evento.procEvento}.xml`,
    xml,
    esperados: [{ chave: chaveAcesso, natureza: "evento" }],
    titulo: descricao,
    emitente,
  };
}
