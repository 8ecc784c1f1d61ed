import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { onForget } from "../../rpc/session.ts";
import { geral } from "../../textos/geral.ts";
import { marcas } from "../../textos/marcas.ts";
import { perguntasDeMarcas as textos } from "../../textos/marcas-perguntas.ts";
import { lote } from "../../textos/notas-lote.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { type Lote, type Marca, type Marcavel, nomeOf, type ResultadoItem, sumValores } from "./marcas.ts";
import { type Pedido, splitMarcaveis } from "./marcaveis.ts";

type Tela = { queryClient: QueryClient; setLote: (lote: Lote | null) => void };

/**
 * Asks for confirmation, sets or clears the flag where that changes something, and shows a toast.
 * @returns true if the flags changed or needed no change
 */
export async function marcar(notas: readonly Marcavel[], pedido: Pedido, tela: Tela): Promise<boolean> {
  const { mudam, quarentena } = splitMarcaveis(notas, pedido);
  if (mudam.length === 0) {
    if (quarentena > 0) avisar(marcas.bloqueada);
    return quarentena === 0;
  }
  const sim = await askMarcas(mudam, { ...pedido, fora: quarentena });
  if (sim) await apply(mudam, pedido, tela);
  return sim;
}

async function apply(notas: readonly Marcavel[], pedido: Pedido, tela: Tela): Promise<void> {
  const { queryClient, setLote } = tela;
  const controller = new AbortController();
  const total = notas.length;
  const parar = (): void => controller.abort();
  const stop = onForget(parar);
  const resultados = await setMarcas(notas, { ...pedido, signal: controller.signal }, (feitas) => {
    if (total > 1) setLote({ marca: pedido.marca, feitas, total, resultados: null, parar });
  });
  stop();
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["notas"] }),
    queryClient.invalidateQueries({ queryKey: ["nota"] }),
  ]);
  const ok = resultados.filter((item) => item.falha === null).map((item) => item.nota);
  if (ok.length < total && total > 1) {
    setLote({ marca: pedido.marca, feitas: total, total, resultados, parar });
    return;
  }
  setLote(null);
  if (ok.length > 0) tell(ok, pedido, tela);
}

function tell(notas: readonly Marcavel[], { marca, ligar }: Pedido, tela: Tela): void {
  const palavras = textos[marca];
  const sentence = ligar ? palavras.feito(notas.length) : palavras.desfeito(notas.length);
  const undo = (): void => void apply(notas, { marca, ligar: !ligar }, tela);
  avisar(sentence, { rotulo: geral.desfazer, onClick: undo });
}

/** Asks for confirmation, and states how many documents in quarantine are skipped. */
function askMarcas(
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

/** Concurrent calls. */
const AO_MESMO_TEMPO = 4;

/**
 * One call per document, a few at once. A refusal does not stop the others; an aborted rest counts
 * as not done.
 */
async function setMarcas(
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

/** @returns the error in words; null on success */
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
