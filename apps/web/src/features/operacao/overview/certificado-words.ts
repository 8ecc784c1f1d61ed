import type { CertificadoVisto } from "../../../rpc/operador.ts";
import { certificadosVistos as textos } from "../../../textos/operacao-paginas.ts";
import { formatDias } from "../../../ui/duracao.ts";

/** Kind and expiry of a certificate in one line; `date`: dd/MM/yyyy. */
export function certificadoWords({ tipo, dias }: CertificadoVisto, date: string): string {
  return dias < 0 ? textos.venceu(tipo, date) : textos.vence(tipo, date, daysWords(dias));
}

/** Days to the expiry: "em 6 dias", "hoje", "há 2 dias". */
export function daysWords(dias: number): string {
  if (dias === 0) return textos.hoje;
  return dias < 0 ? textos.ha(formatDias(-dias)) : textos.em(formatDias(dias));
}
