import { DEFAULT_ZONE, formatDateTime, formatInteger, formatSize } from "@malote/syntax";
import type { PrunePlan } from "../../backup/prune.ts";

/** Describes a prune, or its preview (isPlan). */
export function describePruned(plan: PrunePlan, isPlan: boolean): { texto: string; isGood: boolean } {
  const { kept, dropped, objects, bytes, withoutKey: closed } = plan;
  const verb = isPlan ? "Sairiam" : "Saíram";
  const lines = [
    ...dropped.map(
      ({ em }) => `${isPlan ? "sairia" : "saiu"}  ${formatDateTime(new Date(em), DEFAULT_ZONE)}`,
    ),
    `${verb} ${formatInteger(dropped.length)} backups e ${formatInteger(objects.length)} objetos (${formatSize(bytes)}); ` +
      `ficam ${formatInteger(kept.length)} backups.`,
  ];
  if (closed > 0) {
    lines.push(
      `AVISO: ${formatInteger(closed)} backups usam uma chave que não está disponível: por isso nenhum objeto é apagado.`,
    );
  }
  return { texto: lines.join("\n"), isGood: true };
}
