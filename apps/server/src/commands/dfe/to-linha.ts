import type {
  Achado,
  AchadoCodigo,
  AlertaSefaz,
  EventoLido,
  Exame,
  Leitura,
  NotaLida,
  Parte,
  Protocolo,
  Reparo,
  ResumoLido,
  RetornoEvento,
  Veredito,
} from "@malote/dfe";
import { splitChaveAcesso, type TipoNota, tipoNotaOfModelo } from "@malote/syntax";
import type { Lido } from "./open-arquivo.ts";

type ParteLinha = { nome: string | null; cnpjCpf: string | null; uf: string | null };

type ProtocoloLinha = {
  numero: string | null;
  cStat: string | null;
  dhRecbto: string | null;
  /** Additional messages of SEFAZ's answer (cMsg, xMsg); absent when there are none. */
  alertas?: readonly AlertaSefaz[];
};

/**
 * One line of the JSON output. A value that the file does not have is null.
 * leitura: what kind of file it is. motivo: why it was not read, or is not a DF-e.
 */
export type Linha = {
  arquivo: string;
  leitura: Leitura["kind"] | "pacote" | "recusa";
  motivo: string | null;
  tipo: string | null;
  modelo: string | null;
  tipoNota: TipoNota | null;
  chaveAcesso: string | null;
  numeroNota: string | null;
  serieNota: string | null;
  dataEmissao: string | null;
  valorTotal: string | null;
  emitente: ParteLinha | null;
  destinatario: ParteLinha | null;
  tpEvento: string | null;
  descEvento: string | null;
  nSeqEvento: string | null;
  dataEvento: string | null;
  autor: string | null;
  protocolo: ProtocoloLinha | null;
  digVal: string | null;
  assinatura: { estado: Exame["assinatura"]["estado"]; motivos: AchadoCodigo[] };
  reparo: Reparo | null;
  veredito: Veredito | null;
  achados: { [K in keyof Required<Achado>]: Achado[K] | null }[];
};

type Fatos = Partial<
  Omit<Linha, "arquivo" | "leitura" | "tipo" | "assinatura" | "reparo" | "veredito" | "achados">
>;

const NADA = {
  motivo: null,
  tipo: null,
  modelo: null,
  tipoNota: null,
  chaveAcesso: null,
  numeroNota: null,
  serieNota: null,
  dataEmissao: null,
  valorTotal: null,
  emitente: null,
  destinatario: null,
  tpEvento: null,
  descEvento: null,
  nSeqEvento: null,
  dataEvento: null,
  autor: null,
  protocolo: null,
  digVal: null,
  assinatura: { estado: "ausente", motivos: [] },
  reparo: null,
  veredito: null,
  achados: [],
} as const satisfies Partial<Linha>;

/** Flattens a result for the JSON output and the table. */
export function toLinha(lido: Lido): Linha {
  const { arquivo, kind } = lido;
  if (kind === "pacote") return { ...empty(arquivo), leitura: kind, tipo: lido.formato };
  if (kind === "recusa") return { ...empty(arquivo), leitura: kind, motivo: lido.recusa };
  const { leitura, assinatura, reparo, veredito, achados } = lido.exame;
  return {
    ...empty(arquivo),
    ...factsOf(leitura),
    leitura: leitura.kind,
    tipo: leitura.raiz,
    // Also set for messages that are not documents: SEFAZ may sign its answers.
    assinatura,
    reparo,
    veredito,
    achados: achados.map(({ codigo, gravidade, mensagem, caminho, detalhe }) => {
      return { codigo, gravidade, mensagem, caminho: caminho ?? null, detalhe: detalhe ?? null };
    }),
  };
}

function empty(arquivo: string): Linha {
  const { assinatura } = NADA;
  return { arquivo, leitura: "recusa", ...NADA, assinatura: { ...assinatura, motivos: [] }, achados: [] };
}

function factsOf(leitura: Leitura): Fatos {
  switch (leitura.kind) {
    case "nota":
      return factsOfNota(leitura.nota);
    case "evento":
      return factsOfEvento(leitura.evento);
    case "resumo":
      return factsOfResumo(leitura.resumo);
    case "mensagem":
      return factsOfMensagem(leitura);
    case "lote":
      return {};
    case "nao-dfe":
      return { motivo: leitura.motivo };
    case "outro-dfe":
    case "ilegivel": {
      const facts = leitura.chaveAcesso === null ? {} : factsOfChave(leitura.chaveAcesso);
      return {
        ...facts,
        modelo: leitura.modelo,
        motivo: leitura.kind === "ilegivel" ? leitura.motivo : null,
      };
    }
  }
}

function factsOfNota(nota: NotaLida): Fatos {
  const { modelo, tipoNota, chaveAcesso, numeroNota, serieNota, dataEmissao, valorTotal, digVal } = nota;
  const { protocolo } = nota;
  return {
    ...{ modelo, tipoNota, chaveAcesso, numeroNota, serieNota, dataEmissao, valorTotal, digVal },
    emitente: toParte(nota.emitente),
    destinatario: nota.destinatario && toParte(nota.destinatario),
    protocolo: protocolo && toProtocoloDaNota(protocolo),
  };
}

function factsOfEvento(evento: EventoLido): Fatos {
  const { chaveAcesso, tpEvento, descEvento, nSeqEvento, dataEvento, autor } = evento;
  return {
    ...factsOfChave(chaveAcesso),
    ...{ tpEvento, descEvento: descEvento || null, nSeqEvento, dataEvento, autor },
    protocolo: toProtocolo(evento.protocolo, evento.cStat, evento.protocoloData),
  };
}

function factsOfResumo(resumo: ResumoLido): Fatos {
  const protocolo = toProtocolo(resumo.protocolo, null, resumo.dataRecebimento);
  const facts = { ...factsOfChave(resumo.chaveAcesso), protocolo };
  if (resumo.de === "evento") {
    const { tpEvento, descEvento, nSeqEvento, dataEvento, autor } = resumo;
    return { ...facts, tpEvento, descEvento: descEvento || null, nSeqEvento, dataEvento, autor };
  }
  const { dataEmissao, valorTotal, digVal, emitente } = resumo;
  const { nome, documento } = emitente;
  return { ...facts, dataEmissao, valorTotal, digVal, emitente: toParte({ nome, documento, uf: null }) };
}

/** An answer about one evento gets the fields of that evento; an answer about several gets only its model. */
function factsOfMensagem(leitura: Extract<Leitura, { kind: "mensagem" }>): Fatos {
  const chave = leitura.chaveAcesso === null ? {} : factsOfChave(leitura.chaveAcesso);
  const [retorno, second] = leitura.retornos;
  const evento = retorno && !second ? factsOfRetorno(retorno) : {};
  return { ...chave, ...evento, modelo: leitura.modelo };
}

function factsOfRetorno(retorno: RetornoEvento): Fatos {
  const { tpEvento, descEvento, nSeqEvento, protocolo, cStat, protocoloData } = retorno;
  return { tpEvento, descEvento, nSeqEvento, protocolo: toProtocolo(protocolo, cStat, protocoloData) };
}

/** Reads model, series and number from the chave de acesso. */
function factsOfChave(chaveAcesso: string): Fatos {
  const { modelo, serie, numero } = splitChaveAcesso(chaveAcesso);
  return {
    chaveAcesso,
    modelo,
    tipoNota: tipoNotaOfModelo(modelo),
    numeroNota: numero.replace(LEFT_ZEROS, ""),
    serieNota: serie.replace(LEFT_ZEROS, ""),
  };
}

const LEFT_ZEROS = /^0+(?=[0-9])/;

function toParte({ nome, documento, uf }: Pick<Parte, "nome" | "documento" | "uf">): ParteLinha {
  return { nome: nome || null, cnpjCpf: documento || null, uf };
}

function toProtocoloDaNota({ numero, cStat, dataRecebimento, alertas }: Protocolo): Linha["protocolo"] {
  const said = toProtocolo(numero, cStat, dataRecebimento);
  return said && alertas.length > 0 ? { ...said, alertas } : said;
}

function toProtocolo(
  numero: string | null,
  cStat: string | null,
  dhRecbto: string | null,
): Linha["protocolo"] {
  if (!numero && !cStat && !dhRecbto) return null;
  return { numero: numero || null, cStat: cStat || null, dhRecbto: dhRecbto || null };
}
