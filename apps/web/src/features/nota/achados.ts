import { GRAVIDADES, type Gravidade } from "@malote/contract";
import { formatReais } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { parecer } from "../../textos/veredito.ts";

type Achado = Nota["achados"][number];

/** The path of a finding in the document, and the evidence there. */
export type Ocorrencia = { caminho: string | null; evidencia: string | null };
/** Merged findings of one code, with all their occurrences. */
export type AchadoTexto = {
  codigo: string;
  titulo: string;
  texto: string;
  ocorrencias: Ocorrencia[];
};
export type GrupoAchados = { gravidade: Gravidade; achados: AchadoTexto[] };

/**
 * Lowers a repair to information; also a missing protocolo if SEFAZ confirmed this content
 * (`confirmada`).
 */
function weigh(achado: Achado, confirmada: boolean): Achado {
  if (achado.codigo === "reparada") return { ...achado, gravidade: "informacao" };
  if (achado.codigo !== "sem-protocolo" || !confirmada) return achado;
  return { ...achado, gravidade: "informacao", texto: parecer.semProtocolo };
}

/** Groups findings by gravidade, gravest first, and merges those of one code. */
export function groupAchados(achados: readonly Achado[], confirmada = false): GrupoAchados[] {
  const weighed = achados.map((achado) => weigh(achado, confirmada));
  return GRAVIDADES.flatMap((gravidade) => {
    const kinds = new Map<string, AchadoTexto>();
    for (const achado of weighed) {
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
export type LinhaEvidencia = { rotulo: string; valor: string; errada?: boolean };

const ROTULO_MAX = 32;
/** "DigestValue=… sha1=…": a base64 value may end in "=". */
const PARES = /^[\p{L}\d]+=\S+(?: [\p{L}\d]+=\S+)*$/u;

const SOMA = /^(\d+\.\d{2}), soma (\d+\.\d{2})$/;

/** Evidence with its codes replaced by words; any other evidence line by line as received. */
export function evidenciaOf(codigo: string, evidencia: string): LinhaEvidencia[] {
  const { evidencia: t } = parecer;
  if (codigo === "digest-divergente") {
    return linhasOf(evidencia).map(({ rotulo, valor }) =>
      rotulo === "DigestValue"
        ? { rotulo: t.assinado, valor }
        : { rotulo: rotulo === "" ? "" : t.calculado, valor, errada: true },
    );
  }
  if (codigo === "reparada") {
    return evidencia.split(/[ ,]+/).map((nome) => ({ rotulo: "", valor: parecer.dano(nome) }));
  }
  const [, total, soma] = SOMA.exec(evidencia) ?? [];
  if (total && soma) return [{ rotulo: "", valor: t.soma(formatReais(total), formatReais(soma)) }];
  return linhasOf(evidencia);
}

/** Splits evidence into lines: "name: value" and "name=value" become label and value. */
export function linhasOf(evidencia: string): LinhaEvidencia[] {
  const lines = PARES.test(evidencia) ? evidencia.split(" ") : evidencia.split("\n");
  const mark = PARES.test(evidencia) ? "=" : ": ";
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const at = line.indexOf(mark);
      if (at <= 0 || at >= ROTULO_MAX) return { rotulo: "", valor: line };
      return { rotulo: line.slice(0, at), valor: line.slice(at + mark.length) };
    });
}
