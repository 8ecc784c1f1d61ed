import type { ParsedParamsOf } from "@malote/contract";
import { cleanDocumento, zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { Caller } from "../handler.ts";
import { requestFile } from "../requested-file/request-file.ts";
import type { RequestedFileRow } from "../requested-file/requested-file.rows.ts";
import { type RepositorioRequest, readOtherParty, readPeriod, refuseTotal } from "./download.rules.ts";
import { countRepositorio, findEmpresaByCnpj } from "./repositorio.rows.ts";

type Params = ParsedParamsOf<"Download.processaDownload">;

/**
 * Requests a ZIP; refuses an empty or too large one before any work begins. Call `ctx.wake` after the commit.
 * @throws {Refusal} periodoInvertido, filtroInvalido, repositorioTipoSemEmpresa, repositorioVazio,
 * repositorioLimite, repositorioLimitePdf, arquivosDemais
 */
export async function requestRepositorio(
  db: Db,
  caller: Caller,
  { params, now }: { params: Params; now: Date },
): Promise<RequestedFileRow> {
  const request: RepositorioRequest = {
    entradaSaida: params.entradaSaida,
    tipoDFe: params.tipoDFe ?? null,
    ...readPeriod(params),
    cnpj: readOtherParty(params.cnpj),
    empresa: await readEmpresa(db, caller.contaId, params.cnpjEmpresa),
    comPdf: params.comPdf === true,
    comEventos: params.comEventos === true,
    zona: zoneOfUf(caller.contaUf),
  };
  const total = await countRepositorio(db, caller.contaId, request);
  refuseTotal(total, request);
  return await requestFile(db, caller, { tipo: "repositorio", formato: "ZIP", pedido: request, total, now });
}

async function readEmpresa(
  db: Db,
  contaId: string,
  cnpj: string | null | undefined,
): Promise<RepositorioRequest["empresa"]> {
  if (!cnpj?.trim()) return null;
  const empresa = await findEmpresaByCnpj(db, contaId, cleanDocumento(cnpj));
  if (empresa === null) throw new Refusal("repositorioTipoSemEmpresa", { campo: "cnpjEmpresa" });
  return empresa;
}
