import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { geral } from "../../textos/geral.ts";
import { marcas as textos } from "../../textos/marcas.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisarFalha } from "../../ui/toast.tsx";
import { type Marca, type Marcavel, nomeOf, type ResultadoItem, sumValores } from "./marcas.ts";

/** Asks before it is done, and says how many documents in quarantine are left out. */
export function askMarcas(
  notas: readonly Marcavel[],
  { marca, ligar, fora }: { marca: Marca; ligar: boolean; fora: number },
): Promise<boolean> {
  const palavras = textos[marca];
  const [first] = notas;
  const texto =
    notas.length === 1 && first
      ? textos.pergunta(nomeOf(first))
      : textos.perguntaVarias(notas.length, sumValores(notas));
  return confirmar({
    titulo: ligar ? palavras.perguntaMarcar : palavras.perguntaDesmarcar,
    texto: fora === 0 ? texto : `${texto} ${textos.fora(fora)}`,
    acao: ligar ? textos.confirmarMarcar : textos.confirmarDesmarcar,
  });
}

/** One call per document, one after the other; a refusal of one does not stop the rest. */
export async function setMarcas(
  notas: readonly Marcavel[],
  { marca, ligar }: { marca: Marca; ligar: boolean },
  onProgress: (feitas: number) => void,
): Promise<ResultadoItem[]> {
  const resultados: ResultadoItem[] = [];
  for (const nota of notas) {
    onProgress(resultados.length);
    try {
      await setMarca(nota.id, marca, ligar);
      resultados.push({ nota, falha: null });
    } catch (error) {
      const falha = explainFalha(error);
      if (notas.length === 1) avisarFalha(falha);
      resultados.push({ nota, falha: falha ? falha.texto || falha.titulo : geral.sessaoEncerrada });
    }
  }
  return resultados;
}

function setMarca(id: string, marca: Marca, ligar: boolean): Promise<unknown> {
  if (marca === "processado") return call("Nota.setProcessadoErp", { id, processado: ligar });
  if (marca === "recebido") return call("Nota.setRecebido", { id, recebido: ligar });
  return call("Nota.setConferido", { id, conferido: ligar });
}
