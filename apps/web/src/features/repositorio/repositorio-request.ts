import { parseDay, REPOSITORIO_PERIOD_DAYS } from "@malote/contract";
import { cleanDocumento, type Day, formatDate, formatTipoNota } from "@malote/syntax";
import type { Download, DownloadRequest } from "../../rpc/files/requested-files.ts";
import { repositorioTexts as texts } from "../../texts/files/repositorio.ts";
import { fieldMessages } from "../../texts/names/messages.ts";
import { checkDocumento } from "../../ui/filter/typed-fields.ts";
import { dayBefore } from "../../ui/format/relative-time.ts";

/** The form values; "" means not selected. */
export type FormValues = {
  entradaSaida: DownloadRequest["entradaSaida"];
  tipoDFe: string;
  cnpjEmpresa: string;
  /** As typed, dd/MM/yyyy. */
  de: string;
  ate: string;
  /** Without punctuation, complete or only its first characters. */
  cnpj: string;
  comPdf: boolean;
  comEventos: boolean;
};

/**
 * Initial values: the received documents of the last 30 days.
 * @param today today in the conta's zone
 */
export function defaultValues(today: Day): FormValues {
  return {
    entradaSaida: "E",
    tipoDFe: "",
    cnpjEmpresa: "",
    de: formatDate(dayBefore(today, REPOSITORIO_PERIOD_DAYS - 1)),
    ate: formatDate(today),
    cnpj: "",
    comPdf: false,
    comEventos: true,
  };
}

/** Error messages by field. */
export function checkValues(values: FormValues): { de?: string; ate?: string; cnpj?: string } {
  const [de, ate, cnpj] = [parseDay(values.de), parseDay(values.ate), checkDocumento(values.cnpj)];
  return {
    ...(de ? {} : { de: fieldMessages.dataInvalida }),
    ...(ate ? {} : { ate: fieldMessages.dataInvalida }),
    ...(de && ate && de > ate ? { ate: fieldMessages.periodoInvertido } : {}),
    ...(cnpj ? { cnpj } : {}),
  };
}

export function toRequest(values: FormValues): DownloadRequest {
  const { entradaSaida, tipoDFe, cnpjEmpresa, de, ate, cnpj, comPdf, comEventos } = values;
  return {
    entradaSaida,
    tipoDFe: (tipoDFe || null) as DownloadRequest["tipoDFe"],
    cnpjEmpresa: cnpjEmpresa || null,
    dateRange: { de: parseDay(de) ?? "", ate: parseDay(ate) ?? "" },
    cnpj: cleanDocumento(cnpj) || null,
    comPdf,
    comEventos,
  };
}

/** Describes a request: the period, then the filters. */
export function describeRequest(
  download: Download,
  empresaName: string | null,
): { period: string; filters: string } {
  const { lista: t, campos: values } = texts;
  const filters = [
    values.papeis[download.entradaSaida],
    download.tipoDFe ? formatTipoNota(download.tipoDFe) : t.todosTipos,
    download.cnpjEmpresa ? (empresaName ?? download.cnpjEmpresa) : t.todasEmpresas,
    ...(download.cnpj ? [t.parte(download.cnpj)] : []),
    ...(download.comPdf ? [t.comPdf] : []),
    ...(download.comEventos ? [t.comEventos] : []),
  ];
  return {
    period: t.periodo(formatDate(download.de), formatDate(download.ate)),
    filters: filters.join(", "),
  };
}
