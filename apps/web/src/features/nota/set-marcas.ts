import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { geral } from "../../textos/geral.ts";
import { marcas as textos } from "../../textos/marcas.ts";
import { lote } from "../../textos/notas.ts";
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

/** Calls that are on their way at once. */
const AO_MESMO_TEMPO = 4;

/** One call per document, a few at once; a refusal of one does not stop the rest. What `signal` stops was not done. */
export async function setMarcas(
  notas: readonly Marcavel[],
  { marca, ligar, signal }: { marca: Marca; ligar: boolean; signal: AbortSignal },
  onProgress: (feitas: number) => void,
): Promise<ResultadoItem[]> {
  const falhas: (string | null)[] = notas.map(() => lote.parado);
  let [next, feitas] = [0, 0];
  const lane = async (): Promise<void> => {
    while (next < notas.length && !signal.aborted) {
      const at = next;
      next += 1;
      falhas[at] = await trySetMarca(notas[at] as Marcavel, { marca, ligar, only: notas.length === 1 });
      feitas += 1;
      onProgress(feitas);
    }
  };
  onProgress(0);
  await Promise.all(Array.from({ length: AO_MESMO_TEMPO }, lane));
  return notas.map((nota, at) => ({ nota, falha: falhas[at] ?? null }));
}

/** @returns what went wrong, in words; null when it was done */
async function trySetMarca(
  nota: Marcavel,
  { marca, ligar, only }: { marca: Marca; ligar: boolean; only: boolean },
): Promise<string | null> {
  try {
    await setMarca(nota.id, marca, ligar);
    return null;
  } catch (error) {
    const falha = explainFalha(error);
    if (only) avisarFalha(falha);
    return falha ? falha.texto || falha.titulo : geral.sessaoEncerrada;
  }
}

function setMarca(id: string, marca: Marca, ligar: boolean): Promise<unknown> {
  if (marca === "processado") return call("Nota.setProcessadoErp", { id, processado: ligar });
  if (marca === "recebido") return call("Nota.setRecebido", { id, recebido: ligar });
  return call("Nota.setConferido", { id, conferido: ligar });
}
