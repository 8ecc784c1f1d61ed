import type { CertificadoOfAnyConta } from "../../../rpc/operator/operator-queries.ts";
import { expiringCertificadosTexts as texts } from "../../../texts/operator/pages.ts";
import { formatDays } from "../../../ui/format/duration.ts";

/** Kind and expiry of a certificate in one line; `date`: dd/MM/yyyy. */
export function certificadoWords({ tipo, dias }: CertificadoOfAnyConta, date: string): string {
  return dias < 0 ? texts.venceu(tipo, date) : texts.vence(tipo, date, daysWords(dias));
}

/** Days to the expiry: "em 6 dias", "hoje", "há 2 dias". */
export function daysWords(dias: number): string {
  if (dias === 0) return texts.hoje;
  return dias < 0 ? texts.ha(formatDays(-dias)) : texts.em(formatDays(dias));
}
