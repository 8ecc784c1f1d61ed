import type { ParsedParamsOf } from "@malote/contract";
import { zoneOfUf } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { Refusal } from "../../../errors.ts";
import { readEmpresaFilter } from "../../empresa/empresa.rules.ts";
import { findEmpresaId } from "../../empresa/empresa-cnpj.rows.ts";
import type { Caller } from "../../handler.ts";
import type { NotaList } from "../nota.rows.ts";
import type { NotaSortOrder } from "../nota.rules.ts";

type DivergenciasRequest = ParsedParamsOf<"Nota.getNumeroDivergencias"> & {
  listSearchOrder?: NotaSortOrder | null | undefined;
};

/**
 * Converts a request about divergências into a list, without quarantine and third parties. The period
 * selects the day on which a divergência was found: a document issued long ago may be cancelled today.
 * @returns null if the CNPJ is of no empresa of the conta: the result is empty
 * @throws {Refusal} periodoInvertido, cnpjInvalido, cpfInvalido
 */
export async function readDivergencias(
  db: Db,
  caller: Caller,
  request: DivergenciasRequest,
): Promise<NotaList | null> {
  const { searchDateRange: period, searchCnpjCpfEmpresa } = request;
  if (period && period.de > period.ate) {
    throw new Refusal("periodoInvertido", { campo: "searchDateRange.ate" });
  }
  const list: NotaList = {
    papel: request.entradaSaida ?? null,
    filtro: {
      divergente: true,
      quarentena: false,
      ...(period ? { divergenteDe: period.de, divergenteAte: period.ate } : {}),
    },
    ordem: request.listSearchOrder ?? "emissaoDesc",
    zona: zoneOfUf(caller.contaUf),
    nomes: new Map(),
  };
  const cnpj = readEmpresaFilter(searchCnpjCpfEmpresa);
  if (cnpj === null) return list;
  const empresaId = await findEmpresaId(db, caller.contaId, cnpj);
  return empresaId === null ? null : { ...list, filtro: { ...list.filtro, empresaId } };
}
