import { MENSAGENS_DOS_CAMPOS, PERIODO_REPOSITORIO_DIAS, parseData } from "@malote/contract";
import { cleanDocumento, type Dia, formatData, formatTipoNota } from "@malote/syntax";
import type { Download, DownloadPedido } from "../../rpc/pedidos.ts";
import { repositorio as textos } from "../../textos/repositorio.ts";
import { wrongDocumento } from "../../ui/digitado.ts";
import { diaBefore } from "../../ui/quando.ts";

/** The form values; "" means not selected. */
export type Campos = {
  entradaSaida: DownloadPedido["entradaSaida"];
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
export function defaultCampos(hoje: Dia): Campos {
  return {
    entradaSaida: "E",
    tipoDFe: "",
    cnpjEmpresa: "",
    de: formatData(diaBefore(hoje, PERIODO_REPOSITORIO_DIAS - 1)),
    ate: formatData(hoje),
    cnpj: "",
    comPdf: false,
    comEventos: true,
  };
}

/** Error messages by field. */
export function checkCampos(campos: Campos): { de?: string; ate?: string; cnpj?: string } {
  const [de, ate, cnpj] = [parseData(campos.de), parseData(campos.ate), wrongDocumento(campos.cnpj)];
  return {
    ...(de ? {} : { de: MENSAGENS_DOS_CAMPOS.dataInvalida }),
    ...(ate ? {} : { ate: MENSAGENS_DOS_CAMPOS.dataInvalida }),
    ...(de && ate && de > ate ? { ate: MENSAGENS_DOS_CAMPOS.periodoInvertido } : {}),
    ...(cnpj ? { cnpj } : {}),
  };
}

export function toPedido(campos: Campos): DownloadPedido {
  const { entradaSaida, tipoDFe, cnpjEmpresa, de, ate, cnpj, comPdf, comEventos } = campos;
  return {
    entradaSaida,
    tipoDFe: (tipoDFe || null) as DownloadPedido["tipoDFe"],
    cnpjEmpresa: cnpjEmpresa || null,
    dateRange: { de: parseData(de) ?? "", ate: parseData(ate) ?? "" },
    cnpj: cleanDocumento(cnpj) || null,
    comPdf,
    comEventos,
  };
}

/** Describes a request: the period, then the filters. */
export function describePedido(
  download: Download,
  nomeDaEmpresa: string | null,
): { periodo: string; resto: string } {
  const { lista: t, campos } = textos;
  const resto = [
    campos.papeis[download.entradaSaida],
    download.tipoDFe ? formatTipoNota(download.tipoDFe) : t.todosTipos,
    download.cnpjEmpresa ? (nomeDaEmpresa ?? download.cnpjEmpresa) : t.todasEmpresas,
    ...(download.cnpj ? [t.parte(download.cnpj)] : []),
    ...(download.comPdf ? [t.comPdf] : []),
    ...(download.comEventos ? [t.comEventos] : []),
  ];
  return { periodo: t.periodo(formatData(download.de), formatData(download.ate)), resto: resto.join(", ") };
}
