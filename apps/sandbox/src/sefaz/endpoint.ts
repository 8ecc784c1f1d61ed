import { type Family, familyOfModelo, MODELOS, type Uf } from "@malote/syntax";
import { CTE_NAMESPACE, MDFE_NAMESPACE } from "../document-generator/documento/document-family.ts";
import { NFE_NAMESPACE } from "../document-generator/xml/write-xml.ts";
import { ufsOfAutorizador } from "./autorizadores.ts";
import { isSefazService, layoutOf, type SefazService, serviceKindOf } from "./services.ts";

/** An endpoint of the simulator: its authorizer, with the States and model it serves. */
export type Endpoint = { autorizador: string; ufs: readonly Uf[]; modelo: string; servico: SefazService };

const NAMESPACES: Readonly<Record<Family, string>> = {
  nfe: NFE_NAMESPACE,
  cte: CTE_NAMESPACE,
  mdfe: MDFE_NAMESPACE,
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
  const family = familyOfModelo(modelo);
  if (family === null || layoutOf(servico).namespace !== NAMESPACES[family]) return false;
  const kind = serviceKindOf(servico);
  if (kind === "distribuicao") return autorizador === AN;
  return autorizador !== AN || (kind === "evento" && modelo === MODELOS.NFe.modelo);
}
