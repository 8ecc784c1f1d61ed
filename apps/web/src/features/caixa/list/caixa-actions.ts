import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { translatedSentence } from "../../../languages/language.ts";
import { call } from "../../../rpc/call/call.ts";
import { explainActionFailure, explainFailure, Refusal } from "../../../rpc/call/failures.ts";
import { refreshCaixas } from "../../../rpc/conta/caixas.ts";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../../ui/overlay/ask-confirmation.tsx";
import { caixaNameOf, isFailing } from "../health/caixa-state.ts";

const POLL_MS = 1_500;
const GIVE_UP_MS = 90_000;

/** The state of a mailbox when its collection was requested. */
type RequestedColeta = { lastVisit: number; emailCount: number; requestedAt: number };

/** Actions on a mailbox of the list. */
export type CaixaActions = {
  collect: (caixa: Caixa) => void;
  testar: (caixa: Caixa) => void;
  edit: (caixa: Caixa) => void;
  remove: (caixa: Caixa) => void;
};

/** The actions of the list, and the collections requested here that have not ended. */
export function useCaixaActions(
  caixas: readonly Caixa[],
): CaixaActions & { requestedIds: ReadonlySet<string> } {
  const navigate = useNavigate();
  const { requestedIds: requested, requestColeta } = useColetaRequests(caixas);
  return {
    requestedIds: requested,
    collect: requestColeta,
    testar: ({ id }) => void navigate(`/caixaemail/${id}`, { state: { testar: true } }),
    edit: ({ id }) => void navigate(`/caixaemail/${id}`),
    remove: (caixa) => void deleteCaixa(caixa).then((wasDeleted) => wasDeleted || focusMenuButton(caixa)),
  };
}

/** The menu has closed when the question is answered, so its button gets the focus back. */
function focusMenuButton({ id }: Caixa): void {
  document.querySelector<HTMLElement>(`[data-linha="${id}"] button[aria-haspopup]`)?.focus();
}

/** Asks for confirmation and deletes a mailbox. @returns whether it was deleted */
export async function deleteCaixa(caixa: Pick<Caixa, "id" | "descricao" | "usuario">): Promise<boolean> {
  const { excluir } = texts;
  const name = caixaNameOf(caixa);
  const isConfirmed = await askConfirmation({
    titulo: excluir.titulo(name),
    texto: excluir.texto,
    acao: excluir.acao,
    destrutiva: true,
  });
  if (!isConfirmed) return false;
  try {
    await call("CaixaEmail.deleteCaixaEmail", { id: caixa.id });
    await refreshCaixas();
    showToast(excluir.feita(name));
    return true;
  } catch (error) {
    showFailureToast(
      error instanceof Refusal
        ? { titulo: excluir.falhou, texto: excluir.falhouTexto }
        : explainActionFailure(error, excluir.falhou),
    );
    return false;
  }
}

/** Requests collections by hand, polls each one until it ends, then notifies the user. */
function useColetaRequests(caixas: readonly Caixa[]): {
  requestedIds: ReadonlySet<string>;
  requestColeta: (caixa: Caixa) => void;
} {
  const [requested, setRequested] = useState<ReadonlyMap<string, RequestedColeta>>(new Map());
  const requestColeta = (caixa: Caixa): void => {
    if (requested.has(caixa.id)) return;
    setRequested(new Map(requested).set(caixa.id, coletaRequestOf(caixa)));
    call("CaixaEmail.coletarAgora", { id: caixa.id }).then(
      () => showToast(texts.coletaPedida(caixaNameOf(caixa))),
      (error: unknown) => {
        setRequested((known) => without(known, [caixa.id]));
        showFailureToast(explainFailure(error));
      },
    );
  };

  useEffect(() => {
    if (requested.size === 0) return;
    const timer = window.setInterval(() => {
      void refreshCaixas();
      // Without changes there is no render, so only this timer ends the wait.
      setRequested((known) => without(known, overdueOf(known)));
    }, POLL_MS);
    return () => window.clearInterval(timer);
  }, [requested]);

  useEffect(() => {
    const ended = [...requested].filter(([id, request]) =>
      hasEnded(
        caixas.find((each) => each.id === id),
        request,
      ),
    );
    if (ended.length === 0) return;
    for (const [id, request] of ended)
      notifyColeta(
        caixas.find((each) => each.id === id),
        request,
      );
    setRequested(
      without(
        requested,
        ended.map(([id]) => id),
      ),
    );
  }, [caixas, requested]);

  return { requestedIds: new Set(requested.keys()), requestColeta };
}

function coletaRequestOf({ ultimaVisita, emailsTotal }: Caixa): RequestedColeta {
  return { lastVisit: ultimaVisita?.getTime() ?? 0, emailCount: emailsTotal, requestedAt: Date.now() };
}

function hasEnded(caixa: Caixa | undefined, request: RequestedColeta): boolean {
  if (!caixa) return true;
  return caixa.estado !== "coletando" && (caixa.ultimaVisita?.getTime() ?? 0) > request.lastVisit;
}

function overdueOf(requested: ReadonlyMap<string, RequestedColeta>): string[] {
  return [...requested].flatMap(([id, { requestedAt }]) =>
    Date.now() - requestedAt > GIVE_UP_MS ? [id] : [],
  );
}

function notifyColeta(caixa: Caixa | undefined, request: RequestedColeta): void {
  if (!caixa || (caixa.ultimaVisita?.getTime() ?? 0) <= request.lastVisit) return;
  const name = caixaNameOf(caixa);
  if (isFailing(caixa))
    showFailureToast(texts.coletaFalhou(name, translatedSentence(caixa.ultimoErro ?? "")));
  else showToast(texts.coletaFeita(name, Math.max(0, caixa.emailsTotal - request.emailCount)));
}

function without<K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): ReadonlyMap<K, V> {
  if (keys.length === 0) return map;
  return new Map([...map].filter(([key]) => !keys.includes(key)));
}
