import type { PrintedNfe } from "@malote/dfe";
import {
  formatDecimal,
  formatDocumento,
  isChaveAcesso,
  linesOfInfCpl,
  TIPOS_CREDITO,
  TIPOS_DEBITO,
  ufOfCode,
} from "@malote/syntax";
import { formatMoney, formatPrintedInstant, formatPrintedNumber } from "../page/print-formats.ts";
import { meaningOf } from "../sections/write-values.ts";
import { FRAME_VOLUMES_MAX } from "./a4/frames.ts";
import { restOfCobranca } from "./a4/value-frames.ts";
import { sefazMessages } from "./authorization.ts";
import { formatMoneyOrZero, isPresent, joinWith, writeGroups, writeLabelled } from "./formats.ts";
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
export function additionalTextsOf(form: PrintedNfe): string[] {
  const { adicionais } = form;
  return [
    contingenciaOf(form),
    writeLabelled("Finalidade", finalidadeOf(form)),
    writeLabelled("Inf. fisco", adicionais.fisco),
    ...linesOfInfCpl(adicionais.complementares ?? ""),
    ...adicionais.contribuinte.map(({ campo: field, texto: text }) => joinWith(": ", [field, text])),
    ...form.referencias.map(writeReferencia),
    ...adicionais.processos.map((process) => `Processo referenciado: ${process}`),
    writeCompra(adicionais.compra),
    writeExportacao(adicionais.exportacao),
    writeLabelled("Inscrição SUFRAMA do destinatário", form.destinatario?.suframa ?? null),
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
export function fiscoTextsOf(form: PrintedNfe): string[] {
  return [
    ...form.adicionais.observacoesFisco.map(({ campo: field, texto: text }) => joinWith(": ", [field, text])),
    ...sefazMessages(form),
  ].filter((line) => line !== "");
}

/** That a nota was issued in contingency, since when and why; "" for any other. */
export function contingenciaOf({ tipoEmissao, contingencia }: PrintedNfe): string {
  const text = meaningOf(tipoEmissao, CONTINGENCIAS) ?? "";
  if (text === "") return "";
  const since = contingencia?.inicio ? `desde ${formatPrintedInstant(contingencia.inicio)}` : "";
  const motivo = writeLabelled("Motivo", contingencia?.justificativa ?? null);
  return joinWith(". ", [joinWith(" ", [text, since]), motivo]);
}

function writeReferencia(referencia: PrintedNfe["referencias"][number]): string {
  switch (referencia.tipo) {
    case "chave": {
      const { chave, itens = [] } = referencia;
      const quais =
        itens.length === 0 ? "" : ` (${itens.length === 1 ? "item" : "itens"} ${itens.join(", ")})`;
      return `Documento referenciado${quais}: ${isChaveAcesso(chave) ? writeGroups(chave) : chave}`;
    }
    case "ecf":
      return joinWith(" ", [
        "Cupom fiscal referenciado:",
        writeLabelled("modelo", referencia.modelo),
        writeLabelled("ECF", referencia.ecf),
        writeLabelled("COO", referencia.coo),
      ]);
    case "nota":
      return joinWith(" ", [
        "Nota referenciada:",
        writeLabelled("modelo", referencia.modelo),
        writeLabelled("série", referencia.serie),
        writeLabelled("nº", formatPrintedNumber(referencia.numero)),
        writeLabelled("emitente", referencia.documento && formatDocumento(referencia.documento)),
        writeLabelled("UF", ufOfCode(referencia.uf ?? "") ?? referencia.uf),
        writeLabelled("emissão", writeYearMonth(referencia.anoMes)),
      ]);
  }
}

function writeYearMonth(anoMes: string | null): string {
  const match = /^([0-9]{2})([0-9]{2})$/.exec(anoMes ?? "");
  return match ? `${match[2]}/20${match[1]}` : (anoMes ?? "");
}

function writeCompra(compra: PrintedNfe["adicionais"]["compra"]): string {
  if (!compra) return "";
  return joinWith("  ", [
    writeLabelled("Nota de empenho", compra.empenho),
    writeLabelled("Pedido", compra.pedido),
    writeLabelled("Contrato", compra.contrato),
  ]);
}

function writeExportacao(exportacao: PrintedNfe["adicionais"]["exportacao"]): string {
  if (!exportacao) return "";
  return joinWith("  ", [
    writeLabelled("Local de embarque", joinWith(" - ", [exportacao.local, exportacao.uf])),
    writeLabelled("Local de despacho", exportacao.despacho),
  ]);
}

function writeRetidos(retidos: PrintedNfe["totais"]["retidos"]): string {
  if (!retidos) return "";
  const amounts: [string, string | null][] = [
    ["PIS", retidos.pis],
    ["COFINS", retidos.cofins],
    ["CSLL", retidos.csll],
    ["IRRF", retidos.irrf],
    ["Previdência", retidos.previdencia],
  ];
  const ditos = amounts
    .filter(([, amount]) => isPresent(amount))
    .map(([name, amount]) => `${name} R$ ${formatMoney(amount)}`);
  return writeLabelled("Tributos retidos", ditos.join("  "));
}

function writeTransporte(transporte: PrintedNfe["transporte"]): string[] {
  const { reboques, retencao, vagao, balsa, volumes } = transporte;
  const lacres = volumes.flatMap((volume) => volume.lacres);
  return [
    ...reboques.map(({ placa, uf, antt }) =>
      joinWith("  ", [`Reboque: ${joinWith("/", [placa, uf])}`, writeLabelled("ANTT", antt)]),
    ),
    writeRetencao(retencao),
    writeLabelled("Vagão", vagao),
    writeLabelled("Balsa", balsa),
    writeLabelled("Lacres", lacres.join(", ")),
    ...volumes.slice(FRAME_VOLUMES_MAX).map((volume, at) => writeVolume(volume, at + FRAME_VOLUMES_MAX + 1)),
  ];
}

function writeRetencao(retencao: PrintedNfe["transporte"]["retencao"]): string {
  if (!retencao) return "";
  return joinWith("  ", [
    `ICMS retido do transporte: R$ ${formatMoneyOrZero(retencao.icms)}`,
    `Serviço: R$ ${formatMoneyOrZero(retencao.servico)}`,
    `BC: R$ ${formatMoneyOrZero(retencao.base)}`,
    writeLabelled("Alíq.", retencao.aliquota && `${formatDecimal(retencao.aliquota, 2)}%`),
    writeLabelled("CFOP", retencao.cfop),
  ]);
}

function writeVolume(volume: PrintedNfe["transporte"]["volumes"][number], ordem: number): string {
  return joinWith("  ", [
    `Volume ${ordem}: ${joinWith(" ", [volume.quantidade, volume.especie])}`,
    writeLabelled("Marca", volume.marca),
    writeLabelled("Numeração", volume.numeracao),
    writeLabelled("Peso bruto", volume.pesoBruto && formatDecimal(volume.pesoBruto, 3)),
    writeLabelled("Peso líquido", volume.pesoLiquido && formatDecimal(volume.pesoLiquido, 3)),
  ]);
}
