import type { PrintedNfe } from "@malote/dfe";
import {
  formatDecimal,
  formatDocumento,
  isChaveAcesso,
  linesOfInfCpl,
  TIPOS_CREDITO,
  TIPOS_DEBITO,
  ufOfCodigo,
} from "@malote/syntax";
import { formatDinheiro, formatPrintedInstant, formatPrintedNumber } from "../page/print-formats.ts";
import { meaningOf } from "../sections/write-values.ts";
import { VOLUMES_NO_QUADRO } from "./a4/frames.ts";
import { restOfCobranca } from "./a4/value-frames.ts";
import { sefazMessages } from "./autorizacao.ts";
import { formatDinheiroOuZero, isPresent, joinWith, writeBlocos, writeRotulado } from "./formats.ts";
import {
  CONTINGENCIA_EPEC,
  CONTINGENCIA_FS,
  CONTINGENCIA_OFFLINE,
  CONTINGENCIA_SVC,
  FINALIDADES,
} from "./texts.ts";

const CONTINGENCIAS: Readonly<Record<string, string>> = {
  "2": CONTINGENCIA_FS,
  "4": CONTINGENCIA_EPEC,
  "5": CONTINGENCIA_FS,
  "6": CONTINGENCIA_SVC,
  "7": CONTINGENCIA_SVC,
  "9": CONTINGENCIA_OFFLINE,
};

/** The paragraphs of the informações complementares: the issuer's own, then the data without a box. */
export function adicionaisOf(form: PrintedNfe): string[] {
  const { adicionais } = form;
  return [
    contingenciaOf(form),
    writeRotulado("Finalidade", finalidadeOf(form)),
    writeRotulado("Inf. fisco", adicionais.fisco),
    ...linesOfInfCpl(adicionais.complementares ?? ""),
    ...adicionais.contribuinte.map(({ campo: field, texto: text }) => joinWith(": ", [field, text])),
    ...form.referencias.map(writeReferencia),
    ...adicionais.processos.map((processo) => `Processo referenciado: ${processo}`),
    writeCompra(adicionais.compra),
    writeExportacao(adicionais.exportacao),
    writeRotulado("Inscrição SUFRAMA do destinatário", form.destinatario?.suframa ?? null),
    writeRetidos(form.totais.retidos),
    ...writeTransporte(form.transporte),
    ...restOfCobranca(form),
  ].filter((line) => line !== "");
}

/** The purpose of the nota, with the type of a credit or debit nota. */
function finalidadeOf({ finalidade, tipoDebito, tipoCredito }: PrintedNfe): string | null {
  const tipo = finalidade === "6" ? meaningOf(tipoDebito, TIPOS_DEBITO) : null;
  const deCredito = finalidade === "5" ? meaningOf(tipoCredito, TIPOS_CREDITO) : null;
  return joinWith(" - ", [meaningOf(finalidade, FINALIDADES), tipo ?? deCredito]) || null;
}

/** The paragraphs of the tax authority: its remarks and SEFAZ's messages. */
export function reservadoOf(form: PrintedNfe): string[] {
  return [
    ...form.adicionais.observacoesFisco.map(({ campo: field, texto: text }) => joinWith(": ", [field, text])),
    ...sefazMessages(form),
  ].filter((line) => line !== "");
}

/** That a nota was issued in contingency, since when and why; "" for any other. */
export function contingenciaOf({ tipoEmissao, contingencia }: PrintedNfe): string {
  const text = meaningOf(tipoEmissao, CONTINGENCIAS) ?? "";
  if (text === "") return "";
  const desde = contingencia?.inicio ? `desde ${formatPrintedInstant(contingencia.inicio)}` : "";
  const motivo = writeRotulado("Motivo", contingencia?.justificativa ?? null);
  return joinWith(". ", [joinWith(" ", [text, desde]), motivo]);
}

function writeReferencia(referencia: PrintedNfe["referencias"][number]): string {
  switch (referencia.tipo) {
    case "chave": {
      const { chave, itens = [] } = referencia;
      const quais =
        itens.length === 0 ? "" : ` (${itens.length === 1 ? "item" : "itens"} ${itens.join(", ")})`;
      return `Documento referenciado${quais}: ${isChaveAcesso(chave) ? writeBlocos(chave) : chave}`;
    }
    case "ecf":
      return joinWith(" ", [
        "Cupom fiscal referenciado:",
        writeRotulado("modelo", referencia.modelo),
        writeRotulado("ECF", referencia.ecf),
        writeRotulado("COO", referencia.coo),
      ]);
    case "nota":
      return joinWith(" ", [
        "Nota referenciada:",
        writeRotulado("modelo", referencia.modelo),
        writeRotulado("série", referencia.serie),
        writeRotulado("nº", formatPrintedNumber(referencia.numero)),
        writeRotulado("emitente", referencia.documento && formatDocumento(referencia.documento)),
        writeRotulado("UF", ufOfCodigo(referencia.uf ?? "") ?? referencia.uf),
        writeRotulado("emissão", writeAnoMes(referencia.anoMes)),
      ]);
  }
}

function writeAnoMes(anoMes: string | null): string {
  const match = /^([0-9]{2})([0-9]{2})$/.exec(anoMes ?? "");
  return match ? `${match[2]}/20${match[1]}` : (anoMes ?? "");
}

function writeCompra(compra: PrintedNfe["adicionais"]["compra"]): string {
  if (!compra) return "";
  return joinWith("  ", [
    writeRotulado("Nota de empenho", compra.empenho),
    writeRotulado("Pedido", compra.pedido),
    writeRotulado("Contrato", compra.contrato),
  ]);
}

function writeExportacao(exportacao: PrintedNfe["adicionais"]["exportacao"]): string {
  if (!exportacao) return "";
  return joinWith("  ", [
    writeRotulado("Local de embarque", joinWith(" - ", [exportacao.local, exportacao.uf])),
    writeRotulado("Local de despacho", exportacao.despacho),
  ]);
}

function writeRetidos(retidos: PrintedNfe["totais"]["retidos"]): string {
  if (!retidos) return "";
  const valores: [string, string | null][] = [
    ["PIS", retidos.pis],
    ["COFINS", retidos.cofins],
    ["CSLL", retidos.csll],
    ["IRRF", retidos.irrf],
    ["Previdência", retidos.previdencia],
  ];
  const ditos = valores
    .filter(([, valor]) => isPresent(valor))
    .map(([name, valor]) => `${name} R$ ${formatDinheiro(valor)}`);
  return writeRotulado("Tributos retidos", ditos.join("  "));
}

function writeTransporte(transporte: PrintedNfe["transporte"]): string[] {
  const { reboques, retencao, vagao, balsa, volumes } = transporte;
  const lacres = volumes.flatMap((volume) => volume.lacres);
  return [
    ...reboques.map(({ placa, uf, antt }) =>
      joinWith("  ", [`Reboque: ${joinWith("/", [placa, uf])}`, writeRotulado("ANTT", antt)]),
    ),
    writeRetencao(retencao),
    writeRotulado("Vagão", vagao),
    writeRotulado("Balsa", balsa),
    writeRotulado("Lacres", lacres.join(", ")),
    ...volumes.slice(VOLUMES_NO_QUADRO).map((volume, at) => writeVolume(volume, at + VOLUMES_NO_QUADRO + 1)),
  ];
}

function writeRetencao(retencao: PrintedNfe["transporte"]["retencao"]): string {
  if (!retencao) return "";
  return joinWith("  ", [
    `ICMS retido do transporte: R$ ${formatDinheiroOuZero(retencao.icms)}`,
    `Serviço: R$ ${formatDinheiroOuZero(retencao.servico)}`,
    `BC: R$ ${formatDinheiroOuZero(retencao.base)}`,
    writeRotulado("Alíq.", retencao.aliquota && `${formatDecimal(retencao.aliquota, 2)}%`),
    writeRotulado("CFOP", retencao.cfop),
  ]);
}

function writeVolume(volume: PrintedNfe["transporte"]["volumes"][number], ordem: number): string {
  return joinWith("  ", [
    `Volume ${ordem}: ${joinWith(" ", [volume.quantidade, volume.especie])}`,
    writeRotulado("Marca", volume.marca),
    writeRotulado("Numeração", volume.numeracao),
    writeRotulado("Peso bruto", volume.pesoBruto && formatDecimal(volume.pesoBruto, 3)),
    writeRotulado("Peso líquido", volume.pesoLiquido && formatDecimal(volume.pesoLiquido, 3)),
  ]);
}
