import type {
  Achado,
  AchadoCode,
  EventoResult,
  Examination,
  ParsedEvento,
  ParsedNota,
  ParsedResumo,
  Party,
  Protocolo,
  Reading,
  Reparo,
  SefazAlert,
  Veredito,
} from "@malote/dfe";
import { splitChaveAcesso, type TipoNota, tipoNotaOfModelo } from "@malote/syntax";
import type { FileResult } from "./open-file.ts";

type PartyLine = { nome: string | null; cnpjCpf: string | null; uf: string | null };

type ProtocolLine = {
  numero: string | null;
  cStat: string | null;
  dhRecbto: string | null;
  /** Additional messages of SEFAZ's answer (cMsg, xMsg); absent when there are none. */
  alertas?: readonly SefazAlert[];
};

/**
 * One line of the JSON output. A value that the file does not have is null.
 * reading: what kind of file it is. motivo: why it was not read, or is not a DF-e.
 */
export type ResultLine = {
  arquivo: string;
  leitura: Reading["kind"] | "pacote" | "recusa";
  motivo: string | null;
  tipo: string | null;
  modelo: string | null;
  tipoNota: TipoNota | null;
  chaveAcesso: string | null;
  numeroNota: string | null;
  serieNota: string | null;
  dataEmissao: string | null;
  valorTotal: string | null;
  emitente: PartyLine | null;
  destinatario: PartyLine | null;
  tpEvento: string | null;
  descEvento: string | null;
  nSeqEvento: string | null;
  dataEvento: string | null;
  autor: string | null;
  protocolo: ProtocolLine | null;
  digVal: string | null;
  assinatura: { estado: Examination["assinatura"]["estado"]; motivos: AchadoCode[] };
  reparo: Reparo | null;
  veredito: Veredito | null;
  achados: { [K in keyof Required<Achado>]: Achado[K] | null }[];
};

type Facts = Partial<
  Omit<ResultLine, "arquivo" | "leitura" | "tipo" | "assinatura" | "reparo" | "veredito" | "achados">
>;

const EMPTY_LINE = {
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
} as const satisfies Partial<ResultLine>;

/** Flattens a result for the JSON output and the table. */
export function toResultLine(result: FileResult): ResultLine {
  const { arquivo, kind } = result;
  if (kind === "pacote") return { ...emptyLine(arquivo), leitura: kind, tipo: result.formato };
  if (kind === "recusa") return { ...emptyLine(arquivo), leitura: kind, motivo: result.recusa };
  const { reading, assinatura, reparo, veredito, achados } = result.exame;
  return {
    ...emptyLine(arquivo),
    ...factsOf(reading),
    leitura: reading.kind,
    tipo: reading.raiz,
    // Also set for messages that are not documents: SEFAZ may sign its answers.
    assinatura,
    reparo,
    veredito,
    achados: achados.map(({ codigo, gravidade, mensagem, caminho, detalhe }) => {
      return { codigo, gravidade, mensagem, caminho: caminho ?? null, detalhe: detalhe ?? null };
    }),
  };
}

function emptyLine(arquivo: string): ResultLine {
  const { assinatura } = EMPTY_LINE;
  return {
    arquivo,
    leitura: "recusa",
    ...EMPTY_LINE,
    assinatura: { ...assinatura, motivos: [] },
    achados: [],
  };
}

function factsOf(reading: Reading): Facts {
  switch (reading.kind) {
    case "nota":
      return factsOfNota(reading.nota);
    case "evento":
      return factsOfEvento(reading.evento);
    case "resumo":
      return factsOfResumo(reading.resumo);
    case "mensagem":
      return factsOfMensagem(reading);
    case "lote":
      return {};
    case "nao-dfe":
      return { motivo: reading.motivo };
    case "outro-dfe":
    case "ilegivel": {
      const facts = reading.chaveAcesso === null ? {} : factsOfChave(reading.chaveAcesso);
      return {
        ...facts,
        modelo: reading.modelo,
        motivo: reading.kind === "ilegivel" ? reading.motivo : null,
      };
    }
  }
}

function factsOfNota(nota: ParsedNota): Facts {
  const { modelo, tipoNota, chaveAcesso, numeroNota, serieNota, dataEmissao, valorTotal, digVal } = nota;
  const { protocolo } = nota;
  return {
    ...{ modelo, tipoNota, chaveAcesso, numeroNota, serieNota, dataEmissao, valorTotal, digVal },
    emitente: toParty(nota.emitente),
    destinatario: nota.destinatario && toParty(nota.destinatario),
    protocolo: protocolo && toNotaProtocol(protocolo),
  };
}

function factsOfEvento(evento: ParsedEvento): Facts {
  const { chaveAcesso, tpEvento, descEvento, nSeqEvento, dataEvento, autor } = evento;
  return {
    ...factsOfChave(chaveAcesso),
    ...{ tpEvento, descEvento: descEvento || null, nSeqEvento, dataEvento, autor },
    protocolo: toProtocol(evento.protocolo, evento.cStat, evento.protocoloData),
  };
}

function factsOfResumo(resumo: ParsedResumo): Facts {
  const protocolo = toProtocol(resumo.protocolo, null, resumo.dataRecebimento);
  const facts = { ...factsOfChave(resumo.chaveAcesso), protocolo };
  if (resumo.de === "evento") {
    const { tpEvento, descEvento, nSeqEvento, dataEvento, autor } = resumo;
    return { ...facts, tpEvento, descEvento: descEvento || null, nSeqEvento, dataEvento, autor };
  }
  const { dataEmissao, valorTotal, digVal, emitente } = resumo;
  const { nome, documento } = emitente;
  return { ...facts, dataEmissao, valorTotal, digVal, emitente: toParty({ nome, documento, uf: null }) };
}

/** An answer about one evento gets the fields of that evento; an answer about several gets only its model. */
function factsOfMensagem(reading: Extract<Reading, { kind: "mensagem" }>): Facts {
  const chave = reading.chaveAcesso === null ? {} : factsOfChave(reading.chaveAcesso);
  const [retorno, second] = reading.retornos;
  const evento = retorno && !second ? factsOfRetorno(retorno) : {};
  return { ...chave, ...evento, modelo: reading.modelo };
}

function factsOfRetorno(retorno: EventoResult): Facts {
  const { tpEvento, descEvento, nSeqEvento, protocolo, cStat, protocoloData } = retorno;
  return { tpEvento, descEvento, nSeqEvento, protocolo: toProtocol(protocolo, cStat, protocoloData) };
}

/** Reads model, series and number from the chave de acesso. */
function factsOfChave(chaveAcesso: string): Facts {
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

function toParty({ nome, documento, uf }: Pick<Party, "nome" | "documento" | "uf">): PartyLine {
  return { nome: nome || null, cnpjCpf: documento || null, uf };
}

function toNotaProtocol({ numero, cStat, dataRecebimento, alertas }: Protocolo): ResultLine["protocolo"] {
  const protocolLine = toProtocol(numero, cStat, dataRecebimento);
  return protocolLine && alertas.length > 0 ? { ...protocolLine, alertas } : protocolLine;
}

function toProtocol(
  numero: string | null,
  cStat: string | null,
  dhRecbto: string | null,
): ResultLine["protocolo"] {
  if (!numero && !cStat && !dhRecbto) return null;
  return { numero: numero || null, cStat: cStat || null, dhRecbto: dhRecbto || null };
}
