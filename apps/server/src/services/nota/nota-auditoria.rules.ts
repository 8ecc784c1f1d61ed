import type { NotaFiltro } from "./nota.rules.ts";

type Tipo = NonNullable<NotaFiltro["auditorTipos"]>[number];
type Situacao = NonNullable<NotaFiltro["auditorStatus"]>[number];

// In the order of the SQL function auditoria_de (migration 19), which writes the bits.
const TIPOS: readonly Tipo[] = ["NFe", "CTe", "CTeOS", "Cancelamento", "Evento"];
const SITUACOES: readonly Situacao[] = [1, 2, 3];

/** Bits that nearly every document known to SEFAZ has: its own authorization. Others set `auditoria_rara`. */
const COMUNS = (["NFe", "CTe", "CTeOS"] as const).reduce((marcas, tipo) => marcas | marcaOf(tipo, 1), 0);

/**
 * The bits of `nota.auditoria` to match: a record of one of the types in one of the situations.
 * `isRara`: none of the bits is common. Null if neither filter is set.
 */
export function readAuditoria({
  auditorStatus,
  auditorTipos,
}: Pick<NotaFiltro, "auditorStatus" | "auditorTipos">): { marcas: number; isRara: boolean } | null {
  if (auditorStatus === undefined && auditorTipos === undefined) return null;
  const marcas = (auditorTipos ?? TIPOS)
    .flatMap((tipo) => (auditorStatus ?? SITUACOES).map((situacao) => marcaOf(tipo, situacao)))
    .reduce((all, marca) => all | marca, 0);
  return { marcas, isRara: (marcas & COMUNS) === 0 };
}

function marcaOf(tipo: Tipo, situacao: Situacao): number {
  return 1 << (SITUACOES.length * TIPOS.indexOf(tipo) + situacao - 1);
}
