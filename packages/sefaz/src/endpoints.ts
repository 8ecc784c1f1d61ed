import { ufOfCode } from "@malote/syntax";
import { AUTHORIZER_SEM_IE, MODELO_SEM_IE } from "./sem-ie.ts";
import type { Authorizer } from "./tables/addresses.ts";
import { ADDRESSES, AUTHORIZER_OF_UF, CONTINGENCY, REGISTERS_AT_AN } from "./tables/authorizers.ts";
import { type Ambiente, isModeloSefaz, type SefazModelo, type SefazService } from "./tables/services.ts";

/** Address of one service; `autorizador` is also the quota key of its requests. */
export type Endpoint = { url: string; autorizador: Authorizer };

/** Which service is needed, for a document or an authorizer of this UF (`cUF`, IBGE code), modelo
 * and tpEmis. `emitenteSemIe`: the issuer of the NF-e has no IE. */
export type EndpointQuery = {
  cUF: string;
  modelo: string;
  tpEmis: string;
  ambiente: Ambiente;
  servico: SefazService;
  emitenteSemIe?: boolean;
};

/** Finds the address; null for an unknown modelo or UF, or a service that the modelo does not have.
 * The Ambiente Nacional ("AN") has both distribuições and receives the manifestação; SVRS receives
 * the eventos of the reform. Eventos of CT-e go to the authorizer of the UF, whatever the tpEmis of
 * the key. */
export function findEndpoint(query: EndpointQuery): Endpoint | null {
  const { modelo, servico, ambiente } = query;
  if (!isModeloSefaz(modelo)) return null;
  const autorizador = findAuthorizer(query, modelo);
  if (!autorizador) return null;
  const url = ADDRESSES[modelo][autorizador]?.[ambiente][servico];
  return url ? { url, autorizador } : null;
}

function findAuthorizer(
  { cUF, tpEmis, servico, emitenteSemIe = false }: EndpointQuery,
  modelo: SefazModelo,
): Authorizer | null {
  if (servico === "distribuicao") return "AN";
  if (servico === "recepcaoEventoSvrs") return "SVRS";
  const uf = ufOfCode(cUF);
  if (!uf) return null;
  if (servico === "recepcaoEvento" && REGISTERS_AT_AN[modelo]) return "AN";
  if (emitenteSemIe && modelo === MODELO_SEM_IE) return AUTHORIZER_SEM_IE;
  const ofUf = AUTHORIZER_OF_UF[modelo][uf] ?? "SVRS";
  return servico === "recepcaoEvento" ? ofUf : (CONTINGENCY[modelo].get(tpEmis) ?? ofUf);
}
