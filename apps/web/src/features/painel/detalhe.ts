import { addValor, formatDocumento, formatInteiro, formatTipoNota, formatValor } from "@malote/syntax";
import type { Agrupamento, DetalheLinha } from "../../rpc/painel.ts";
import { painel as textos } from "../../textos/painel.ts";
import { writeCsv } from "./csv.ts";
import { TIPOS_DO_ERP } from "./links.ts";
import { cellOf } from "./rotulos.ts";

const { colunas: t } = textos.detalhe;

export type Soma = Pick<
  DetalheLinha,
  "quantidade" | "valor" | "canceladas" | "divergentes" | "naoIntegradas"
>;

/**
 * The numbers of a row. Types that no ERP imports have no `naoIntegradas`, as in the totals of the
 * painel.
 */
export function somaOf(linha: DetalheLinha): Soma {
  return TIPOS_DO_ERP.includes(linha.tipoNota) ? linha : { ...linha, naoIntegradas: 0 };
}

export function sumDetalhe(linhas: readonly DetalheLinha[]): Soma {
  const of = (campo: "quantidade" | "canceladas" | "divergentes"): number =>
    linhas.reduce((sum, linha) => sum + linha[campo], 0);
  return {
    quantidade: of("quantidade"),
    valor: linhas.reduce((sum, { valor }) => addValor(sum, valor), "0.00"),
    canceladas: of("canceladas"),
    divergentes: of("divergentes"),
    naoIntegradas: linhas.reduce((sum, linha) => sum + somaOf(linha).naoIntegradas, 0),
  };
}

/** The table as CSV: its rows, then the totals. */
export function writeDetalheCsv(
  linhas: readonly DetalheLinha[],
  { grupo, ate }: { grupo: Agrupamento; ate: string },
): string {
  const head = [
    t.periodo,
    t.empresa,
    textos.detalhe.cnpj,
    t.tipo,
    t.quantidade,
    t.valor,
    t.canceladas,
    t.divergentes,
    t.naoIntegradas,
  ];
  const rows = linhas.map((linha) => [
    cellOf(linha.periodo, grupo, ate),
    linha.empresaNome ?? textos.detalhe.semEmpresa,
    linha.empresaCnpj ? formatDocumento(linha.empresaCnpj) : "",
    formatTipoNota(linha.tipoNota),
    ...numbersOf(somaOf(linha)),
  ]);
  return writeCsv([head, ...rows, [textos.detalhe.total, "", "", "", ...numbersOf(sumDetalhe(linhas))]]);
}

function numbersOf(soma: Soma): string[] {
  const { quantidade, valor, canceladas, divergentes, naoIntegradas } = soma;
  return [
    formatInteiro(quantidade),
    formatValor(valor),
    formatInteiro(canceladas),
    formatInteiro(divergentes),
    formatInteiro(naoIntegradas),
  ];
}
