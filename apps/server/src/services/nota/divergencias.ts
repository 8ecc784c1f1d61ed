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
 * Which documents a question about divergences means: what counts, so neither what is in quarantine
 * nor of third parties. Its days are those on which they were found: a document issued long ago may
 * be cancelled today.
 * @returns null when they would be of a company that the conta does not have: there are none
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
