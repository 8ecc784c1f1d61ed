import { ufOfCodigo } from "@malote/syntax";
import { AUTORIZADOR_SEM_IE } from "./sem-ie.ts";
import type { Autorizador } from "./tables/endereco.ts";
import { AUTORIZADOR_DA_UF, CONTINGENCIA, ENDERECOS } from "./tables/endpoints.ts";
import { type Ambiente, isModeloSefaz, type ModeloSefaz, type ServicoSefaz } from "./tables/servicos.ts";

/** Address of one service; `autorizador` is also the quota key of the questions asked there. */
export type Endpoint = { url: string; autorizador: Autorizador };

/**
 * What is asked, of a document or an authorizer of this UF (`cUF`, IBGE code), modelo and tpEmis.
 * `emitenteSemIe`: the issuer of the NF-e has no IE.
 */
export type Destino = {
  cUF: string;
  modelo: string;
  tpEmis: string;
  ambiente: Ambiente;
  servico: ServicoSefaz;
  emitenteSemIe?: boolean;
};

/**
 * Where it is asked; null when there is no address: another modelo, a code of no UF, a service that
 * the modelo does not have. The Ambiente Nacional ("AN") has the distribuição of NF-e and of CT-e,
 * and takes our manifestação; SVRS takes our eventos of the reform, and the UF's own authorizer
 * those of CT-e, whatever the key's tpEmis.
 */
export function findEndpoint(destino: Destino): Endpoint | null {
  const { modelo, servico, ambiente } = destino;
  if (!isModeloSefaz(modelo)) return null;
  const autorizador = findAutorizador(destino, modelo);
  if (!autorizador) return null;
  const url = ENDERECOS[modelo][autorizador]?.[ambiente][servico];
  return url ? { url, autorizador } : null;
}

function findAutorizador(
  { cUF, tpEmis, servico, emitenteSemIe = false }: Destino,
  modelo: ModeloSefaz,
): Autorizador | null {
  if (servico === "distribuicao") return "AN";
  if (servico === "recepcaoEventoSvrs") return "SVRS";
  const uf = ufOfCodigo(cUF);
  if (!uf) return null;
  if (servico === "recepcaoEvento" && modelo === "55") return "AN";
  if (emitenteSemIe && modelo === "55") return AUTORIZADOR_SEM_IE;
  const daUf = AUTORIZADOR_DA_UF[modelo][uf] ?? "SVRS";
  return servico === "recepcaoEvento" ? daUf : (CONTINGENCIA[modelo].get(tpEmis) ?? daUf);
}
