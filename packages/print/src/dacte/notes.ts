import type { PrintedCte } from "@malote/dfe";
import { day, dayAndTime, decimal, joinTexts, reais } from "./format.ts";
import { INSURANCE_RESPONSIBLES, nameOf, PERIODS, PICKUPS, TIME_RANGES } from "./texts.ts";

/** The text of "observações gerais", one paragraph each: the issuer's own, then the data without a box. */
export function remarksOf(form: PrintedCte): string[] {
  const { complemento, contingencia, tributos, identificacao } = form;
  // The block of air transport has its own box for it.
  const isAereo = form.modalidade?.modal === "aereo";
  const said = [
    ...(complemento.observacoes ?? "").split(/\r?\n/),
    labelled("INFORMAÇÕES DO CT-e GLOBALIZADO", form.globalizado),
    labelled("PREVISÃO DE ENTREGA", previsaoOf(complemento.previsao)),
    labelled("CARACTERÍSTICA ADICIONAL DO TRANSPORTE", complemento.caracteristicaTransporte),
    labelled("CARACTERÍSTICA ADICIONAL DO SERVIÇO", isAereo ? null : complemento.caracteristicaServico),
    labelled("RETIRA NO DESTINO", identificacao.retira === "0" ? nameOf(PICKUPS, "0") : null),
    labelled("DADOS DA RETIRADA", identificacao.detalheRetira),
    labelled("ENTRADA EM CONTINGÊNCIA", contingencia && contingenciaOf(contingencia)),
    labelled("VALOR AVERBADO DA CARGA", form.carga && reais(form.carga.averbado)),
    labelled("ICMS DA PARTILHA", partilhaOf(tributos.partilha)),
    labelled("CRÉDITO OUTORGADO/PRESUMIDO", reais(tributos.icms?.credito ?? null)),
    labelled("ICMS DESONERADO", desoneradoOf(tributos.icms)),
    labelled("VALOR APROXIMADO DOS TRIBUTOS", reais(tributos.aproximados)),
    labelled("INFORMAÇÕES AO FISCO", tributos.fisco),
  ];
  return said.map((each) => each.replace(/\s+/g, " ").trim()).filter((each) => each !== "");
}

/** The issuer's own fields (ObsCont). */
export function emissorRemarksOf({ complemento }: PrintedCte): string[] {
  const emissor = labelled("EMISSOR", complemento.emissor);
  return [...complemento.doContribuinte.map(remarkOf), emissor].filter((each) => each !== "");
}

/** Fields for the tax authority (ObsFisco). */
export function fiscoRemarksOf({ complemento }: PrintedCte): string[] {
  return complemento.doFisco.map(remarkOf).filter((each) => each !== "");
}

/** The insurance of a CT-e OS: responsible party, insurer and policy. */
export function segurosOf({ seguros }: PrintedCte): string[][] {
  return seguros.map((each) => [
    nameOf(INSURANCE_RESPONSIBLES, each.responsavel),
    each.seguradora ?? "",
    each.apolice ?? "",
  ]);
}

/** The planned delivery, as text. */
export function previsaoOf(previsao: PrintedCte["complemento"]["previsao"]): string {
  if (!previsao) return "";
  const { tipo, tipoHora } = previsao;
  const data =
    tipo === "4"
      ? `DE ${day(previsao.diaInicio)} A ${day(previsao.diaFim)}`
      : joinTexts([nameOf(PERIODS, tipo), day(previsao.dia)], " ");
  const time =
    tipoHora === "4"
      ? `DAS ${previsao.horaInicio ?? ""} ÀS ${previsao.horaFim ?? ""}`
      : joinTexts([nameOf(TIME_RANGES, tipoHora), previsao.hora], " ");
  return joinTexts([data, time], ", ");
}

function labelled(label: string, text: string | null): string {
  return text ? `${label}: ${text}` : "";
}

function remarkOf({ campo, texto }: { campo: string | null; texto: string | null }): string {
  return joinTexts([campo, texto], ": ");
}

function contingenciaOf({ desde, justificativa }: NonNullable<PrintedCte["contingencia"]>): string {
  return joinTexts([dayAndTime(desde), justificativa]);
}

function partilhaOf(partilha: PrintedCte["tributos"]["partilha"]): string {
  if (!partilha) return "";
  return joinTexts(
    [
      `BASE ${reais(partilha.base)}`,
      `ALÍQUOTA INTERNA ${decimal(partilha.aliquota)}%`,
      `INTERESTADUAL ${decimal(partilha.interestadual)}%`,
      `UF DE INÍCIO ${reais(partilha.valorIni)}`,
      `UF DE TÉRMINO ${reais(partilha.valorFim)}`,
      `FCP ${decimal(partilha.fcp)}% ${reais(partilha.valorFcp)}`,
    ],
    ", ",
  );
}

function desoneradoOf(icms: PrintedCte["tributos"]["icms"]): string {
  if (!icms) return "";
  return joinTexts([reais(icms.desonerado), icms.beneficio && `BENEFÍCIO ${icms.beneficio}`]);
}
