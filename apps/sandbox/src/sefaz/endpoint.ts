import type { Uf } from "@malote/syntax";
import { ufsOfAutorizador } from "./autorizadores.ts";
import { isSefazService, layoutOf, type SefazService, serviceKindOf } from "./services.ts";

/** An endpoint of the simulator: its authorizer, with the States and model it serves. */
export type Endpoint = { autorizador: string; ufs: readonly Uf[]; modelo: string; servico: SefazService };

const MODELOS: Readonly<Record<string, readonly string[]>> = {
  "http://www.portalfiscal.inf.br/nfe": ["55", "65"],
  "http://www.portalfiscal.inf.br/cte": ["57", "67"],
  "http://www.portalfiscal.inf.br/mdfe": ["58"],
};
const AN = "AN";

/**
 * Parses `/<autorizador>/<modelo>/<Servico>`. A State's own address (`….asmx`) is accepted without
 * endpoint rules; else null.
 */
export function readEndpoint(url: string): Endpoint | "outra" | null {
  const segments = (url.split("?", 1)[0] ?? "").split("/").filter(Boolean);
  const [name = "", modelo = "", servico = ""] = segments;
  if (segments.length !== 3 || !/^[0-9]{2}$/.test(modelo))
    return /nfe(consulta|status)/i.test(segments.at(-1) ?? "") ? "outra" : null;
  const autorizador = name.toUpperCase().replaceAll("-", "");
  const ufs = ufsOfAutorizador(autorizador, modelo);
  if (!ufs || !isSefazService(servico) || !isServedBy(servico, { autorizador, modelo })) return null;
  return { autorizador, ufs, modelo, servico };
}

/**
 * Only the Ambiente Nacional serves the distribution; it also accepts events, and no other service.
 */
function isServedBy(
  servico: SefazService,
  { autorizador, modelo }: Pick<Endpoint, "autorizador" | "modelo">,
): boolean {
  if (!MODELOS[layoutOf(servico).namespace]?.includes(modelo)) return false;
  const kind = serviceKindOf(servico);
  if (kind === "distribuicao") return autorizador === AN;
  return autorizador !== AN || (kind === "evento" && modelo === "55");
}
