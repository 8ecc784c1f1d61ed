import { ufOfCodigo } from "@malote/syntax";
import {
  AUTORIZADOR_DA_UF,
  type Autorizador,
  CONTINGENCIA,
  ENDERECOS,
  type ModeloSefaz,
} from "./tables/endpoints.ts";
import type { Ambiente, ServicoSefaz } from "./tables/servicos.ts";

/** Address of one service; `autorizador` is also the quota key of the questions asked there. */
export type Endpoint = { url: string; autorizador: Autorizador };

/** Where a document of this UF (`cUF`, IBGE code), modelo and tpEmis is asked about; null when this room has no address:
 * another modelo (CT-e, MDF-e) or a code of no UF. */
export function findEndpoint(q: {
  cUF: string;
  modelo: string;
  tpEmis: string;
  ambiente: Ambiente;
  servico: ServicoSefaz;
}): Endpoint | null {
  const uf = ufOfCodigo(q.cUF);
  if (!uf || !isModeloSefaz(q.modelo)) return null;
  const autorizador = CONTINGENCIA[q.modelo].get(q.tpEmis) ?? AUTORIZADOR_DA_UF[q.modelo][uf] ?? "SVRS";
  const url = ENDERECOS[q.modelo][autorizador]?.[q.ambiente][q.servico];
  return url ? { url, autorizador } : null;
}

function isModeloSefaz(modelo: string): modelo is ModeloSefaz {
  return modelo === "55" || modelo === "65";
}
