import { ufOfCodigo } from "@malote/syntax";
import type { Autorizador } from "./tables/endereco.ts";
import { AUTORIZADOR_DA_UF, CONTINGENCIA, ENDERECOS } from "./tables/endpoints.ts";
import { type Ambiente, isModeloSefaz, type ModeloSefaz, type ServicoSefaz } from "./tables/servicos.ts";

/** Address of one service; `autorizador` is also the quota key of the questions asked there. */
export type Endpoint = { url: string; autorizador: Autorizador };

/** What is asked, of a document or an authorizer of this UF (`cUF`, IBGE code), modelo and tpEmis. */
export type Destino = {
  cUF: string;
  modelo: string;
  tpEmis: string;
  ambiente: Ambiente;
  servico: ServicoSefaz;
};

/** Where it is asked; null when there is no address: another modelo, a code of no UF, a service that the modelo does not have.
 * The Ambiente Nacional ("AN") has the distribuição of NF-e and of CT-e, and takes our eventos of NF-e (manifestação); those of CT-e
 * go to the UF's own authorizer, whatever the key's tpEmis. */
export function findEndpoint(destino: Destino): Endpoint | null {
  const { modelo, servico, ambiente } = destino;
  if (!isModeloSefaz(modelo)) return null;
  const autorizador = findAutorizador(destino, modelo);
  if (!autorizador) return null;
  const url = ENDERECOS[modelo][autorizador]?.[ambiente][servico];
  return url ? { url, autorizador } : null;
}

function findAutorizador({ cUF, tpEmis, servico }: Destino, modelo: ModeloSefaz): Autorizador | null {
  if (servico === "distribuicao") return "AN";
  const uf = ufOfCodigo(cUF);
  if (!uf) return null;
  if (servico === "recepcaoEvento" && modelo === "55") return "AN";
  const daUf = AUTORIZADOR_DA_UF[modelo][uf] ?? "SVRS";
  return servico === "recepcaoEvento" ? daUf : (CONTINGENCIA[modelo].get(tpEmis) ?? daUf);
}
