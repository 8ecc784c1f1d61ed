import { AUDITOR_TIPOS } from "@malote/contract";
import { TIPOS_DISTRIBUIDOS } from "@malote/syntax";
import type { NotaFilter } from "../nota.rules.ts";

type AuditorType = NonNullable<NotaFilter["auditorTipos"]>[number];
type AuditorSituation = NonNullable<NotaFilter["auditorStatus"]>[number];

// In the order of the SQL function auditoria_de, which writes the bits.
const AUDITOR_TYPES: readonly AuditorType[] = AUDITOR_TIPOS;
const AUDITOR_SITUATIONS: readonly AuditorSituation[] = [1, 2, 3];

/** Bits that nearly every document known to SEFAZ has: its own authorization. Others set `auditoria_rara`. */
const COMMON_BITS = TIPOS_DISTRIBUIDOS.reduce((bits, tipo) => bits | bitOf(tipo, 1), 0);

/**
 * The bits of `nota.auditoria` to match: a record of one of the types in one of the situations.
 * `isRare`: none of the bits is common. Null if neither filter is set.
 */
export function readAuditorFilter({
  auditorStatus,
  auditorTipos,
}: Pick<NotaFilter, "auditorStatus" | "auditorTipos">): { bits: number; isRare: boolean } | null {
  if (auditorStatus === undefined && auditorTipos === undefined) return null;
  const bits = (auditorTipos ?? AUDITOR_TYPES)
    .flatMap((tipo) => (auditorStatus ?? AUDITOR_SITUATIONS).map((situation) => bitOf(tipo, situation)))
    .reduce((all, bit) => all | bit, 0);
  return { bits, isRare: (bits & COMMON_BITS) === 0 };
}

function bitOf(tipo: AuditorType, situation: AuditorSituation): number {
  return 1 << (AUDITOR_SITUATIONS.length * AUDITOR_TYPES.indexOf(tipo) + situation - 1);
}
