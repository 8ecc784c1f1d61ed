import type { CteAssinado } from "../cte.ts";
import type { Modal } from "../cte-modal.ts";
import type { DocumentoAssinado, Pedido } from "../documento.ts";
import { EMPRESAS_DEMO } from "../empresas.ts";
import { type Detalhe, writeProcEvento } from "../evento.ts";
import { cancelamento, cartaCorrecao, manifestacao } from "../eventos-nfe.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES } from "../fornecedores.ts";
import type { NotaAssinada } from "../nfe.ts";
import type { Papelaria } from "../papelaria.ts";
import { makeProtocolo, numberProtocolo, writeProc } from "../protocolo.ts";
import { TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "../transportadoras.ts";
import { orderCte, orderCteOs, orderCteSimplificado, orderMdfe, type Viagem } from "../viagem.ts";
import { XML_DECLARATION } from "../write-xml.ts";
import type { Tipo } from "./argumentos.ts";
import type { SorteioComSemente } from "./sorteio-semente.ts";

/** A document to be written to a file. */
export type Arquivo = { nome: string; xml: string };

/** The documents of one trip: a nota, its transport documents and an event. Each is created on demand
 * and refers to the keys of the others. */
export type Remessa = Record<Tipo, () => Arquivo>;

export type Oficina = {
  papelaria: Papelaria;
  sorteio: SorteioComSemente;
  /** All documents are issued before this instant. */
  agora: Date;
  semente: number;
};

type Mesa = Oficina & { indice: number; emissao: Pedido };

const MINUTE_MS = 60_000;
const JANELA_MIN = 30 * 24 * 60;
const NUMERO_MAX = 999_999_999;
/** Delay of the event after the nota; the transport documents are issued in between. */
const DEPOIS_MS = 2 * MINUTE_MS;
const MODAIS: readonly Modal[] = ["rodoviario", "rodoviario", "aereo", "multimodal"];
const TRANSPORTADORAS = [TRANSPORTADORA, TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA];
const EMISSORES = [...FORNECEDORES, FORNECEDOR_ALFANUMERICO];
const [DEMO] = EMPRESAS_DEMO;
/** One in this many CT-e is a simplificado. */
const SIMPLIFICADO_EM = 6;
/** Multiplier that spreads the seeds of adjacent trips. */
const SALTO = 0x9e3779b1;
const ORDENS = 8;

/** Opens the trip of an index: the same settings and index create the same documents. */
export function openRemessa(oficina: Oficina, indice: number): Remessa {
  const mesa = { ...oficina, indice, emissao: emissaoOf(oficina.agora, indice) };
  // Every document has its own seed, so that documents created before it have no effect.
  const draw = <T>(ordem: number, make: () => T): T => {
    oficina.sorteio.reseed(oficina.semente + Math.imul(indice * ORDENS + ordem, SALTO));
    return make();
  };
  const nota = once(() => draw(0, () => makeNota(mesa, "55")));
  const cte = once(() => nota() && draw(1, () => makeCte(mesa, nota())));
  return {
    nfe: () => procOf(nota(), indice),
    nfce: () => draw(2, () => procOf(makeNota(mesa, "65"), indice)),
    cte: () => procOf(cte(), indice),
    cteos: () => draw(3, () => procOf(mesa.papelaria.signCteOs(orderCteOs(mesa)), indice)),
    mdfe: () => {
      const order = orderMdfe({ nota: nota(), cte: cte() }, later(mesa));
      return draw(4, () => procOf(mesa.papelaria.signMdfe(order), indice));
    },
    evento: () => nota() && draw(5, () => makeEvento(mesa, nota())),
  };
}

function emissaoOf(agora: Date, indice: number): Pedido {
  const emissao = new Date(agora.getTime() - (1 + (indice % JANELA_MIN)) * MINUTE_MS);
  return { emissao, serie: 1, numero: 1 + (indice % NUMERO_MAX) };
}

function later({ emissao }: Mesa): Viagem {
  return { emissao: { ...emissao, emissao: new Date(emissao.emissao.getTime() + DEPOIS_MS / 4) } };
}

function makeNota({ papelaria, sorteio, emissao }: Mesa, modelo: "55" | "65"): NotaAssinada {
  const fornecedor = sorteio.pick(EMISSORES);
  const itens = papelaria.inventItens(fornecedor);
  return papelaria.signNota({ ...emissao, fornecedor, destinatario: DEMO, itens, modelo });
}

function makeCte(mesa: Mesa, nota: NotaAssinada): CteAssinado {
  const { papelaria, sorteio } = mesa;
  const viagem = {
    ...later(mesa),
    transportadora: sorteio.pick(TRANSPORTADORAS),
    modal: sorteio.pick(MODAIS),
  };
  return sorteio.integer(1, SIMPLIFICADO_EM) === 1
    ? papelaria.signCteSimplificado(orderCteSimplificado(nota, viagem))
    : papelaria.signCte(orderCte(nota, viagem));
}

function makeEvento({ papelaria, sorteio, emissao, indice }: Mesa, nota: NotaAssinada): Arquivo {
  const daEmitente = { autor: nota.fornecedor, destinatario: nota.destinatario };
  const daDemo = { autor: nota.destinatario, ambienteNacional: true };
  const protocolo = numberProtocolo(nota, indice + 1);
  const options: readonly ({ detalhe: Detalhe } & (typeof daEmitente | typeof daDemo))[] = [
    { ...daEmitente, detalhe: cancelamento(protocolo, "Mercadoria não embarcada por desistência") },
    { ...daEmitente, detalhe: cartaCorrecao(`O pedido de compra é o de número ${indice + 1}.`) },
    { ...daDemo, detalhe: manifestacao("ciencia", "") },
    { ...daDemo, detalhe: manifestacao("confirmacao", "") },
  ];
  const dataEvento = new Date(emissao.emissao.getTime() + DEPOIS_MS);
  const evento = papelaria.signEvento({ ...sorteio.pick(options), documento: nota, dataEvento });
  const numero = numberProtocolo(nota, NUMERO_MAX + indice);
  const registro = { verAplic: "PAPELARIA-1.0", numero, dataRegistro: dataEvento };
  return {
    nome: `${evento.tpEvento}-${evento.chaveAcesso}-${evento.nSeqEvento}-procEventoNFe.xml`,
    xml: XML_DECLARATION + writeProcEvento(evento, registro),
  };
}

function procOf(documento: DocumentoAssinado, indice: number): Arquivo {
  const { chaveAcesso, familia } = documento;
  const xml = writeProc(documento, makeProtocolo(documento, indice + 1));
  return { nome: `${chaveAcesso}-${familia.proc}.xml`, xml };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
