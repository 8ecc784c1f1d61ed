import { ACHADOS, type AchadoCodigo } from "@malote/dfe";
import { RECUSAS, type Recusa } from "./recusas.ts";
import type { Linha } from "./to-linha.ts";

/** Longer places and details stay in the JSON. */
const ONDE_MAX = 60;

/** The findings somebody should look at, in short: each kind once, with its place when it is one and its number when several. What
 * is merely worth knowing stays in the JSON. Of what was not read, why. */
export function describeAchados({ achados, leitura, motivo }: Linha): string {
  if (leitura === "recusa") return isRecusa(motivo) ? RECUSAS[motivo] : "";
  const byCodigo = new Map<AchadoCodigo, Linha["achados"]>();
  for (const achado of achados) {
    if (achado.codigo === null || achado.gravidade === "informacao") continue;
    byCodigo.set(achado.codigo, [...(byCodigo.get(achado.codigo) ?? []), achado]);
  }
  return [...byCodigo].map(([codigo, same]) => `${ACHADOS[codigo].titulo}${whereOf(same)}`).join(" · ");
}

function whereOf(same: Linha["achados"]): string {
  const [only, second] = same;
  if (second) return ` (${same.length})`;
  const where = only?.caminho ?? only?.detalhe ?? "";
  return where === "" || where.length > ONDE_MAX ? "" : ` (${where})`;
}

function isRecusa(motivo: string | null): motivo is Recusa {
  return motivo !== null && Object.hasOwn(RECUSAS, motivo);
}
