import { PERIODO_REPOSITORIO_DIAS } from "@malote/contract";
import { cleanDocumento, type Dia, formatData, formatTipoNota, isDia } from "@malote/syntax";
import type { Download, DownloadPedido } from "../../rpc/pedidos.ts";
import { repositorio as textos } from "../../textos/repositorio.ts";
import { diaBefore } from "../../ui/quando.ts";

/** The form as it is filled in; "" = not chosen. */
export type Campos = {
  entradaSaida: DownloadPedido["entradaSaida"];
  tipoDFe: string;
  cnpjEmpresa: string;
  de: string;
  ate: string;
  cnpj: string;
  comPdf: boolean;
  comEventos: boolean;
};

/** What stands in a fresh form: the last 30 days of what was received.   @param hoje today in the conta's zone */
export function defaultCampos(hoje: Dia): Campos {
  return {
    entradaSaida: "E",
    tipoDFe: "",
    cnpjEmpresa: "",
    de: diaBefore(hoje, PERIODO_REPOSITORIO_DIAS - 1),
    ate: hoje,
    cnpj: "",
    comPdf: false,
    comEventos: true,
  };
}

/** What is wrong, by field. */
export function checkCampos({ de, ate }: Campos): { de?: string; ate?: string } {
  const { erros } = textos;
  const wrong = {
    ...(isDia(de) ? {} : { de: erros.data }),
    ...(isDia(ate) ? {} : { ate: erros.data }),
  };
  return Object.keys(wrong).length === 0 && de > ate ? { ate: erros.invertido } : wrong;
}

export function toPedido(campos: Campos): DownloadPedido {
  const { entradaSaida, tipoDFe, cnpjEmpresa, de, ate, cnpj, comPdf, comEventos } = campos;
  return {
    entradaSaida,
    tipoDFe: (tipoDFe || null) as DownloadPedido["tipoDFe"],
    cnpjEmpresa: cnpjEmpresa || null,
    dateRange: { de, ate },
    cnpj: cleanDocumento(cnpj) || null,
    comPdf,
    comEventos,
  };
}

/** What was asked for, in words: the period, then what narrows it. */
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
