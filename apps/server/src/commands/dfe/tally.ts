import { VEREDITO_LABELS } from "@malote/contract";
import { VEREDITOS, type Veredito } from "@malote/dfe";
import { formatInteger } from "@malote/syntax";
import type { ResultLine } from "./to-result-line.ts";

/** Counts the results for the summary and the exit code. */
export class Tally {
  readonly #vereditos = new Map<Veredito, number>();
  #semVeredito = 0;
  #naoLidos = 0;
  #cadeias = 0;

  /** @param pedido the file was named on the command line: if it is not a DF-e, it counts as not read */
  add(result: ResultLine, pedido: boolean): void {
    const { veredito, leitura: reading, achados } = result;
    if (veredito !== null) this.#vereditos.set(veredito, (this.#vereditos.get(veredito) ?? 0) + 1);
    else if (reading !== "recusa") this.#semVeredito += 1;
    if (achados.some(({ codigo }) => codigo === "cadeia-nao-verificada")) this.#cadeias += 1;
    if (reading === "recusa" || reading === "ilegivel" || (reading === "nao-dfe" && pedido)) {
      this.#naoLidos += 1;
    }
  }

  exitCode(): 0 | 1 {
    return this.#naoLidos > 0 ? 1 : 0;
  }

  /**
   * The summary lines: a hint when certificate chains were not checked, the counts by verdict, the files
   * without a verdict, and the files that could not be read.
   */
  sentences(): string[] {
    const counts = VEREDITOS.flatMap((veredito) => {
      const count = this.#vereditos.get(veredito);
      return count ? [`${VEREDITO_LABELS[veredito]} ${formatInteger(count)}`] : [];
    });
    const documentos = [...this.#vereditos.values()].reduce((sum, count) => sum + count, 0);
    const hint = `Origem do certificado não conferida em ${formatInteger(this.#cadeias)}: indique as autoridades da ICP-Brasil com --ancoras ou ICP_BRASIL_DIR.`;
    const first =
      documentos === 0 ? "Nenhum documento." : `${count(documentos, "documento")}: ${counts.join(" · ")}`;
    const others = `${count(this.#semVeredito, "outro arquivo")} sem veredito: resumos, lotes, mensagens da SEFAZ e o que não é DF-e.`;
    const unread = `${formatInteger(this.#naoLidos)} sem leitura possível: a linha de cada um mostra o motivo.`;
    return [
      ...(this.#cadeias > 0 ? [hint] : []),
      first,
      ...(this.#semVeredito > 0 ? [others] : []),
      ...(this.#naoLidos > 0 ? [unread] : []),
    ];
  }
}

function count(quantity: number, noun: string): string {
  const plural = quantity === 1 ? noun : noun.replace(/(?<=[a-z])(?= |$)/g, "s");
  return `${formatInteger(quantity)} ${plural}`;
}
