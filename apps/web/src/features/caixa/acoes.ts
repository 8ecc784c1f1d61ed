import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { refreshCaixas } from "../../rpc/caixas.ts";
import { call } from "../../rpc/call.ts";
import { explainAto, explainFalha, Recusa } from "../../rpc/falhas.ts";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { isFalhando, nomeOf } from "./saude.ts";

const WATCH_MS = 1_500;
const GIVE_UP_MS = 90_000;

/** The state of a mailbox when its collection was requested. */
type Pedida = { visita: number; total: number; desde: number };

/** Actions on a mailbox of the list. */
export type CaixaAcoes = {
  coletar: (caixa: Caixa) => void;
  testar: (caixa: Caixa) => void;
  editar: (caixa: Caixa) => void;
  excluir: (caixa: Caixa) => void;
};

/** The actions of the list, and the collections requested here that have not ended. */
export function useCaixaAcoes(caixas: readonly Caixa[]): CaixaAcoes & { pedidas: ReadonlySet<string> } {
  const navigate = useNavigate();
  const { pedidas, pedir } = useColetas(caixas);
  return {
    pedidas,
    coletar: pedir,
    testar: ({ id }) => void navigate(`/caixaemail/${id}`, { state: { testar: true } }),
    editar: ({ id }) => void navigate(`/caixaemail/${id}`),
    excluir: (caixa) => void excluirCaixa(caixa).then((gone) => gone || focusAcoes(caixa)),
  };
}

/** The menu has closed when the question is answered, so its button gets the focus back. */
function focusAcoes({ id }: Caixa): void {
  document.querySelector<HTMLElement>(`[data-linha="${id}"] button[aria-haspopup]`)?.focus();
}

/** Asks for confirmation and deletes a mailbox. @returns whether it was deleted */
export async function excluirCaixa(caixa: Pick<Caixa, "id" | "descricao" | "usuario">): Promise<boolean> {
  const { excluir } = textos;
  const nome = nomeOf(caixa);
  const sure = await confirmar({
    titulo: excluir.titulo(nome),
    texto: excluir.texto,
    acao: excluir.acao,
    destrutiva: true,
  });
  if (!sure) return false;
  try {
    await call("CaixaEmail.deleteCaixaEmail", { id: caixa.id });
    await refreshCaixas();
    avisar(excluir.feita(nome));
    return true;
  } catch (error) {
    avisarFalha(
      error instanceof Recusa
        ? { titulo: excluir.falhou, texto: excluir.falhouTexto }
        : explainAto(error, excluir.falhou),
    );
    return false;
  }
}

/** Requests collections by hand, polls each one until it ends, then notifies the user. */
function useColetas(caixas: readonly Caixa[]): {
  pedidas: ReadonlySet<string>;
  pedir: (caixa: Caixa) => void;
} {
  const [pedidas, setPedidas] = useState<ReadonlyMap<string, Pedida>>(new Map());
  const pedir = (caixa: Caixa): void => {
    if (pedidas.has(caixa.id)) return;
    setPedidas(new Map(pedidas).set(caixa.id, pedidaOf(caixa)));
    call("CaixaEmail.coletarAgora", { id: caixa.id }).then(
      () => avisar(textos.coletaPedida(nomeOf(caixa))),
      (error: unknown) => {
        setPedidas((known) => without(known, [caixa.id]));
        avisarFalha(explainFalha(error));
      },
    );
  };

  useEffect(() => {
    if (pedidas.size === 0) return;
    const timer = window.setInterval(() => {
      void refreshCaixas();
      // Without changes there is no render, so only this timer ends the wait.
      setPedidas((known) => without(known, overdueOf(known)));
    }, WATCH_MS);
    return () => window.clearInterval(timer);
  }, [pedidas]);

  useEffect(() => {
    const over = [...pedidas].filter(([id, pedida]) =>
      isOver(
        caixas.find((each) => each.id === id),
        pedida,
      ),
    );
    if (over.length === 0) return;
    for (const [id, pedida] of over)
      tellColeta(
        caixas.find((each) => each.id === id),
        pedida,
      );
    setPedidas(
      without(
        pedidas,
        over.map(([id]) => id),
      ),
    );
  }, [caixas, pedidas]);

  return { pedidas: new Set(pedidas.keys()), pedir };
}

function pedidaOf({ ultimaVisita, emailsTotal }: Caixa): Pedida {
  return { visita: ultimaVisita?.getTime() ?? 0, total: emailsTotal, desde: Date.now() };
}

function isOver(caixa: Caixa | undefined, pedida: Pedida): boolean {
  if (!caixa) return true;
  return caixa.estado !== "coletando" && (caixa.ultimaVisita?.getTime() ?? 0) > pedida.visita;
}

function overdueOf(pedidas: ReadonlyMap<string, Pedida>): string[] {
  return [...pedidas].flatMap(([id, { desde }]) => (Date.now() - desde > GIVE_UP_MS ? [id] : []));
}

function tellColeta(caixa: Caixa | undefined, pedida: Pedida): void {
  if (!caixa || (caixa.ultimaVisita?.getTime() ?? 0) <= pedida.visita) return;
  const nome = nomeOf(caixa);
  if (isFalhando(caixa)) avisarFalha(textos.coletaFalhou(nome, caixa.ultimoErro ?? ""));
  else avisar(textos.coletaFeita(nome, Math.max(0, caixa.emailsTotal - pedida.total)));
}

function without<K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): ReadonlyMap<K, V> {
  if (keys.length === 0) return map;
  return new Map([...map].filter(([key]) => !keys.includes(key)));
}
