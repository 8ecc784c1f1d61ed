import type { Uf } from "@malote/syntax";
import { ufsOfAutorizador } from "./autorizadores.ts";
import { especieOf, isServico, layoutOf, type Servico } from "./servicos.ts";

/** An address of the simulator: who answers there, for which States and model. */
export type Porta = { autorizador: string; ufs: readonly Uf[]; modelo: string; servico: Servico };

const MODELOS: Readonly<Record<string, readonly string[]>> = {
  "http://www.portalfiscal.inf.br/nfe": ["55", "65"],
  "http://www.portalfiscal.inf.br/cte": ["57", "67"],
  "http://www.portalfiscal.inf.br/mdfe": ["58"],
};
const AN = "AN";

/** `/<autorizador>/<modelo>/<Servico>`; a State's own address (`….asmx`) passes too, without its rules; else null. */
export function readPorta(url: string): Porta | "outra" | null {
  const segments = (url.split("?", 1)[0] ?? "").split("/").filter(Boolean);
  const [name = "", modelo = "", servico = ""] = segments;
  if (segments.length !== 3 || !/^[0-9]{2}$/.test(modelo))
    return /nfe(consulta|status)/i.test(segments.at(-1) ?? "") ? "outra" : null;
  const autorizador = name.toUpperCase().replaceAll("-", "");
  const ufs = ufsOfAutorizador(autorizador, modelo);
  if (!ufs || !isServico(servico) || !isServedBy(servico, { autorizador, modelo })) return null;
  return { autorizador, ufs, modelo, servico };
}

/** The distribution is of the Ambiente Nacional alone; it takes events too, and answers no other question. */
function isServedBy(
  servico: Servico,
  { autorizador, modelo }: Pick<Porta, "autorizador" | "modelo">,
): boolean {
  if (!MODELOS[layoutOf(servico).namespace]?.includes(modelo)) return false;
  const especie = especieOf(servico);
  if (especie === "distribuicao") return autorizador === AN;
  return autorizador !== AN || (especie === "evento" && modelo === "55");
}
