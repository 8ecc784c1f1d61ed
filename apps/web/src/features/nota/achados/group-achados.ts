import { GRAVIDADES, type Gravidade } from "@malote/contract";
import { formatReais } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { assessmentTexts } from "../../../texts/nota/veredito.ts";

type Achado = Nota["achados"][number];

/** The path of a finding in the document, and the evidence there. */
export type Occurrence = { caminho: string | null; evidencia: string | null };
/** Merged findings of one code, with all their occurrences. */
export type MergedAchado = {
  codigo: string;
  titulo: string;
  texto: string;
  ocorrencias: Occurrence[];
};
export type AchadoGroup = { gravidade: Gravidade; achados: MergedAchado[] };

/**
 * Lowers a repair to information; also a missing protocolo if SEFAZ confirmed this content
 * (`confirmada`).
 */
function lowerGravidade(achado: Achado, confirmada: boolean): Achado {
  if (achado.codigo === "reparada") return { ...achado, gravidade: "informacao" };
  if (achado.codigo !== "sem-protocolo" || !confirmada) return achado;
  return { ...achado, gravidade: "informacao", texto: assessmentTexts.semProtocolo };
}

/** Groups findings by gravidade, gravest first, and merges those of one code. */
export function groupAchados(achados: readonly Achado[], confirmada = false): AchadoGroup[] {
  const lowered = achados.map((achado) => lowerGravidade(achado, confirmada));
  return GRAVIDADES.flatMap((gravidade) => {
    const kinds = new Map<string, MergedAchado>();
    for (const achado of lowered) {
      if (achado.gravidade !== gravidade) continue;
      const { codigo, titulo, texto, caminho, evidencia } = achado;
      const kind = kinds.get(codigo) ?? { codigo, titulo, texto, ocorrencias: [] };
      if (caminho !== null || evidencia !== null) kind.ocorrencias.push({ caminho, evidencia });
      kinds.set(codigo, kind);
    }
    return kinds.size === 0 ? [] : [{ gravidade, achados: [...kinds.values()] }];
  });
}

/** One line of evidence. `rotulo` is "" without a label; `errada` marks the wrong value. */
export type EvidenceLine = { rotulo: string; valor: string; errada?: boolean };

const LABEL_MAX = 32;
/** "DigestValue=… sha1=…": a base64 value may end in "=". */
const KEY_VALUE_PAIRS = /^[\p{L}\d]+=\S+(?: [\p{L}\d]+=\S+)*$/u;

const SUM_MISMATCH = /^(\d+\.\d{2}), soma (\d+\.\d{2})$/;

/** Evidence with its codes replaced by words; any other evidence line by line as received. */
export function evidenceLinesOf(codigo: string, evidencia: string): EvidenceLine[] {
  const { evidencia: t } = assessmentTexts;
  if (codigo === "digest-divergente") {
    return splitEvidence(evidencia).map(({ rotulo, valor }) =>
      rotulo === "DigestValue"
        ? { rotulo: t.assinado, valor }
        : { rotulo: rotulo === "" ? "" : t.calculado, valor, errada: true },
    );
  }
  if (codigo === "reparada") {
    return evidencia.split(/[ ,]+/).map((name) => ({ rotulo: "", valor: assessmentTexts.dano(name) }));
  }
  const [, total, sum] = SUM_MISMATCH.exec(evidencia) ?? [];
  if (total && sum) return [{ rotulo: "", valor: t.soma(formatReais(total), formatReais(sum)) }];
  return splitEvidence(evidencia);
}

/** Splits evidence into lines: "name: value" and "name=value" become label and value. */
export function splitEvidence(evidencia: string): EvidenceLine[] {
  const lines = KEY_VALUE_PAIRS.test(evidencia) ? evidencia.split(" ") : evidencia.split("\n");
  const separator = KEY_VALUE_PAIRS.test(evidencia) ? "=" : ": ";
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const at = line.indexOf(separator);
      if (at <= 0 || at >= LABEL_MAX) return { rotulo: "", valor: line };
      return { rotulo: line.slice(0, at), valor: line.slice(at + separator.length) };
    });
}
