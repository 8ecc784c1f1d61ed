import type { ParsedParamsOf } from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { readProcurada } from "../empresa/empresa.rules.ts";
import type { Caller } from "../handler.ts";
import type { Lista } from "./nota.rows.ts";
import type { NotaOrdem } from "./nota.rules.ts";
import { findEmpresaId } from "./nota-divergente.rows.ts";

type Pedido = ParsedParamsOf<"Nota.getNumeroDivergencias"> & {
  listSearchOrder?: NotaOrdem | null | undefined;
};

/**
 * Converts a request about divergências into a list, without quarantine and third parties. The period
 * selects the day on which a divergência was found: a document issued long ago may be cancelled today.
 * @returns null if the CNPJ is of no empresa of the conta: the result is empty
 * @throws {Refusal} periodoInvertido, cnpjInvalido, cpfInvalido
 */
export async function readDivergencias(sql: Sql, caller: Caller, pedido: Pedido): Promise<Lista | null> {
  const { searchDateRange: periodo, searchCnpjCpfEmpresa } = pedido;
  if (periodo && periodo.de > periodo.ate) {
    throw new Refusal("periodoInvertido", { campo: "searchDateRange.ate" });
  }
  const lista: Lista = {
    papel: pedido.entradaSaida ?? null,
    filtro: {
      divergente: true,
      quarentena: false,
      ...(periodo ? { divergenteDe: periodo.de, divergenteAte: periodo.ate } : {}),
    },
    ordem: pedido.listSearchOrder ?? "emissaoDesc",
    zona: zonaOfUf(caller.contaUf),
    nomes: new Map(),
  };
  const cnpj = readProcurada(searchCnpjCpfEmpresa);
  if (cnpj === null) return lista;
  const empresaId = await findEmpresaId(sql, caller.contaId, cnpj);
  return empresaId === null ? null : { ...lista, filtro: { ...lista.filtro, empresaId } };
}
