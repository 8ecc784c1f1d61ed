import { formatDataHora, formatInteiro, formatTamanho, ZONA_PADRAO } from "@malote/syntax";
import type { PrunePlan } from "../../backup/prune.ts";

/** Describes a prune, or its preview (isPlan). */
export function describePruned(plan: PrunePlan, isPlan: boolean): { texto: string; isGood: boolean } {
  const { kept, dropped, objects, bytes, withoutKey: closed } = plan;
  const verb = isPlan ? "Sairiam" : "Saíram";
  const lines = [
    ...dropped.map(({ em }) => `${isPlan ? "sairia" : "saiu"}  ${formatDataHora(new Date(em), ZONA_PADRAO)}`),
    `${verb} ${formatInteiro(dropped.length)} backups e ${formatInteiro(objects.length)} objetos (${formatTamanho(bytes)}); ` +
      `ficam ${formatInteiro(kept.length)} backups.`,
  ];
  if (closed > 0) {
    lines.push(
      `AVISO: ${formatInteiro(closed)} backups usam uma chave que não está disponível: por isso nenhum objeto é apagado.`,
    );
  }
  return { texto: lines.join("\n"), isGood: true };
}
